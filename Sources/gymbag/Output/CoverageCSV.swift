import GymbagKit
import GymbagModel

/// Coverage for spreadsheets: a row an athlete, a column an exercise.
enum CoverageCSV {
  static func text(_ answer: CoverageAnswer) -> String {
    let coverage = answer.coverage
    let columns = coverage.required.indices
    var rows = [
      ["athlete_id", "name", "state"] + columns.map { answer.index.exerciseDefinitions[$0].name }
    ]
    for athlete in coverage.athletes {
      let cells = columns.map { column in
        guard athlete.required.contains(column) else { return "" }
        return athlete.missing.contains(column) ? "missing" : "covered"
      }
      let state = athlete.isUncovered ? "uncovered" : "covered"
      rows.append([athlete.id.text, athlete.name, state] + cells)
    }
    for entry in coverage.unknown {
      rows.append([entry.id.text, entry.name ?? "", "unknown"] + columns.map { _ in "" })
    }
    // RFC 4180: lines end in CRLF.
    return rows.map { $0.map(quoted).joined(separator: ",") + "\r\n" }.joined()
  }

  /// A field, in quotes where it needs them. By bytes: to Swift a quote with an accent on it is not a
  /// quote any more.
  private static func quoted(_ text: String) -> String {
    let field = Array(text.printable.utf8)
    guard field.contains(where: { "\",\r\n".utf8.contains($0) }) else { return text.printable }
    let quote = UInt8(ascii: "\"")
    let doubled = field.flatMap { $0 == quote ? [quote, quote] : [$0] }
    return String(decoding: [quote] + doubled + [quote], as: UTF8.self)
  }
}
