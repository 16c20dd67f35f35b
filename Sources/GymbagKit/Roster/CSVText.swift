/// Comma-separated values as RFC 4180 has them, written.
package enum CSVText {
  /// The text of these rows of fields.
  package static func of(_ rows: [[String]]) -> String {
    // RFC 4180: lines end in CRLF.
    rows.map { $0.map(quoted).joined(separator: ",") + "\r\n" }.joined()
  }

  /// A field, in quotes where it needs them. By bytes: to Swift a quote with an accent on it is not a
  /// quote any more.
  private static func quoted(_ text: String) -> String {
    let field = Array(text.utf8)
    guard field.contains(where: { "\",\r\n".utf8.contains($0) }) else { return text }
    let quote = UInt8(ascii: "\"")
    let doubled = field.flatMap { $0 == quote ? [quote, quote] : [$0] }
    return String(decoding: [quote] + doubled + [quote], as: UTF8.self)
  }
}
