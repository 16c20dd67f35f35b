import GymbagArchive
import GymbagJSON
import GymbagKit
import GymbagModel

/// What an archive holds, in words and as JSON.
enum ShowReport {
  static func text(_ head: ArchiveHead) -> String {
    let index = head.index
    let stamp = index.stamp
    let names = Dictionary(
      index.athletes.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    var out = """
      \(stamp.day)  \(head.path.printable), \(ByteCount.words(head.byteCount))
        owner      \(stamp.owner)
        packed     \(stamp.packedAt), serial \(stamp.serial), a day of \(stamp.timeZone.printable)
        signed by  \(head.signer ?? "nobody")

      """
    for workout in index.workouts {
      // Rosters name athletes by their ids.
      let people = workout.participants.map { "\(names[$0] ?? "") (\($0))".printable }
      out += "\n\(workout.id.text.printable): \(workout.title.printable)\n"
      for item in workout.items {
        out += "  - \(index.exerciseDefinitions[item.definition].name.printable)\n"
      }
      out += "  for \(people.isEmpty ? "nobody" : people.joined(separator: ", "))\n"
    }
    out += "\n\(counted(index.entries.count, "entry", "entries")), content not read:\n"
    for entry in index.entries {
      out +=
        "  \(EntryName.short(entry.name).padding(to: 46))  \(ByteCount.words(entry.byteCount))\n"
    }
    return out
  }

  /// A document that is a roster, too.
  static func write(_ expected: DayRoster, of index: DayIndex, to json: inout JSONWriter) {
    json.member("day", "\(index.stamp.day)")
    json.member("rosterSource", expected.source.name)
    json.member("athletes", expected.named(by: index).entries) { json, entry in
      json.object { json in
        json.member("id", entry.id.text)
        json.member("name", entry.name)
        json.member("workouts", entry.workouts) { $0.string($1.text) }
      }
    }
  }

  /// - Parameter index: the bytes of the index, which may say more than is known here.
  static func write(_ head: ArchiveHead, _ index: [UInt8], to json: inout JSONWriter) {
    json.member("path", head.path)
    json.member("size", head.byteCount)
    json.member("signer", head.signer)
    json.member("contentRead", false)
    json.key("index")
    json.token(String(decoding: index, as: UTF8.self))
  }
}
