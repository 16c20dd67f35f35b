/// Where one value, one key, or the end of an array or object stands, in one word.
///
/// Nodes lie in the order of the text. In an object the value of a member is the node behind its
/// key; behind all that is in an array or object follows its `end`. Nodes are most of the memory
/// that reading takes, and of the time: hence so small.
struct JSONNode {
  enum Kind: UInt8 {
    case null, `false`, `true`, number, string, escapedString, key, escapedKey, array, object, end
  }

  /// No text is longer: positions have 30 bits.
  static let byteLimit = 1 << 30

  private let word: UInt64

  /// - Parameters:
  ///   - start: the position of its first byte, below `byteLimit`.
  ///   - extent: of an array or object, how many nodes there are from this one to its end, that
  ///     included; of anything else, how many bytes. Below `byteLimit`, too.
  @inline(__always)
  init(_ kind: Kind, start: Int, extent: Int) {
    word =
      UInt64(truncatingIfNeeded: start) << 34 | UInt64(truncatingIfNeeded: extent) << 4
      | UInt64(kind.rawValue)
  }

  private init(word: UInt64) { self.word = word }

  @inline(__always)
  var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: word & 15)).unsafelyUnwrapped }

  @inline(__always)
  var start: Int { Int(truncatingIfNeeded: word >> 34) }

  @inline(__always)
  var extent: Int { Int(truncatingIfNeeded: word >> 4 & 0x3fff_ffff) }

  /// The same, of an array or object whose end has been found.
  @inline(__always)
  func closed(extent: Int) -> JSONNode {
    JSONNode(word: word & ~(0x3fff_ffff << 4) | UInt64(truncatingIfNeeded: extent) << 4)
  }

  @inline(__always)
  func isOf(_ kind: Kind) -> Bool { word & 15 == UInt64(kind.rawValue) }

  @inline(__always)
  var isContainer: Bool { isOf(.array) || isOf(.object) }

  @inline(__always)
  var isKey: Bool { isOf(.key) || isOf(.escapedKey) }
}
