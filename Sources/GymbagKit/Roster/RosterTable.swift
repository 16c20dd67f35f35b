import GymbagModel

/// A roster as rows: a table with a header, or a list of ids.
struct RosterTable {
  private(set) var rows: [RosterRow] = []
  /// How many rows had nothing in them.
  private(set) var blankRowCount = 0

  private static let separators = [
    UInt8(ascii: ","): "a comma", UInt8(ascii: ";"): "a semicolon", UInt8(ascii: "\t"): "a tab",
  ]
  private let source: String

  /// Reads a text in UTF-8.
  ///
  /// What separates is said by a first line `sep=`; else it is whichever of comma, semicolon and tab
  /// makes a column for the id of the header, which is the first row with anything in it. A first row
  /// of one field that is no known title begins a list.
  ///
  /// - Parameter idColumn: the title of the column for the id, if it was said; then there is a header.
  /// - Throws: `badData` with the line.
  init(_ text: [UInt8], idColumn: String?, source: String) throws(GymbagError) {
    self.source = source
    let all = Self.separators.keys.sorted()
    var csv = CSV(text, separators: all, source: source)
    let declared = try csv.declaredSeparator()
    if let declared { csv.separators = [declared] }
    var start = csv
    var first = try csv.row()
    while let row = first, row.isBlank {
      blankRowCount += 1
      start = csv
      first = try csv.row()
    }
    guard var header = first else { return }
    if declared == nil, let reading = try Self.reading(of: start, idColumn, source) {
      (csv, header) = reading
    }
    if idColumn == nil, let field = Self.onlyField(of: header), !RosterColumns.isTitle(field) {
      rows.append(try listed(header))
      while let row = try nextRow(&csv) { rows.append(try listed(row)) }
      return
    }
    let columns = try RosterColumns(
      header.fields, idColumn: idColumn, .column, at: "line \(header.line)", source: source)
    while let row = try nextRow(&csv) {
      rows.append(try entry(row, columns, header.fields.count, csv.separators))
    }
  }

  /// The next row with anything in it.
  private mutating func nextRow(_ csv: inout CSV) throws(GymbagError) -> CSV.Row? {
    while let row = try csv.row() {
      if !row.isBlank { return row }
      blankRowCount += 1
    }
    return nil
  }

  /// The header with the one separator that gives it a column for the id, and the reader behind it;
  /// nil if none does.
  private static func reading(of start: CSV, _ idColumn: String?, _ source: String)
    throws(GymbagError) -> (CSV, CSV.Row)?
  {
    var readings: [(csv: CSV, header: CSV.Row)] = []
    for separator in separators.keys.sorted() {
      var csv = start
      csv.separators = [separator]
      // A quote that ends before another separator: then that one separates, or none does.
      guard let header = try? csv.row(), header.fields.count > 1,
        !RosterColumns.ids(among: header.fields, idColumn: idColumn).isEmpty
      else { continue }
      readings.append((csv, header))
    }
    guard readings.count < 2 else {
      let names = readings.flatMap(\.csv.separators).compactMap { separators[$0] }
      throw GymbagError(
        .badData,
        "line \(readings[0].header.line): \(names.joined(separator: " or ")) could separate here, "
          + "each makes a column for the athlete's id (\(source))",
        hint: "say which one in a first line, as in sep=;")
    }
    return readings.first
  }

  /// The field of a row that has but one with anything in it.
  private static func onlyField(of row: CSV.Row) -> String? {
    let fields = row.fields.lazy.filter { !$0.isEmpty }
    return fields.dropFirst().isEmpty ? fields.first : nil
  }

  /// A separator that is not understood must not make ids of whole rows.
  private func listed(_ row: CSV.Row) throws(GymbagError) -> RosterRow {
    guard let id = Self.onlyField(of: row).flatMap(ID.init) else {
      throw GymbagError(
        .badData, "line \(row.line): this is not one id (\(source))",
        hint: "a table begins with a header that has a column id or athlete_id")
    }
    try refuseDamaged(id, row)
    return RosterRow(place: "line \(row.line)", entry: Roster.Entry(id: id))
  }

  private func entry(
    _ row: CSV.Row, _ columns: RosterColumns, _ count: Int, _ separators: [UInt8]
  ) throws(GymbagError) -> RosterRow {
    guard row.fields.dropFirst(count).allSatisfy(\.isEmpty) else {
      let name = separators.count == 1 ? Self.separators[separators[0]] : nil
      throw GymbagError(
        .badData,
        "line \(row.line): \(row.fields.count) fields where the header has \(count) (\(source))",
        hint: "a field with \(name ?? "a separator") in it stands in quotes")
    }
    func field(_ column: Int) -> String {
      row.fields.indices.contains(column) ? row.fields[column] : ""
    }
    guard let id = ID(field(columns.id)) else {
      throw GymbagError(
        .badData, "line \(row.line): a row without an id (\(source))",
        hint: "give the athlete their id, or take the row out")
    }
    try refuseDamaged(id, row)
    let name = columns.names.map(field).filter { !$0.isEmpty }.joined(separator: " ")
    return RosterRow(
      place: "line \(row.line)",
      entry: Roster.Entry(
        id: id, name: name.isEmpty ? nil : name,
        workouts: columns.workouts.map { Self.workouts(field($0)) } ?? []))
  }

  /// The ids in a cell, which semicolons or line breaks separate whatever separates the columns.
  private static func workouts(_ cell: String) -> [ID] {
    cell.utf8.split { ";\n\r".utf8.contains($0) }.compactMap {
      ID(String(decoding: $0, as: UTF8.self).withoutBlanks)
    }
  }

  private func refuseDamaged(_ id: ID, _ row: CSV.Row) throws(GymbagError) {
    guard let damage = SpreadsheetDamage.found(in: id.text) else { return }
    throw GymbagError(
      .badData, "line \(row.line): the id \(id) \(damage) (\(source))",
      hint: "format the column as text and enter the id again; "
        + "an id that is really spelled so can stand in a JSON roster")
  }
}
