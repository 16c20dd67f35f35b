import GymbagArchive
import GymbagJSON
import GymbagModel

/// What differs between two archives, in words and as JSON.
enum DiffReport {
  static func text(_ difference: DayDifference, _ first: ArchiveHead, _ second: ArchiveHead)
    -> String
  {
    var out = [("-", first), ("+", second)].map { mark, head in
      "\(mark)\(mark)\(mark) \(head.path.printable), packed \(head.index.stamp.packedAt)\n"
    }.joined()
    if difference.isEmpty { return out + "Nothing differs.\n" }
    out += difference.droppedWorkouts.map { "- workout \(words($0))\n" }.joined()
    out += difference.newWorkouts.map { "+ workout \(words($0))\n" }.joined()
    out += difference.changedWorkouts.map(text).joined()
    out += difference.droppedAthletes.map { "- athlete \(words($0))\n" }.joined()
    out += difference.newAthletes.map { "+ athlete \(words($0))\n" }.joined()
    for change in difference.coverage {
      out += "~ coverage of \(words(change.athlete))\n"
      out += change.lost.map { "  - \($0.printable)\n" }.joined()
      out += change.gained.map { "  + \($0.printable)\n" }.joined()
    }
    out += difference.droppedExpected.map { "- expected \(words($0))\n" }.joined()
    out += difference.newExpected.map { "+ expected \(words($0))\n" }.joined()
    out += difference.changedExpected.map { "~ workouts of \(words($0)) in the roster\n" }.joined()
    out += difference.changedEntries.map { "~ entry \(EntryName.short($0))\n" }.joined()
    return out
  }

  private static func text(_ change: DayDifference.WorkoutChange) -> String {
    var out = "~ workout \(change.id.text.printable): \(change.title.printable)\n"
    if let revisions = change.revisions {
      out +=
        "  ~ revision \((revisions.from ?? "none").shown) → \((revisions.to ?? "none").shown)\n"
    }
    out += change.droppedDefinitions.map { "  - \($0.printable)\n" }.joined()
    out += change.newDefinitions.map { "  + \($0.printable)\n" }.joined()
    out += change.droppedParticipants.map { "  - for \($0.text.printable)\n" }.joined()
    return out + change.newParticipants.map { "  + for \($0.text.printable)\n" }.joined()
  }

  private static func words(_ named: DayDifference.Named) -> String {
    (named.name.isEmpty ? named.id.text : "\(named.id): \(named.name)").printable
  }

  static func write(
    _ difference: DayDifference, _ first: ArchiveHead, _ second: ArchiveHead,
    to json: inout JSONWriter
  ) {
    json.member("from", archive: first)
    json.member("to", archive: second)
    json.member("same", difference.isEmpty)
    write(difference, to: &json)
  }

  /// The members that say what differs.
  private static func write(_ difference: DayDifference, to json: inout JSONWriter) {
    json.member("droppedWorkouts", named: difference.droppedWorkouts)
    json.member("newWorkouts", named: difference.newWorkouts)
    json.member("changedWorkouts", difference.changedWorkouts) { json, change in
      json.object { json in
        json.member("id", change.id.text)
        json.member("title", change.title)
        json.key("revisions")
        json.token(
          change.revisions.map { "[\($0.from ?? "null"),\($0.to ?? "null")]" } ?? "null")
        json.member("droppedDefinitions", change.droppedDefinitions) { $0.string($1) }
        json.member("newDefinitions", change.newDefinitions) { $0.string($1) }
        json.member("droppedParticipants", change.droppedParticipants) { $0.string($1.text) }
        json.member("newParticipants", change.newParticipants) { $0.string($1.text) }
      }
    }
    json.member("droppedAthletes", named: difference.droppedAthletes)
    json.member("newAthletes", named: difference.newAthletes)
    json.member("coverage", difference.coverage) { json, change in
      json.object { json in
        json.member("athlete", change.athlete.id.text)
        json.member("name", change.athlete.name)
        json.member("lost", change.lost) { $0.string($1) }
        json.member("gained", change.gained) { $0.string($1) }
      }
    }
    json.member("droppedExpected", named: difference.droppedExpected)
    json.member("newExpected", named: difference.newExpected)
    json.member("changedExpected", named: difference.changedExpected)
    json.member("changedEntries", difference.changedEntries) { $0.string($1) }
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ key: String, archive head: ArchiveHead) {
    self.key(key)
    object { json in
      json.member("path", head.path)
      json.member("day", "\(head.index.stamp.day)")
      json.member("owner", "\(head.index.stamp.owner)")
      json.member("packedAt", "\(head.index.stamp.packedAt)")
      json.member("serial", head.index.stamp.serial)
    }
  }

  /// A list of objects with an id and a name.
  mutating func member(_ key: String, named list: [DayDifference.Named]) {
    member(key, list) { json, named in
      json.object { json in
        json.member("id", named.id.text)
        json.member("name", named.name)
      }
    }
  }
}
