/// UTF-8 beyond ASCII, as RFC 3629 defines it: no overlong forms, no surrogates, up to U+10FFFF.
enum UTF8Sequence {
  /// The length of the sequence of two to four bytes at `position`; nil if it is none.
  @inline(__always)
  static func length(in bytes: UnsafePointer<UInt8>, at position: Int, end: Int) -> Int? {
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
    if length > 2, !(0x80...0xbf).contains(bytes[position + 2]) { return nil }
    if length > 3, !(0x80...0xbf).contains(bytes[position + 3]) { return nil }
    return length
  }
}
