/// The tokens of a text: each function is told where one begins, and says where it ends.
///
/// What runs on (strings, digits, indentation) is taken eight or sixteen bytes at a time; all other
/// bytes are looked at one by one. Reading behind the end yields NUL, which no rule allows
/// outside a string, so that the end needs no case of its own there.
struct JSONTokens {
  private let bytes: UnsafePointer<UInt8>
  /// Behind the last byte of the text.
  let end: Int

  init(_ bytes: UnsafePointer<UInt8>, end: Int) {
    self.bytes = bytes
    self.end = end
  }

  /// The byte at a position.
  @inline(__always)
  subscript(_ position: Int) -> UInt8 { position < end ? bytes[position] : 0 }

  /// The first position from `start` on where no white space stands.
  func endOfSpace(_ start: Int) -> Int {
    var position = start
    while true {
      switch self[position] {
      case UInt8(ascii: " "):
        position &+= 1
        while position &+ 8 <= end {
          let others = word(at: position) ^ Self.each(UInt8(ascii: " "))
          position &+= others.trailingZeroBitCount / 8
          if others != 0 { break }
        }
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): position &+= 1
      default: return position
      }
    }
  }

  @inline(__always)
  func endOfLiteral(_ start: Int, _ word: StaticString) throws(JSONSyntaxError) -> Int {
    for offset in 0..<word.utf8CodeUnitCount where self[start &+ offset] != word.utf8Start[offset] {
      throw unexpected(at: start, "\(word)")
    }
    return start &+ word.utf8CodeUnitCount
  }

  /// Most numbers are a few digits, perhaps with a point among them.
  @inline(__always)
  func endOfNumber(_ start: Int) throws(JSONSyntaxError) -> Int {
    guard start &+ 24 <= end else { return try endOfAnyNumber(start) }
    let whole = digitCount(at: start)
    var position = start &+ whole
    var isPlain = (1...7).contains(whole) && (whole == 1 || bytes[start] != UInt8(ascii: "0"))
    if bytes[position] == UInt8(ascii: ".") {
      let fraction = digitCount(at: position &+ 1)
      isPlain = isPlain && (1...7).contains(fraction)
      position &+= 1 &+ fraction
    }
    isPlain = isPlain && bytes[position] | 0x20 != UInt8(ascii: "e")
    return isPlain ? position : try endOfAnyNumber(start)
  }

  @inline(never)
  private func endOfAnyNumber(_ start: Int) throws(JSONSyntaxError) -> Int {
    var position = start
    if self[position] == UInt8(ascii: "-") { position &+= 1 }
    position = self[position] == UInt8(ascii: "0") ? position &+ 1 : try endOfDigits(position)
    if self[position] == UInt8(ascii: ".") { position = try endOfDigits(position &+ 1) }
    if self[position] | 0x20 == UInt8(ascii: "e") {
      position &+= 1
      if self[position] == UInt8(ascii: "+") || self[position] == UInt8(ascii: "-") {
        position &+= 1
      }
      position = try endOfDigits(position)
    }
    return position
  }

  private func endOfDigits(_ start: Int) throws(JSONSyntaxError) -> Int {
    var position = start
    while isDigit(self[position]) { position &+= 1 }
    if position == start { throw unexpected(at: position, "a digit") }
    return position
  }

  /// How many of the eight bytes at `position` are digits, up to the first that is none.
  @inline(__always)
  private func digitCount(at position: Int) -> Int {
    // A digit is 0 to 9 here, and keeps its high bit clear below; a wrong bit can only stand
    // above the first right one.
    let values = word(at: position) ^ Self.each(UInt8(ascii: "0"))
    let others = ((values &+ Self.each(0x7f - 9)) | values) & Self.each(0x80)
    return others.trailingZeroBitCount / 8
  }

  @inline(__always)
  private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  /// - Parameter start: where the quote stands that begins the string.
  @inline(__always)
  func endOfString(_ start: Int) throws(JSONSyntaxError) -> (end: Int, isEscaped: Bool) {
    var position = start &+ 1
    if position &+ 16 <= end {
      // Most strings are short.
      let count = plainCount(at: position)
      position &+= count
      if count < 16, bytes[position] == UInt8(ascii: "\"") { return (position &+ 1, false) }
    }
    return try endOfString(continuedAt: position)
  }

  @inline(never)
  private func endOfString(continuedAt start: Int) throws(JSONSyntaxError)
    -> (end: Int, isEscaped: Bool)
  {
    var isEscaped = false
    var position = start
    while true {
      while position &+ 16 <= end {
        let count = plainCount(at: position)
        position &+= count
        if count < 16 { break }
      }
      guard position < end else { throw unexpected(at: position, "the end of a string") }
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") { return (position &+ 1, isEscaped) }
      if byte >= 0x80 {
        guard let length = UTF8Sequence.length(in: bytes, at: position, end: end) else {
          throw fail(at: position, "bytes that are not UTF-8")
        }
        position &+= length
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
        position = try endOfEscape(position)
      } else if byte < 0x20 {
        throw fail(at: position, "a control character in a string; it must be escaped")
      } else {
        position &+= 1
      }
    }
  }

  private func endOfEscape(_ start: Int) throws(JSONSyntaxError) -> Int {
    switch self[start &+ 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return start &+ 2
    case UInt8(ascii: "u"):
      for offset in 2..<6 {
        let byte = self[start &+ offset]
        let isHex = isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 6
        if !isHex { throw fail(at: start, "a \\u that four hex digits do not follow") }
      }
      return start &+ 6
    default:
      throw fail(at: start, "a backslash that begins no escape")
    }
  }

  /// How many of the sixteen bytes at `position` may stand in a string as they are: are ASCII and
  /// neither quote, backslash nor control, up to the first that is.
  @inline(__always)
  private func plainCount(at position: Int) -> Int {
    let chunk = UnsafeRawPointer(bytes).loadUnaligned(
      fromByteOffset: position, as: SIMD16<UInt8>.self)
    // Each term has the high bit where it finds what it looks for. Comparing would be plainer, but
    // is compiled to a loop over the bytes.
    let quote = (chunk ^ UInt8(ascii: "\"")) &- 1
    let backslash = (chunk ^ UInt8(ascii: "\\")) &- 1
    let others = (chunk &- 0x20 | quote | backslash | chunk) & 0x80
    // Not joined into one word: a length that was guessed lets the processor go on sooner.
    let halves = unsafeBitCast(others, to: SIMD2<UInt64>.self)
    if halves[0] != 0 { return halves[0].littleEndian.trailingZeroBitCount / 8 }
    if halves[1] != 0 { return 8 &+ halves[1].littleEndian.trailingZeroBitCount / 8 }
    return 16
  }

  /// Eight times the same byte.
  @inline(__always)
  private static func each(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

  /// The eight bytes from a position on, the first of them the lowest; all lie in the text.
  @inline(__always)
  private func word(at position: Int) -> UInt64 {
    UInt64(
      littleEndian: UnsafeRawPointer(bytes).loadUnaligned(
        fromByteOffset: position, as: UInt64.self))
  }

  @inline(never)
  func fail(at position: Int, _ reason: String) -> JSONSyntaxError {
    JSONSyntaxError(offset: position, reason: reason)
  }

  @inline(never)
  func unexpected(at position: Int, _ expected: String) -> JSONSyntaxError {
    guard position < end else {
      return fail(at: position, "the text ends where \(expected) was expected")
    }
    let byte = bytes[position]
    let found =
      (0x21...0x7e).contains(byte)
      ? "\"\(Character(Unicode.Scalar(byte)))\"" : "byte 0x" + String(byte, radix: 16)
    return fail(at: position, "found \(found) where \(expected) was expected")
  }
}
