import GymbagModel
import GymbagSystem

/// Reads rows of separated values as RFC 4180 has them, and what spreadsheets make of it: any
/// separator, lines that end in LF, CR LF or CR, and blanks around quotes.
///
/// A quote within a field that does not begin with one is an ordinary character.
struct CSV {
  struct Row {
    /// The number of the line that the row begins on, from 1, as an editor counts.
    let line: Int
    /// The fields, without the blanks around them.
    let fields: [String]

    /// Whether there is nothing in it: spreadsheets leave such rows behind.
    var isBlank: Bool { fields.allSatisfy(\.isEmpty) }
  }

  /// The bytes of which each separates two fields.
  var separators: [UInt8]
  private let text: [UInt8]
  private let source: String
  private var position = 0
  private var line = 1

  /// Begins at the start of a text in UTF-8.
  init(_ text: [UInt8], separators: [UInt8], source: String) {
    self.text = text
    self.separators = separators
    self.source = source
  }

  /// The separator that a first line `sep=;` names, as Excel reads and writes it; nil when there is no
  /// such line. It is passed over, and counts as a line.
  ///
  /// - Throws: `badData` for one that names no separator.
  mutating func declaredSeparator() throws(GymbagError) -> UInt8? {
    let quote = UInt8(ascii: "\"")
    let first = text[position...].prefix { !Self.endsLine($0) }
    let words = first.trimming { $0 == quote }
    guard String(decoding: words.prefix(4), as: UTF8.self).lowercased() == "sep=" else {
      return nil
    }
    let separator = words.dropFirst(4)
    guard separator.count == 1, let byte = separator.first, Self.canSeparate(byte) else {
      throw GymbagError(
        .badData, "line \(line): this names no separator (\(source))",
        hint: "a line sep=; holds one character behind the equals sign, and nothing else")
    }
    position = first.endIndex
    passLineEnd()
    return byte
  }

  /// The next row; nil behind the last one.
  ///
  /// - Throws: `badData` with the line for a quoted field that does not end, or goes on behind its
  ///   quote.
  mutating func row() throws(GymbagError) -> Row? {
    guard position < text.count else { return nil }
    let start = line
    var fields: [String] = []
    while true {
      let content = position(behindBlanksAt: position)
      let isQuoted = byte(at: content) == UInt8(ascii: "\"")
      fields.append(isQuoted ? try quotedField(at: content) : plainField())
      guard let end = byte(at: position), separators.contains(end) else { break }
      position += 1
    }
    passLineEnd()
    return Row(line: start, fields: fields)
  }

  private mutating func plainField() -> String {
    let start = position
    while let byte = byte(at: position), !endsField(byte) { position += 1 }
    return Self.field(text[start..<position])
  }

  /// - Parameter opening: where the quote stands that it begins with.
  private mutating func quotedField(at opening: Int) throws(GymbagError) -> String {
    let (start, quote) = (line, UInt8(ascii: "\""))
    var field: [UInt8] = []
    position = opening + 1
    while let byte = byte(at: position) {
      if byte == quote {
        position += 1
        if self.byte(at: position) == quote {
          field.append(quote)
          position += 1
          continue
        }
        position = position(behindBlanksAt: position)
        guard self.byte(at: position).map(endsField) ?? true else {
          throw GymbagError(
            .badData, "line \(line): text behind a closing quote (\(source))",
            hint: "a quote within a quoted field is written twice")
        }
        return Self.field(field[...])
      }
      let before = position
      if Self.endsLine(byte) { passLineEnd() } else { position += 1 }
      field += text[before..<position]
    }
    throw GymbagError(
      .badData, "line \(start): a quote that is never closed (\(source))",
      hint: "the field that begins there would reach to the end of the file")
  }

  /// Goes behind the end of a line, if one is here.
  private mutating func passLineEnd() {
    guard let end = byte(at: position) else { return }
    position += 1
    if end == UInt8(ascii: "\r"), byte(at: position) == UInt8(ascii: "\n") { position += 1 }
    line += 1
  }

  private func byte(at position: Int) -> UInt8? { position < text.count ? text[position] : nil }

  /// Spaces, and tabs where these do not separate.
  private func position(behindBlanksAt start: Int) -> Int {
    var position = start
    while let byte = byte(at: position), byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t"),
      !separators.contains(byte)
    {
      position += 1
    }
    return position
  }

  private func endsField(_ byte: UInt8) -> Bool { Self.endsLine(byte) || separators.contains(byte) }

  private static func endsLine(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  /// A tab, or punctuation: no letter, digit, space or quote.
  private static func canSeparate(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\t"), UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: "/"),
      UInt8(ascii: ":")...UInt8(ascii: "@"), UInt8(ascii: "[")...UInt8(ascii: "`"),
      UInt8(ascii: "{")...UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static func field(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self).withoutBlanks
  }
}
