import GymbagJSON
package import GymbagModel
import GymbagSystem

/// A roster in a file: CSV with a header, JSON, or plain ids.
package enum RosterFile {
  /// Reads a roster; `-` is standard input.
  ///
  /// - CSV, comma-separated, has a header with a column for the id (`id`, `athlete_id`, `userID`, in
  ///   any case), and may have one for the name and one for workouts, whose ids `;` separates.
  /// - JSON is a list, or an object with a list `athletes`, of ids or of objects with an `id` (or
  ///   `userID`), a `name` and `workouts`.
  /// - Everything else is one id a line, without commas, semicolons and tabs.
  ///
  /// - Throws: `notFound`, `io`; `badData` with the line or the JSON path, and for a roster without
  ///   athletes.
  package static func read(_ path: String) throws(GymbagError) -> Roster {
    let limit = 64 << 20
    var bytes =
      path == "-"
      ? try Terminal.readInput(limit: limit) : try FileSystem.read(path, limit: Int64(limit))
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { bytes.removeFirst(3) }
    guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0) else {
      // Spreadsheets are zip archives, which begin so.
      let isSpreadsheet = bytes.starts(with: "PK".utf8)
      throw GymbagError(
        .badData, "the roster is not text in UTF-8 (\(path))",
        hint: isSpreadsheet ? "export the spreadsheet as CSV in UTF-8" : "save it as UTF-8")
    }
    guard let roster = Roster(try entries(bytes, path)) else {
      throw GymbagError(.badData, "the roster has no athletes (\(path))")
    }
    return roster
  }

  private static func entries(_ bytes: [UInt8], _ path: String) throws(GymbagError)
    -> [Roster.Entry]
  {
    let first = bytes.first { ![0x20, 0x09, 0x0a, 0x0d].contains($0) }
    if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") {
      return try json(JSONDocument(bytes, source: path).root)
    }
    let rows = try CSV.rows(bytes, source: path)
    guard let header = rows.first else { return [] }
    if header.fields.count > 1 || Columns.isTitle(header.fields[0]) {
      let columns = try Columns(header, path)
      return try rows.dropFirst().map { row throws(GymbagError) in try columns.entry(row, path) }
    }
    return try rows.map { row throws(GymbagError) in
      // A separator that is not understood must not make ids of whole rows.
      guard row.fields.count == 1, !row.fields[0].utf8.contains(where: { ";\t".utf8.contains($0) }),
        let id = ID(row.fields[0])
      else {
        throw GymbagError(
          .badData, "line \(row.line): this is not one id (\(path))",
          hint: "save a table with commas between its columns, and with a header")
      }
      return Roster.Entry(id: id)
    }
  }

  private static func json(_ root: JSONValue) throws(GymbagError) -> [Roster.Entry] {
    let list = root.isArray ? root : try root.object().required("athletes")
    var entries: [Roster.Entry] = []
    for element in try list.elements() { entries.append(try entry(element)) }
    return entries
  }

  private static func entry(_ element: JSONValue) throws(GymbagError) -> Roster.Entry {
    guard element.isObject else { return Roster.Entry(id: try element.id()) }
    let athlete = try element.object()
    guard let id = athlete["id"] ?? athlete["userID"] ?? athlete["athlete_id"] else {
      throw element.mismatch("an athlete with an \"id\"")
    }
    return Roster.Entry(
      id: try id.id(), name: try athlete.optional("name")?.string(),
      workouts: try athlete.optional("workouts")?.ids() ?? [])
  }
}

/// Which column of a CSV roster holds what.
private struct Columns {
  private static let ids = ["id", "athleteid", "userid"]
  private static let names = ["name", "athletename"]
  private static let workouts = ["workouts", "workout", "workoutids", "workoutid"]

  private let count: Int
  private let id: Int
  private let name: Int?
  private let workouts: Int?

  init(_ header: CSV.Row, _ path: String) throws(GymbagError) {
    let titles = header.fields.map(Self.normalized)
    guard let id = titles.firstIndex(where: Self.ids.contains) else {
      throw GymbagError(
        .badData,
        "line \(header.line): no column for the athlete's id among: "
          + "\(header.fields.joined(separator: ", ")) (\(path))",
        hint: "name it id, athlete_id or userID")
    }
    self.id = id
    name = titles.firstIndex(where: Self.names.contains)
    workouts = titles.firstIndex(where: Self.workouts.contains)
    count = titles.count
  }

  /// Whether a field is the title of a column that rosters have.
  static func isTitle(_ field: String) -> Bool {
    (ids + names + workouts).contains(normalized(field))
  }

  /// A title without case, spaces, underscores and dashes.
  private static func normalized(_ title: String) -> String {
    title.lowercased().filter { !" _-".contains($0) }
  }

  func entry(_ row: CSV.Row, _ path: String) throws(GymbagError) -> Roster.Entry {
    guard row.fields.dropFirst(count).allSatisfy(\.isEmpty) else {
      throw GymbagError(
        .badData,
        "line \(row.line): \(row.fields.count) fields where the header has \(count)"
          + " (\(path))",
        hint: "a field with a comma in it stands in quotes")
    }
    guard let id = text(row, id).flatMap(ID.init) else {
      throw GymbagError(.badData, "line \(row.line): a row without an id (\(path))")
    }
    return Roster.Entry(
      id: id, name: text(row, name),
      workouts: (text(row, workouts) ?? "").utf8.split(separator: UInt8(ascii: ";")).compactMap {
        ID(String(decoding: $0.trimming { $0 == UInt8(ascii: " ") }, as: UTF8.self))
      })
  }

  private func text(_ row: CSV.Row, _ column: Int?) -> String? {
    guard let column, row.fields.indices.contains(column) else { return nil }
    return row.fields[column].isEmpty ? nil : row.fields[column]
  }
}
