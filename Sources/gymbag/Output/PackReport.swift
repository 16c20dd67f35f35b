import GymbagJSON
import GymbagKit
import GymbagModel

/// What came of packing a day, in words and as JSON.
struct PackReport {
  let day: DayKey
  let outcome: DayPacker.Outcome
  /// Whether a day without workouts is no failure.
  let allowsNone: Bool
  /// How the archive stands now; nil without one.
  let readiness: DayReadiness?

  /// How that is said.
  let ready: ReadyReport

  /// Prints what came of several days, if any came to an end.
  static func print(_ days: [PackReport], _ console: Console) throws(GymbagError) {
    guard !days.isEmpty else { return }
    try console.print { json in
      json.member("days", days) { $1.write(to: &$0) }
    } text: {
      // Who wants to hear of trouble alone hears of the days that did not go well.
      days.filter { console.manner != .quiet || $0.exitCode != .ok }.map(\.text).joined()
    }
  }

  /// That a day has no workouts may be as it should; that it has none any more wants a look, and so
  /// does a roster that lost something by itself.
  var exitCode: ExitCode {
    switch outcome {
    case .packed(let packed): packed.mayHaveLostRoster ? .no : .ok
    case .noWorkouts(.none, path: _): allowsNone ? .ok : .no
    case .noWorkouts: .no
    }
  }

  var text: String {
    switch outcome {
    case .packed(let packed):
      Self.text(packed) + (readiness.map { ready.lines($0.checks) } ?? "")
    case .noWorkouts(let former, let path): Self.text(day, former, staysAt: path)
    }
  }

  /// The server may have lost its workouts, or the visit may be off: nobody but the coach knows.
  private static func text(_ day: DayKey, _ former: DayPacker.Former, staysAt path: String)
    -> String
  {
    let outcome = "\(day): the server lists no workouts; nothing was packed\n"
    switch former {
    case .none:
      return outcome
    case .sound(let index):
      return outcome + "  What was packed at \(index.stamp.packedAt) stays, with "
        + "\(counted(index.workouts.count, "workout")). If the day is off:\n"
        + "  rm \(path.quotedForShell.printable)\n"
    case .unusable(let error):
      return outcome + "  The archive that is there stays, though it is of no use: "
        + error.message.shown + "\n"
    }
  }

  private static func text(_ packed: DayPacker.Packed) -> String {
    let index = packed.index
    let packedFor = index.athletes.count { $0.entry != nil }
    var out = """
      Packed \(index.stamp.day): \(counted(index.workouts.count, "workout")), exercise instances of \
      \(packedFor) of \(counted(index.athletes.count, "athlete")), \
      \(counted(index.catalogues.count, "catalogue")), \(ByteCount.words(packed.byteCount)).
        \(packed.path.printable)

      """
    if let roster = packed.roster { out += text(roster, packed.unknown) }
    if let replaced = packed.replaced {
      out +=
        "  It takes the place of what the key \(replaced.signer)\n  has packed at "
        + "\(replaced.packedAt): the newer one counts.\n"
    }
    if case .unusable(let error) = packed.former {
      out +=
        "  What is less than in the archive that was there, or whether that had a roster, "
        + "cannot be told:\n  \(error.message.shown)\n"
    }
    return out + (PackLosses(packed)?.text ?? "")
  }

  private static func text(_ packed: PackRoster, _ unknown: [UnknownAthlete]) -> String {
    let athletes = counted(packed.roster.entries.count, "athlete")
    let source = packed.source.file?.shown ?? "the roster that the day was packed for before"
    var out = "  For the \(athletes) of \(source).\n"
    out += list("Unknown to the server:", unknown.map(\.words))
    out += list(
      "The day no longer has workouts that the roster named:",
      packed.dropped.map { "\($0.workout.text.printable) for \($0.athlete.text.printable)" })
    return out
  }

  /// A heading and as many lines below it as a person will read; a script gets them all.
  static func list(_ heading: String, _ lines: [String]) -> String {
    guard !lines.isEmpty else { return "" }
    let limit = 20
    let rest = lines.count > limit ? "    … and \(lines.count - limit) more\n" : ""
    return "  \(heading)\n" + lines.prefix(limit).map { "    \($0.shown)\n" }.joined() + rest
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("day", "\(day)")
      switch outcome {
      case .packed(let packed):
        json.member("packed", true)
        Self.write(packed, to: &json)
        json.key("ready")
        if let readiness { ready.write(readiness, to: &json) } else { json.null() }
      case .noWorkouts(let former, let path):
        json.member("packed", false)
        json.member("former", former.name)
        guard case .none = former else { return json.member("path", path) }
      }
    }
  }

  private static func write(_ packed: DayPacker.Packed, to json: inout JSONWriter) {
    let index = packed.index
    json.member("path", packed.path)
    json.member("size", packed.byteCount)
    json.member("serial", index.stamp.serial)
    json.member("packedAt", "\(index.stamp.packedAt)")
    json.member("workouts", index.workouts.count)
    json.member("athletes", index.athletes.count)
    json.member("athletesWithInstances", index.athletes.count { $0.entry != nil })
    json.member("replacedSigner", packed.replaced?.signer)
    json.key("roster")
    if let roster = packed.roster { write(roster, index, to: &json) } else { json.null() }
    json.member("former", packed.former.name)
    json.key("lost")
    if let losses = PackLosses(packed) { losses.write(to: &json) } else { json.null() }
  }

  private static func write(_ packed: PackRoster, _ index: DayIndex, to json: inout JSONWriter) {
    json.object { json in
      json.member("source", packed.source.name)
      json.member("file", packed.source.file)
      json.member("athletes", packed.roster.entries.count)
      json.member("unknownAthletes", index.unknownAthletes) { json, entry in
        json.object { json in
          json.member("id", entry.id.text)
          json.member("name", entry.name)
        }
      }
      json.member("droppedWorkouts", packed.dropped) { json, naming in
        json.object { json in
          json.member("athlete", naming.athlete.text)
          json.member("workout", naming.workout.text)
        }
      }
    }
  }
}

extension DayPacker.Outcome {
  /// How a day stands that was just packed. That nobody could look is said, and takes nothing from it
  /// that it is packed.
  ///
  /// - Throws: `interrupted`.
  func readiness(of day: DayKey, _ look: ReadyLook, _ context: Context) throws(GymbagError)
    -> DayReadiness?
  {
    guard case .packed = self else { return nil }
    do throws(GymbagError) {
      return try look.day(.day(day), reads: false)
    } catch {
      if error.kind == .interrupted { throw error }
      context.console.warn("how \(day) stands could not be looked at: \(error.message)")
      return nil
    }
  }
}

extension DayPacker.Former {
  /// What was there before, in JSON.
  fileprivate var name: String {
    switch self {
    case .none: "none"
    case .sound: "sound"
    case .unusable: "unusable"
    }
  }
}
