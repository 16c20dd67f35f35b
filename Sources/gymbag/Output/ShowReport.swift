import GymbagArchive
import GymbagJSON
import GymbagKit
import GymbagModel

/// What an archive holds, in words and as JSON.
enum ShowReport {
  static func text(_ open: OpenDay) -> String {
    let index = open.index
    let stamp = index.stamp
    let names = Dictionary(
      index.athletes.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    var out = """
      \(stamp.day)  \(open.path), \(humanSize(open.head.byteCount))
        owner      \(stamp.owner)
        packed     \(stamp.packedAt), serial \(stamp.serial), a day of \(stamp.timeZone.printable)
        signed by  \(open.head.signer ?? "nobody")

      """
    for workout in index.workouts {
      let people = workout.participants.map { (names[$0] ?? $0.text).printable }
      out += "\n\(workout.id.text.printable): \(workout.title.printable)\n"
      for item in workout.items {
        out += "  - \(index.exerciseDefinitions[item.definition].name.printable)\n"
      }
      out += "  for \(people.isEmpty ? "nobody" : people.joined(separator: ", "))\n"
    }
    out += "\n\(counted(index.entries.count, "entry", "entries")), content not read:\n"
    for entry in index.entries {
      out += "  \(OpenDay.shortName(entry.name).padding(to: 46))  \(humanSize(entry.byteCount))\n"
    }
    return out
  }

  static func write(_ open: OpenDay, to json: inout JSONWriter) {
    let index = open.index
    json.member("path", open.path)
    json.member("size", open.head.byteCount)
    json.member("signer", open.head.signer)
    json.member("contentRead", false)
    json.key("index")
    json.token(String(decoding: index.json(), as: UTF8.self))
  }
}
