import GymbagCrypto
import GymbagModel
import GymbagSystem

/// A BagIt manifest: a line `<64 hex digits><two spaces><path>` for each file.
///
/// Which files it must list, and in which order, follows from the index, so it is not parsed: each
/// line must be as long as its path makes it, and only the digests are looked up.
struct Manifest: Sendable {
  private static let digitCount = SHA256.digestByteCount * 2

  private let bytes: [UInt8]
  /// Where each line begins.
  private let starts: [Int]

  /// The manifest of these files.
  static func bytes(of lines: [(digest: [UInt8], path: String)]) -> [UInt8] {
    var out: [UInt8] = []
    for line in lines { out.append(contentsOf: "\(line.digest.hex)  \(line.path)\n".utf8) }
    return out
  }

  /// Reads a manifest that must list `paths`, in this order.
  ///
  /// - Throws: `badData` with the first line that is another.
  init(_ bytes: [UInt8], listing paths: [String]) throws(GymbagError) {
    var starts: [Int] = []
    starts.reserveCapacity(paths.count)
    var position = 0
    for path in paths {
      let tail = Array("  \(path)\n".utf8)
      guard bytes.holds(tail, at: position + Self.digitCount),
        bytes.isHex(at: position, digitCount: Self.digitCount)
      else {
        throw GymbagError(.badData, "line \(starts.count + 1) is not a digest and \(path)")
      }
      starts.append(position)
      position += Self.digitCount + tail.count
    }
    guard position == bytes.count else {
      throw GymbagError(.badData, "lists more than the \(paths.count) files that belong there")
    }
    self.bytes = bytes
    self.starts = starts
  }

  /// Whether the file of a line has this digest.
  func holds(_ digest: [UInt8], line: Int) -> Bool {
    bytes.holds(Array(digest.hex.utf8), at: starts[line])
  }

  /// The digest of the file of a line, in hexadecimal.
  func digest(line: Int) -> ArraySlice<UInt8> {
    bytes[starts[line]..<starts[line] + Self.digitCount]
  }
}
