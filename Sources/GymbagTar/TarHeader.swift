package import GymbagModel

/// The 512 bytes before a file in a canonical ustar: what libarchive's ustar writer makes for a
/// regular file of mode 0644 that belongs to nobody, and nothing else.
package struct TarHeader: Equatable, Sendable {
  /// The length of a header, and what contents are padded to, in bytes.
  package static let blockByteCount = 512
  /// The longest name of a canonical member, in bytes.
  package static let nameLimit = 100
  /// The first number that eleven octal digits cannot spell: no size reaches 8 GiB, and no time the
  /// year 2242.
  package static let octalLimit: Int64 = 1 << 33

  /// The member's name, ASCII.
  package let name: String
  /// The size of its content, in bytes.
  package let byteCount: Int64
  /// Its time, in seconds since 1970.
  package let modified: Instant

  /// The header of a member.
  package init(name: String, byteCount: Int64, modified: Instant) {
    self.name = name
    self.byteCount = byteCount
    self.modified = modified
  }

  /// What a header says, read without judging it: whether it is canonical is found out by making
  /// it again and comparing.
  ///
  /// - Returns: nil when there is no name, or when size or time are not octal digits.
  package init?(reading block: [UInt8]) {
    guard block.count == Self.blockByteCount else { return nil }
    let nameBytes = block[..<Self.nameLimit].prefix { $0 != 0 }
    guard !nameBytes.isEmpty, nameBytes.allSatisfy({ (0x21...0x7e).contains($0) }),
      let byteCount = Self.octal(block[124..<135]), let time = Self.octal(block[136..<147])
    else { return nil }
    self.init(
      name: String(decoding: nameBytes, as: UTF8.self), byteCount: byteCount,
      modified: Instant(unixSeconds: time))
  }

  /// How many bytes a content takes in the archive: up to the next multiple of 512.
  package static func padded(_ byteCount: Int64) -> Int64 {
    (byteCount + Int64(blockByteCount) - 1) / Int64(blockByteCount) * Int64(blockByteCount)
  }

  private static func octal(_ digits: ArraySlice<UInt8>) -> Int64? {
    var value: Int64 = 0
    for byte in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(byte) else { return nil }
      value = value << 3 | Int64(byte - UInt8(ascii: "0"))
    }
    return value
  }
}
