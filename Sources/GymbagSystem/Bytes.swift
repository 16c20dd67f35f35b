#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension [UInt8] {
  /// The position of the first `byte` at or behind `start`, found by the C library's `memchr`.
  package func firstPosition(of byte: UInt8, from start: Int) -> Int? {
    withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress, start < buffer.count else { return nil }
      guard let found = memchr(base + start, CInt(byte), buffer.count - start) else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }

  /// Whether `other` stands at `position`.
  package func holds(_ other: [UInt8], at position: Int) -> Bool {
    guard position >= 0, position + other.count <= count else { return false }
    return withUnsafeBytes { mine in
      other.withUnsafeBytes { theirs in
        guard let a = mine.baseAddress, let b = theirs.baseAddress else { return theirs.isEmpty }
        return memcmp(a + position, b, theirs.count) == 0
      }
    }
  }

  /// Whether all bytes in a range are zero.
  package func isZero(in range: Range<Int>) -> Bool {
    withUnsafeBytes { bytes in
      var sum: UInt8 = 0
      for index in range { sum |= bytes[index] }
      return sum == 0
    }
  }

  /// What the lower-case hexadecimal digits at `position` stand for, two for each of `count` bytes;
  /// nil if they are none.
  package func decodingHex(at position: Int, count: Int) -> [UInt8]? {
    guard position >= 0, position + 2 * count <= self.count else { return nil }
    var isHex = true
    let decoded = withUnsafeBytes { digits in
      [UInt8](unsafeUninitializedCapacity: count) { out, filled in
        for index in 0..<count {
          let high = Self.value(ofHexDigit: digits[position + 2 * index])
          let low = Self.value(ofHexDigit: digits[position + 2 * index + 1])
          isHex = isHex && high | low < 16
          out[index] = high << 4 | (low & 15)
        }
        filled = count
      }
    }
    return isHex ? decoded : nil
  }

  /// 16 or more for what is no digit.
  private static func value(ofHexDigit digit: UInt8) -> UInt8 {
    let decimal = digit &- UInt8(ascii: "0")
    if decimal < 10 { return decimal }
    let letter = digit &- UInt8(ascii: "a")
    return letter < 6 ? letter + 10 : 0x10
  }

  /// The bytes in lower-case hexadecimal.
  package var hex: String {
    let digits = Array("0123456789abcdef".utf8)
    var out: [UInt8] = []
    out.reserveCapacity(count * 2)
    for byte in self {
      out.append(digits[Int(byte >> 4)])
      out.append(digits[Int(byte & 15)])
    }
    return String(decoding: out, as: UTF8.self)
  }
}
