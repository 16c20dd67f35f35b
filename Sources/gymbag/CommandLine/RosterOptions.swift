import GymbagModel

/// The options of commands that read a roster.
enum RosterOptions {
  static let roster = Option(
    "roster", value: "FILE",
    "who is expected, by ids: CSV with a header, JSON, or one a line; - is standard input")
  static let idColumn = Option(
    "id-column", value: "COLUMN", "the roster's column, or JSON member, that holds the id")

  /// The column that was named.
  ///
  /// - Throws: `usage` for one without a roster, or without a name.
  static func idColumn(_ arguments: Arguments, rosterFile: String?) throws(GymbagError) -> String? {
    let column = arguments.value("id-column")
    if column != nil, rosterFile == nil {
      throw GymbagError(.usage, "--id-column is for a roster", hint: "give it with --roster FILE")
    }
    if column?.isEmpty == true {
      throw GymbagError(.usage, "--id-column needs the title of a column")
    }
    return column
  }
}
