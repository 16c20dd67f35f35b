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
