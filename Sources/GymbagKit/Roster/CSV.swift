import GymbagModel
import GymbagSystem

/// Comma-separated values as RFC 4180 has them; a quote within a field that does not begin with one
/// is an ordinary character.
struct CSV {
  struct Row: Equatable {
    /// The number of the line that the row begins on, from 1, as an editor counts.
    let line: Int
    /// The fields, without the white space around them.
    let fields: [String]

    /// Whether there is nothing in it: spreadsheets leave such rows behind.
    var isBlank: Bool { fields.allSatisfy(\.isEmpty) }
  }

  /// The rows, blank ones left out.
  ///
  /// - Throws: `badData` with the line for a quoted field that does not end, or goes on behind its
  ///   quote.
  static func rows(_ bytes: [UInt8], source: String) throws(GymbagError) -> [Row] {
    var reader = Reader(rest: bytes[...], source: source)
    var rows: [Row] = []
    while let row = try reader.row() {
      if !row.isBlank { rows.append(row) }
    }
    return rows
  }

  private struct Reader {
    var rest: ArraySlice<UInt8>
    let source: String
    var line = 1

    mutating func row() throws(GymbagError) -> Row? {
      guard !rest.isEmpty else { return nil }
      let start = line
      var fields: [String] = []
      while true {
        let isQuoted = rest.first == UInt8(ascii: "\"")
        fields.append(isQuoted ? try quotedField() : plainField())
        let separator = rest.popFirst()
        if separator == UInt8(ascii: ",") { continue }
        if separator == UInt8(ascii: "\r"), rest.first == UInt8(ascii: "\n") { rest.removeFirst() }
        if separator != nil { line += 1 }
        return Row(line: start, fields: fields)
      }
    }

    private mutating func plainField() -> String {
      let field = rest.prefix { !Self.endsField($0) }
      rest = rest[field.endIndex...]
      return Self.text(field)
    }

    private mutating func quotedField() throws(GymbagError) -> String {
      let start = line
      var field: [UInt8] = []
      rest.removeFirst()
      while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "\n") { line += 1 }
        guard byte == UInt8(ascii: "\"") else {
          field.append(byte)
          continue
        }
        if rest.first == UInt8(ascii: "\"") {
          field.append(rest.removeFirst())
          continue
        }
        guard rest.first.map(Self.endsField) ?? true else {
          throw GymbagError(.badData, "line \(line): text behind a closing quote (\(source))")
        }
        return Self.text(field[...])
      }
      throw GymbagError(.badData, "line \(start): a quote that is never closed (\(source))")
    }

    private static func endsField(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
      let isSpace = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      return String(decoding: bytes.trimming(isSpace), as: UTF8.self)
    }
  }
}
