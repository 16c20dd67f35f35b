import GymbagJSON
import GymbagKit
import GymbagModel

/// What spreadsheets make: the same roster must come out when it is written in other ways.
enum RosterReader {
  static let roster: Input.Reader = { bytes throws(GymbagError) in
    let roster = try RosterFile(bytes, source: "roster").roster
    let ids = roster.entries.map(\.id)
    Input.check(!ids.isEmpty, "a roster without athletes")
    Input.check(Set(ids).count == ids.count, "an athlete who is there twice")
    check(json(roster), is: roster, "JSON")

    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else { return }
    let scalars = text.unicodeScalars
    let content = scalars.first == "\u{feff}" ? scalars.dropFirst() : scalars[...]
    check(utf16(content), is: roster, "UTF-16")
    // Ids in JSON may hold what a table does not keep.
    let first = content.first { !" \t\n\r".unicodeScalars.contains($0) }
    if first != "[", first != "{" { check(table(roster), is: roster, "a table") }
  }

  private static func check(_ bytes: [UInt8], is roster: Roster, _ form: String) {
    let again = Input.again("the roster as \(form)") { () throws(GymbagError) in
      try RosterFile(bytes, source: form)
    }
    Input.check(again.roster == roster, "another roster as \(form)")
  }

  private static func json(_ roster: Roster) -> [UInt8] {
    JSONWriter.text { json in
      json.object { json in
        json.member("athletes", roster.entries) { json, entry in
          json.object { json in
            json.member("athlete_id", entry.id.text)
            json.member("name", entry.name)
            json.member("workouts", entry.workouts) { json, id in json.string(id.text) }
          }
        }
      }
    }
  }

  private static func utf16(_ text: Substring.UnicodeScalarView) -> [UInt8] {
    let units = String(String.UnicodeScalarView(text)).utf16
    return [0xfe, 0xff] + units.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
  }

  /// All fields in quotes, semicolons between them.
  private static func table(_ roster: Roster) -> [UInt8] {
    let rows = roster.entries.map { entry in
      [entry.id.text, entry.name ?? "", entry.workouts.map(\.text).joined(separator: "; ")]
    }
    let quote = UInt8(ascii: "\"")
    // By bytes: with an accent on it a quote is another character.
    let lines = ([["ID", "Name", "Workouts"]] + rows).map { fields in
      let quoted = fields.map { field in
        [quote] + field.utf8.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
      }
      return quoted.joined(separator: [UInt8(ascii: ";")])
    }
    return Array(lines.joined(separator: [UInt8(ascii: "\r")]))
  }
}
