import GymbagModel
import GymbagSystem

/// The text of a roster, whatever it is encoded in.
enum RosterText {
  /// The text in UTF-8, without a byte order mark.
  ///
  /// UTF-16 is known by its mark; without one by a first line of ASCII characters, each beside a NUL,
  /// which no text in UTF-8 holds.
  ///
  /// - Throws: `badData` for what is no text in either, with the line where it can be told.
  static func utf8(_ bytes: [UInt8], source: String) throws(GymbagError) -> [UInt8] {
    try refuseOthers(bytes, source)
    if let isLittleEndian = endianness(bytes) {
      return try utf16(bytes, isLittleEndian: isLittleEndian, source)
    }
    let text = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? Array(bytes.dropFirst(3)) : bytes
    do {
      _ = try UTF8Span(validating: text.span)
    } catch {
      throw GymbagError(
        .badData,
        "line \(line(at: error.byteOffsets.lowerBound, in: text)): this is not text in UTF-8"
          + " (\(source))",
        hint: "save it as \"CSV UTF-8\", or convert it: iconv -f WINDOWS-1252 -t UTF-8")
    }
    if let position = text.firstPosition(of: 0, from: 0) {
      throw nul(text, position, source)
    }
    return text
  }

  /// Files that are no text, but that people take for a roster.
  private static func refuseOthers(_ bytes: [UInt8], _ source: String) throws(GymbagError) {
    if bytes.isEmpty { throw GymbagError(.badData, "the roster is an empty file (\(source))") }
    let others: [(start: [UInt8], name: String)] = [
      (Array("PK\u{3}\u{4}".utf8), "a zip archive, as .xlsx and .ods are"),
      ([0xd0, 0xcf, 0x11, 0xe0], "a workbook of an old Excel (.xls)"),
    ]
    if let other = others.first(where: { bytes.starts(with: $0.start) }) {
      throw notText(other.name, source)
    }
  }

  /// Says that a file is something else than a roster.
  static func notText(_ name: String, _ source: String) -> GymbagError {
    GymbagError(
      .badData, "the roster is \(name), not CSV (\(source))",
      hint: "open it in the spreadsheet program and save it as \"CSV UTF-8\"")
  }

  /// Whether UTF-16 has the low byte first; nil for what is not UTF-16.
  private static func endianness(_ bytes: [UInt8]) -> Bool? {
    if bytes.starts(with: [0xff, 0xfe]) { return true }
    if bytes.starts(with: [0xfe, 0xff]) { return false }
    guard bytes.count > 1, bytes.count.isMultiple(of: 2), (bytes[0] == 0) != (bytes[1] == 0) else {
      return nil
    }
    let isLittleEndian = bytes[1] == 0
    for unit in units(bytes, isLittleEndian: isLittleEndian) {
      if unit == 0x0a || unit == 0x0d { break }
      if unit == 0 || unit > 0x7f { return nil }
    }
    return isLittleEndian
  }

  private static func units(_ bytes: [UInt8], isLittleEndian: Bool) -> some Sequence<UInt16> {
    stride(from: 0, to: bytes.count - 1, by: 2).lazy.map { position in
      let (first, second) = (UInt16(bytes[position]), UInt16(bytes[position + 1]))
      return isLittleEndian ? second << 8 | first : first << 8 | second
    }
  }

  private static func utf16(_ bytes: [UInt8], isLittleEndian: Bool, _ source: String)
    throws(GymbagError) -> [UInt8]
  {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var units = units(bytes, isLittleEndian: isLittleEndian).makeIterator()
    var decoder = UTF16()
    var isBroken = false
    decoding: while true {
      switch decoder.decode(&units) {
      case .scalarValue(let scalar):
        if let encoded = UTF8.encode(scalar) { text.append(contentsOf: encoded) }
      case .emptyInput:
        isBroken = !bytes.count.isMultiple(of: 2)
        break decoding
      case .error:
        isBroken = true
        break decoding
      }
    }
    guard !isBroken else {
      throw GymbagError(
        .badData, "line \(line(at: text.count, in: text)): this is broken UTF-16 (\(source))",
        hint: "save it again, as \"CSV UTF-8\"")
    }
    if text.starts(with: [0xef, 0xbb, 0xbf]) { text.removeFirst(3) }
    if let position = text.firstPosition(of: 0, from: 0) { throw nul(text, position, source) }
    return text
  }

  private static func nul(_ text: [UInt8], _ position: Int, _ source: String) -> GymbagError {
    GymbagError(
      .badData, "line \(line(at: position, in: text)): a NUL, which no text holds (\(source))",
      hint: "save it as \"CSV UTF-8\"")
  }

  /// The number of the line that holds a position, from 1. Lines end in LF, CR LF, or CR.
  private static func line(at position: Int, in text: [UInt8]) -> Int {
    var line = 1
    for offset in 0..<position {
      let isEnd =
        text[offset] == UInt8(ascii: "\n")
        || text[offset] == UInt8(ascii: "\r")
          && !(offset + 1 < text.count && text[offset + 1] == UInt8(ascii: "\n"))
      if isEnd { line += 1 }
    }
    return line
  }
}
