/// The one pass over a text: checks it against RFC 8259 and notes where its values stand.
///
/// Runs of harmless bytes within strings are taken eight at a time in one machine word; all other
/// bytes are looked at one by one. Reading behind the end yields NUL, which no rule allows
/// outside a string, so that the end needs no case of its own there.
struct JSONParser {
  static let depthLimit = 512

  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var nodes: [JSONNode] = []
  /// The nodes of the arrays and objects that are open.
  private var open: [Int] = []

  /// The nodes of the one value that `bytes` hold.
  static func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) -> [JSONNode] {
    guard bytes.count < Int(UInt32.max) else {
      throw JSONSyntaxError(offset: 0, reason: "longer than 4 GiB")
    }
    var parser = JSONParser(bytes: bytes)
    parser.nodes.reserveCapacity(bytes.count / 12 + 4)
    try parser.parseText()
    return parser.nodes
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  private mutating func parseText() throws(JSONSyntaxError) {
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) {
      throw fail("a byte order mark, which JSON forbids")
    }
    skipWhiteSpace()
    repeat {
      // At a value, or at the end of an array or object that is still empty.
      if try !beginValue() { continue }
      while let container = open.last {
        skipWhiteSpace()
        let isObject = nodes[container].kind == .object
        let byte = peek()
        if byte == UInt8(ascii: ",") {
          position += 1
          skipWhiteSpace()
          if isObject { try parseKey() }
          break
        }
        guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
          throw unexpected("\",\" or \"\(isObject ? "}" : "]")\"")
        }
        close(container)
      }
    } while !open.isEmpty
    skipWhiteSpace()
    if position < bytes.count { throw unexpected("the end of the text") }
  }

  /// Reads a value, or the beginning of an array or object up to its first value.
  ///
  /// - Returns: whether a whole value has been read.
  private mutating func beginValue() throws(JSONSyntaxError) -> Bool {
    switch peek() {
    case UInt8(ascii: "\""):
      try parseString()
    case UInt8(ascii: "{"):
      try begin(.object)
      if peek() != UInt8(ascii: "}") {
        try parseKey()
        return false
      }
      close(nodes.count - 1)
    case UInt8(ascii: "["):
      try begin(.array)
      if peek() != UInt8(ascii: "]") { return false }
      close(nodes.count - 1)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      try parseNumber()
    case UInt8(ascii: "t"): try parseLiteral("true", .true)
    case UInt8(ascii: "f"): try parseLiteral("false", .false)
    case UInt8(ascii: "n"): try parseLiteral("null", .null)
    default: throw unexpected("a value")
    }
    return true
  }

  private mutating func begin(_ kind: JSONNode.Kind) throws(JSONSyntaxError) {
    if open.count == Self.depthLimit { throw fail("nested more than \(Self.depthLimit) deep") }
    open.append(nodes.count)
    add(kind, from: position)
    position += 1
    skipWhiteSpace()
  }

  private mutating func close(_ container: Int) {
    position += 1
    nodes[container].end = UInt32(truncatingIfNeeded: position)
    nodes[container].next = UInt32(truncatingIfNeeded: nodes.count)
    open.removeLast()
  }

  private mutating func parseKey() throws(JSONSyntaxError) {
    guard peek() == UInt8(ascii: "\"") else { throw unexpected("a key in quotes") }
    try parseString()
    skipWhiteSpace()
    guard peek() == UInt8(ascii: ":") else { throw unexpected("\":\"") }
    position += 1
    skipWhiteSpace()
  }

  private mutating func parseLiteral(_ word: StaticString, _ kind: JSONNode.Kind)
    throws(JSONSyntaxError)
  {
    let start = position
    for offset in 0..<word.utf8CodeUnitCount where peek(offset) != word.utf8Start[offset] {
      throw unexpected("\(word)")
    }
    position += word.utf8CodeUnitCount
    add(kind, from: start)
  }

  private mutating func parseNumber() throws(JSONSyntaxError) {
    let start = position
    if peek() == UInt8(ascii: "-") { position += 1 }
    if peek() == UInt8(ascii: "0") {
      position += 1
    } else {
      try parseDigits()
    }
    if peek() == UInt8(ascii: ".") {
      position += 1
      try parseDigits()
    }
    if peek() | 0x20 == UInt8(ascii: "e") {
      position += 1
      if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { position += 1 }
      try parseDigits()
    }
    add(.number, from: start)
  }

  private mutating func parseDigits() throws(JSONSyntaxError) {
    guard isDigit(peek()) else { throw unexpected("a digit") }
    repeat { position += 1 } while isDigit(peek())
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  private mutating func parseString() throws(JSONSyntaxError) {
    let start = position
    var escaped = false
    position += 1
    while true {
      skipPlain()
      guard position < bytes.count else { throw unexpected("the end of a string") }
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        add(escaped ? .escapedString : .string, from: start)
        return
      case UInt8(ascii: "\\"):
        escaped = true
        try skipEscape()
      case 0x80...:
        guard let length = UTF8Sequence.length(in: bytes, at: position) else {
          throw fail("bytes that are not UTF-8")
        }
        position += length
      case ..<0x20:
        throw fail("a control character in a string; it must be escaped")
      default:
        position += 1
      }
    }
  }

  private mutating func skipEscape() throws(JSONSyntaxError) {
    switch peek(1) {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 2
    case UInt8(ascii: "u"):
      for offset in 2..<6 {
        let isHex = isDigit(peek(offset)) || (peek(offset) | 0x20) &- UInt8(ascii: "a") < 6
        if !isHex { throw fail("a \\u that four hex digits do not follow") }
      }
      position += 6
    default:
      throw fail("a backslash that begins no escape")
    }
  }

  /// Passes over bytes of a string that are ASCII and neither quote, backslash nor control.
  ///
  /// The classic word-at-a-time test: in the difference, the high bit of a byte that is below the
  /// bound (or zero) is set; a wrong bit can only stand above the first right one.
  private mutating func skipPlain() {
    guard let base = UnsafeRawPointer(bytes.baseAddress) else { return }
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    while position + 8 <= bytes.count {
      let word = UInt64(
        littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      let quote = word ^ (ones &* 0x22)
      let backslash = word ^ (ones &* 0x5c)
      let special =
        (((word &- (ones &* 0x20)) | (quote &- ones) | (backslash &- ones)) | word) & highs
      // The three tests lack "& ~word": a byte over 0x7f is special anyhow.
      if special == 0 {
        position += 8
      } else {
        position += special.trailingZeroBitCount / 8
        return
      }
    }
  }

  private mutating func skipWhiteSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
        position += 1
      default: return
      }
    }
  }

  @inline(__always)
  private func peek(_ offset: Int = 0) -> UInt8 {
    position + offset < bytes.count ? bytes[position + offset] : 0
  }

  private mutating func add(_ kind: JSONNode.Kind, from start: Int) {
    nodes.append(
      JSONNode(
        start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: position),
        next: UInt32(truncatingIfNeeded: nodes.count + 1), kind: kind))
  }

  private func fail(_ reason: String) -> JSONSyntaxError {
    JSONSyntaxError(offset: position, reason: reason)
  }

  private func unexpected(_ expected: String) -> JSONSyntaxError {
    guard position < bytes.count else {
      return fail("the text ends where \(expected) was expected")
    }
    let byte = bytes[position]
    let found =
      (0x21...0x7e).contains(byte)
      ? "\"\(Character(Unicode.Scalar(byte)))\"" : "byte 0x" + String(byte, radix: 16)
    return fail("found \(found) where \(expected) was expected")
  }
}

/// UTF-8 beyond ASCII, as RFC 3629 defines it: no overlong forms, no surrogates, up to U+10FFFF.
enum UTF8Sequence {
  /// The length of the sequence of two to four bytes at `position`; nil if it is none.
  static func length(in bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> Int? {
    let lead = bytes[position]
    let length: Int
    let second: ClosedRange<UInt8>
    switch lead {
    case 0xc2...0xdf: (length, second) = (2, 0x80...0xbf)
    case 0xe0: (length, second) = (3, 0xa0...0xbf)
    case 0xed: (length, second) = (3, 0x80...0x9f)
    case 0xe1...0xef: (length, second) = (3, 0x80...0xbf)
    case 0xf0: (length, second) = (4, 0x90...0xbf)
    case 0xf1...0xf3: (length, second) = (4, 0x80...0xbf)
    case 0xf4: (length, second) = (4, 0x80...0x8f)
    default: return nil
    }
    guard position + length <= bytes.count, second.contains(bytes[position + 1]) else { return nil }
    for offset in 2..<max(length, 2) where !(0x80...0xbf).contains(bytes[position + offset]) {
      return nil
    }
    return length
  }
}
