import GymbagJSON
import GymbagKit
import GymbagModel

/// What an archive holds less than the one in whose place it is: it may have been taken out on purpose,
/// or be what someone misses in the gym.
struct PackLosses {
  private let difference: DayDifference
  private let packedAt: Instant
  private let names: [ID: String]
  private let asked: Set<String>
  /// Workouts that a new roster no longer names for athletes whom it still has.
  private let dropped: [(athlete: ID, workouts: [ID])]

  /// Nil without a former archive.
  init?(_ packed: DayPacker.Packed) {
    guard let former = packed.former.index, let difference = packed.difference else { return nil }
    self.difference = difference
    packedAt = former.stamp.packedAt
    names = Dictionary(
      (former.athletes + packed.index.athletes).map { ($0.id, $0.name) },
      uniquingKeysWith: { _, newer in newer })
    let index = packed.index
    let present = Set(index.workouts.map(\.id))
    let wanted = Dictionary(
      (index.roster?.entries ?? []).map { ($0.id, Set($0.workouts)) },
      uniquingKeysWith: { earlier, _ in earlier })
    dropped = (former.roster?.entries ?? []).compactMap { entry in
      let lost = entry.workouts.filter {
        present.contains($0) && wanted[entry.id]?.contains($0) == false
      }
      return lost.isEmpty ? nil : (entry.id, lost)
    }
    asked = Set(
      index.workouts.flatMap(\.items).map { index.exerciseDefinitions[$0.definition].name })
  }

  /// Empty when nothing is less.
  var text: String {
    PackReport.list("Less than what was packed at \(packedAt):", lines)
  }

  private var lines: [String] {
    var lines = difference.droppedWorkouts.map { "workout \(words($0.id, $0.name))" }
    for workout in difference.changedWorkouts {
      let title = words(workout.id, workout.title)
      if !workout.droppedDefinitions.isEmpty {
        lines.append("\(title) no longer asks for \(list(workout.droppedDefinitions))")
      }
      if !workout.droppedParticipants.isEmpty {
        let people = workout.droppedParticipants.map { words($0, names[$0] ?? "") }
        lines.append("\(title) is no longer for \(list(people))")
      }
    }
    lines += difference.droppedAthletes.map { "athlete \(words($0.id, $0.name))" }
    lines += difference.droppedExpected.map { "the roster no longer has \(words($0.id, $0.name))" }
    for (athlete, workouts) in dropped {
      let names = list(workouts.map(\.text))
      lines.append(
        "the roster no longer names \(names) for \(words(athlete, self.names[athlete] ?? ""))")
    }
    for change in difference.coverage {
      // What nobody does any more is said once, with its workout.
      let lost = change.lost.filter(asked.contains)
      guard !lost.isEmpty else { continue }
      lines.append("\(words(change.athlete.id, change.athlete.name)) now lacks \(list(lost))")
    }
    return lines
  }

  /// Names may hold commas.
  private func list(_ names: [String]) -> String { names.joined(separator: "; ") }

  private func words(_ id: ID, _ name: String) -> String {
    name.isEmpty ? id.text : "\(id) (\(name))"
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("workouts", difference.droppedWorkouts) { json, workout in
        json.object { json in
          json.member("id", workout.id.text)
          json.member("title", workout.name)
        }
      }
      let changed = difference.changedWorkouts
      json.member("exercises", changed.filter { !$0.droppedDefinitions.isEmpty }) { json, workout in
        json.object { json in
          json.member("workout", workout.id.text)
          json.member("names", workout.droppedDefinitions) { $0.string($1) }
        }
      }
      json.member("participants", changed.filter { !$0.droppedParticipants.isEmpty }) {
        json, workout in
        json.object { json in
          json.member("workout", workout.id.text)
          json.member("athletes", workout.droppedParticipants) { $0.string($1.text) }
        }
      }
      json.member("athletes", named: difference.droppedAthletes)
      json.member("expected", named: difference.droppedExpected)
      json.member("expectedWorkouts", dropped) { json, change in
        json.object { json in
          json.member("athlete", change.athlete.text)
          json.member("workouts", change.workouts) { $0.string($1.text) }
        }
      }
      json.member("pairs", difference.coverage.filter { !$0.lost.isEmpty }) { json, change in
        json.object { json in
          json.member("athlete", change.athlete.id.text)
          json.member("name", change.athlete.name)
          json.member("exercises", change.lost) { $0.string($1) }
        }
      }
    }
  }
}
