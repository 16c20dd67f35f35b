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

  /// Whether all bytes in a range, which must be one of this array, are zero.
  package func isZero(in range: Range<Int>) -> Bool {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return withUnsafeBytes { bytes in
      var sum: UInt8 = 0
      for index in range { sum |= bytes[index] }
      return sum == 0
    }
  }

  /// Whether so many lower-case hexadecimal digits stand at `position`.
  package func isHex(at position: Int, digitCount: Int) -> Bool {
    guard position >= 0, position + digitCount <= count else { return false }
    return withUnsafeBytes { bytes in
      for index in position..<position + digitCount {
        let byte = bytes[index]
        let isDigit = byte &- UInt8(ascii: "0") < 10 || byte &- UInt8(ascii: "a") < 6
        if !isDigit { return false }
      }
      return true
    }
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

extension BidirectionalCollection<UInt8> {
  /// The bytes without those at both ends that `isSpace` holds for.
  package func trimming(_ isSpace: (UInt8) -> Bool) -> SubSequence {
    let head = drop(while: isSpace)
    let end = head.lastIndex { !isSpace($0) }.map { head.index(after: $0) } ?? head.startIndex
    return head[head.startIndex..<end]
  }
}
