package import GymbagModel
import GymbagSystem

/// A roster that was read from a file: a table with a header (CSV), JSON, or plain ids. The rules are
/// in gymbag(1), under Rosters.
package struct RosterFile: Sendable {
  /// Those expected.
  package let roster: Roster
  /// How many rows had nothing in them and were left out.
  package let blankRowCount: Int
  private let rows: [RosterRow]
  private let source: String

  /// Reads a roster; `-` is standard input.
  ///
  /// - Parameter idColumn: the title of the column, or in JSON the member, that holds the id; nil to
  ///   know it by its title.
  /// - Throws: `notFound`, `io`; `badData` with the line or the JSON path, and for a roster without
  ///   athletes.
  package static func read(_ path: String, idColumn: String? = nil) throws(GymbagError)
    -> RosterFile
  {
    let limit = 64 << 20
    if path == "-" {
      let bytes = try Terminal.readInput(limit: limit)
      return try RosterFile(bytes, idColumn: idColumn, source: "standard input")
    }
    let bytes = try FileSystem.read(path, limit: Int64(limit))
    return try RosterFile(bytes, idColumn: idColumn, source: path)
  }

  /// Reads the content of a file.
  ///
  /// - Parameters:
  ///   - idColumn: as above.
  ///   - source: where it came from, for errors.
  /// - Throws: `badData`.
  package init(_ bytes: [UInt8], idColumn: String? = nil, source: String) throws(GymbagError) {
    let text = try RosterText.utf8(bytes, source: source)
    let first = text.first { ![0x20, 0x09, 0x0a, 0x0d].contains($0) }
    if first == UInt8(ascii: "<") { throw RosterText.notText("HTML or XML", source) }
    if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") {
      rows = try RosterJSON.rows(text, idColumn: idColumn, source: source)
      blankRowCount = 0
    } else {
      let table = try RosterTable(text, idColumn: idColumn, source: source)
      rows = table.rows
      blankRowCount = table.blankRowCount
    }
    guard let roster = Roster(rows.map(\.entry)) else {
      throw GymbagError(.badData, "the roster has no athletes (\(source))")
    }
    self.roster = roster
    self.source = source
  }

  /// What a person should look at: an id that has two names may be two athletes.
  package var remarks: [String] {
    var named: [ID: (name: String, place: String)?] = [:]
    var remarks: [String] = []
    for row in rows {
      guard let name = row.entry.name else { continue }
      guard let known = named[row.entry.id] else {
        named[row.entry.id] = .some((name, row.place))
        continue
      }
      // Said once. Names are compared as people read them, however an accent is composed.
      guard let known, known.name != name else { continue }
      named[row.entry.id] = .some(nil)
      remarks.append(
        "the athlete \(row.entry.id) is \"\(name)\" in \(row.place) and \"\(known.name)\" in "
          + "\(known.place) (\(source))")
    }
    return remarks
  }

  /// Makes sure that a day has the workouts that the roster names.
  ///
  /// - Throws: `badData` with the place of the first one that it does not have.
  package func check(workouts: [ID], of day: DayKey) throws(GymbagError) {
    let known = Set(workouts)
    for row in rows {
      guard let stray = row.entry.workouts.first(where: { !known.contains($0) }) else { continue }
      throw GymbagError(
        .badData,
        "\(row.place): the roster names workout \(stray) for athlete \(row.entry.id), "
          + "but the day has no such workout (\(source))",
        hint: "semicolons separate several; " + day.hint(workouts: workouts))
    }
  }
}

/// What one row of a roster says, and where it stands: `line 3`, or `$[2]`.
struct RosterRow: Sendable {
  let place: String
  let entry: Roster.Entry
}
