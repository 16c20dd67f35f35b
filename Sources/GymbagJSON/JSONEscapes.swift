/// The escapes within JSON strings.
enum JSONEscapes {
  /// What a string stands for.
  ///
  /// - Parameter quoted: a string that the parser has passed, with its quotes.
  /// - Returns: the text in UTF-8; a surrogate without its partner is U+FFFD there, and the text is
  ///   then not whole.
  static func resolve(_ quoted: ArraySlice<UInt8>) -> (text: [UInt8], isWhole: Bool) {
    var text: [UInt8] = []
    var isWhole = true
    var rest = quoted.dropFirst().dropLast()
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        text.append(byte)
        continue
      }
      let letter = rest.removeFirst()
      guard letter == UInt8(ascii: "u") else {
        text.append(single(letter))
        continue
      }
      var code = UInt32(unit(&rest))
      if (0xd800..<0xdc00).contains(code),
        rest.starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")])
      {
        var ahead = rest.dropFirst(2)
        let low = UInt32(unit(&ahead))
        if (0xdc00..<0xe000).contains(low) {
          code = 0x10000 + (code - 0xd800) << 10 + (low - 0xdc00)
          rest = ahead
        }
      }
      if Unicode.Scalar(code) == nil { isWhole = false }
      text.append(contentsOf: String(Unicode.Scalar(code) ?? "\u{fffd}").utf8)
    }
    return (text, isWhole)
  }

  /// The string for a text, quoted: only quote, backslash and control characters are escaped.
  static func quote(_ text: String, into out: inout [UInt8]) {
    out.append(UInt8(ascii: "\""))
    if needsEscape(text) {
      for byte in text.utf8 { escape(byte, into: &out) }
    } else {
      out.append(contentsOf: text.utf8)
    }
    out.append(UInt8(ascii: "\""))
  }

  private static func needsEscape(_ text: String) -> Bool {
    let bytes = text.utf8.span
    for index in bytes.indices {
      let byte = bytes[index]
      if byte < 0x20 || byte == 0x7f || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        return true
      }
    }
    return false
  }

  private static func escape(_ byte: UInt8, into out: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      out.append(UInt8(ascii: "\\"))
      out.append(byte)
    case UInt8(ascii: "\n"): out.append(contentsOf: "\\n".utf8)
    case UInt8(ascii: "\r"): out.append(contentsOf: "\\r".utf8)
    case UInt8(ascii: "\t"): out.append(contentsOf: "\\t".utf8)
    case ..<0x20, 0x7f:
      out.append(contentsOf: (byte < 16 ? "\\u000" : "\\u00").utf8)
      out.append(contentsOf: String(byte, radix: 16).utf8)
    default: out.append(byte)
    }
  }

  private static func single(_ letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0c
    case UInt8(ascii: "n"): 0x0a
    case UInt8(ascii: "r"): 0x0d
    case UInt8(ascii: "t"): 0x09
    default: letter
    }
  }

  /// Takes four hex digits.
  private static func unit(_ rest: inout ArraySlice<UInt8>) -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<4 {
      let byte = rest.removeFirst()
      let digit = byte <= UInt8(ascii: "9") ? byte - UInt8(ascii: "0") : (byte | 0x20) - 0x57
      value = value << 4 | UInt16(digit)
    }
    return value
  }
}
