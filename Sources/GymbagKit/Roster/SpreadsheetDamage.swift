/// What a spreadsheet leaves in the place of an id that it has taken for something else.
///
/// Only what spreadsheets write and people hardly do: `1.2E+11` but not `7e0`, `#REF!` but not `#7`.
enum SpreadsheetDamage {
  /// What has evidently become of a cell, as the end of a sentence; nil for all that can be an id.
  static func found(in cell: String) -> String? {
    let bytes = Array(cell.utf8)
    if bytes.first == UInt8(ascii: "'") { return "begins with a spreadsheet's apostrophe" }
    if bytes.first == UInt8(ascii: "=") { return "is a spreadsheet's formula" }
    if isErrorValue(bytes) { return "is a spreadsheet's error" }
    if isScientific(bytes) { return "is a number that a spreadsheet has rounded" }
    return nil
  }

  /// `#REF!`, `#N/A`, `#NAME?` in any language, `Err:502`, and a column that was too narrow.
  private static func isErrorValue(_ cell: [UInt8]) -> Bool {
    if cell.starts(with: "Err:".utf8) {
      return cell.count == 7 && cell.dropFirst(4).allSatisfy(isDigit)
    }
    guard cell.count > 2, cell.first == UInt8(ascii: "#"), let last = cell.last else {
      return false
    }
    let text = String(decoding: cell, as: UTF8.self)
    if ["#N/A", "#NV", "#GETTING_DATA"].contains(text) { return true }
    if cell.allSatisfy({ $0 == UInt8(ascii: "#") }) { return true }
    return (last == UInt8(ascii: "!") || last == UInt8(ascii: "?"))
      && text.dropFirst().dropLast().allSatisfy { $0.isUppercase || "/0_".contains($0) }
  }

  /// One digit, a fraction if any, a capital E, a sign, and two digits or more: `1.2E+11`, `1,2E+11`.
  private static func isScientific(_ cell: [UInt8]) -> Bool {
    var rest = cell[...]
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    guard let digit = rest.popFirst(), isDigit(digit) else { return false }
    if rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ",") {
      let fraction = rest.dropFirst().prefix(while: isDigit)
      guard !fraction.isEmpty else { return false }
      rest = rest[fraction.endIndex...]
    }
    guard rest.popFirst() == UInt8(ascii: "E"), let sign = rest.popFirst(),
      sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
    else { return false }
    return rest.count >= 2 && rest.allSatisfy(isDigit)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
