/// The one pass over a text: checks it against RFC 8259 and notes where its values stand.
///
/// Runs of harmless bytes within strings are taken eight at a time in one machine word; all other
/// bytes are looked at one by one. Reading behind the end yields NUL, which no rule allows
/// outside a string, so that the end needs no case of its own there.
struct JSONParser {
  static let depthLimit = 512

  private let bytes: UnsafeBufferPointer<UInt8>
  /// Behind the last byte of the text.
  private let end: Int
  private var position: Int
  private var nodes: JSONNodeBuffer
  private var isCompact = true
  /// The innermost array or object that is open, -1 for none. While one is open, `next` of its node
  /// is the position of the one around it and 1: there is no stack beside the nodes.
  private var innermost = -1
  private var depth = 0

  /// Reads the one value at a range of `bytes`.
  ///
  /// - Returns: its nodes, which are the caller's to free, and whether no white space stands between
  ///   its tokens.
  static func parse(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>)
    throws(JSONSyntaxError) -> (nodes: UnsafePointer<JSONNode>, isCompact: Bool)
  {
    guard range.upperBound < Int(UInt32.max) else {
      throw JSONSyntaxError(offset: range.lowerBound, reason: "longer than 4 GiB")
    }
    var parser = JSONParser(bytes, range)
    do throws(JSONSyntaxError) {
      try parser.parseText()
    } catch {
      parser.nodes.free()
      throw error
    }
    return (UnsafePointer(parser.nodes.base), parser.isCompact)
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
    nodes = JSONNodeBuffer(for: range.count)
  }

  private mutating func parseText() throws(JSONSyntaxError) {
    if bytes[position..<end].starts(with: [0xef, 0xbb, 0xbf]) {
      throw fail("a byte order mark, which JSON forbids")
    }
    skipWhiteSpace()
    repeat {
      // At a value, or at the end of an array or object that is still empty.
      if try !beginValue() { continue }
      while innermost >= 0 {
        let container = innermost
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
    } while innermost >= 0
    skipWhiteSpace()
    if position < end { throw unexpected("the end of the text") }
  }

  /// Reads a value, or the beginning of an array or object up to its first value.
  ///
  /// - Returns: whether a whole value has been read.
  private mutating func beginValue() throws(JSONSyntaxError) -> Bool {
    switch peek() {
    case UInt8(ascii: "\""):
      try parseString(.string, escaped: .escapedString)
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
    if depth == Self.depthLimit { throw fail("nested more than \(Self.depthLimit) deep") }
    depth += 1
    let outer = UInt32(truncatingIfNeeded: innermost + 1)
    innermost = nodes.count
    nodes.append(
      JSONNode(start: UInt32(truncatingIfNeeded: position), end: 0, next: outer, kind: kind))
    position += 1
    skipWhiteSpace()
  }

  private mutating func close(_ container: Int) {
    position += 1
    depth -= 1
    innermost = Int(nodes[container].next) - 1
    nodes[container].end = UInt32(truncatingIfNeeded: position)
    nodes[container].next = UInt32(truncatingIfNeeded: nodes.count)
  }

  private mutating func parseKey() throws(JSONSyntaxError) {
    guard peek() == UInt8(ascii: "\"") else { throw unexpected("a key in quotes") }
    try parseString(.key, escaped: .escapedKey)
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

  @inline(__always)
  private mutating func parseDigits() throws(JSONSyntaxError) {
    var at = position
    while at < end, isDigit(bytes[at]) { at += 1 }
    if at == position { throw unexpected("a digit") }
    position = at
  }

  @inline(__always)
  private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  private mutating func parseString(_ plain: JSONNode.Kind, escaped: JSONNode.Kind)
    throws(JSONSyntaxError)
  {
    let start = position
    var kind = plain
    position += 1
    while true {
      skipPlain()
      guard position < end else { throw unexpected("the end of a string") }
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        add(kind, from: start)
        return
      case UInt8(ascii: "\\"):
        kind = escaped
        try skipEscape()
      case 0x80...:
        guard let length = UTF8Sequence.length(in: bytes, at: position, end: end) else {
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
    while position + 8 <= end {
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
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
        position += 1
        isCompact = false
      default: return
      }
    }
  }

  @inline(__always)
  private func peek(_ offset: Int = 0) -> UInt8 {
    position + offset < end ? bytes[position + offset] : 0
  }

  @inline(__always)
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
    guard position < end else {
      return fail("the text ends where \(expected) was expected")
    }
    let byte = bytes[position]
    let found =
      (0x21...0x7e).contains(byte)
      ? "\"\(Character(Unicode.Scalar(byte)))\"" : "byte 0x" + String(byte, radix: 16)
    return fail("found \(found) where \(expected) was expected")
  }
}

/// The nodes while they are being found; memory that the document will own.
private struct JSONNodeBuffer {
  private(set) var base: UnsafeMutablePointer<JSONNode>
  private(set) var count = 0
  private var capacity: Int

  /// Memory for all nodes that a text of so many bytes can have: beside each value stands at least
  /// a comma, a colon or a bracket, but for those that only open others. Memory that is not used is
  /// never touched; for large texts, where even so much address space may not be had, it grows.
  init(for byteCount: Int) {
    let most = min(byteCount + 1, byteCount / 2 + JSONParser.depthLimit + 1)
    capacity = byteCount <= 1 << 24 ? most : byteCount / 12
    base = .allocate(capacity: capacity)
  }

  @inline(__always)
  mutating func append(_ node: JSONNode) {
    if count == capacity { grow() }
    (base + count).initialize(to: node)
    count += 1
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<JSONNode>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: base, count: count)
    base.deallocate()
    base = larger
    capacity *= 2
  }

  subscript(_ index: Int) -> JSONNode {
    get { base[index] }
    nonmutating _modify { yield &base[index] }
  }

  func free() { base.deallocate() }
}

/// UTF-8 beyond ASCII, as RFC 3629 defines it: no overlong forms, no surrogates, up to U+10FFFF.
enum UTF8Sequence {
  /// The length of the sequence of two to four bytes at `position`; nil if it is none.
  static func length(in bytes: UnsafeBufferPointer<UInt8>, at position: Int, end: Int) -> Int? {
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
    guard position + length <= end, second.contains(bytes[position + 1]) else { return nil }
    for offset in 2..<max(length, 2) where !(0x80...0xbf).contains(bytes[position + offset]) {
      return nil
    }
    return length
  }
}
