import GymbagCrypto
import GymbagModel
import GymbagSystem

/// A BagIt manifest: a line `<64 hex digits><two spaces><path>` for each file.
struct Manifest: Equatable {
  struct Line: Equatable {
    let digest: [UInt8]
    let path: String
  }

  let lines: [Line]

  init(_ lines: [Line]) { self.lines = lines }

  /// Reads a manifest in the one spelling that `bytes` gives it.
  ///
  /// - Throws: `badData` with the line.
  init(_ bytes: [UInt8], source: String) throws(GymbagError) {
    var lines: [Line] = []
    var start = 0
    while start < bytes.count {
      let end = bytes.firstPosition(of: UInt8(ascii: "\n"), from: start) ?? bytes.count
      guard end < bytes.count, let line = Line(bytes[start..<end]) else {
        throw GymbagError(
          .badData, "line \(lines.count + 1) is not a digest and a path (\(source))")
      }
      lines.append(line)
      start = end + 1
    }
    self.lines = lines
  }

  var bytes: [UInt8] {
    var out: [UInt8] = []
    for line in lines { out.append(contentsOf: "\(line.digest.hex)  \(line.path)\n".utf8) }
    return out
  }
}

extension Manifest.Line {
  fileprivate init?(_ text: ArraySlice<UInt8>) {
    let digitCount = SHA256.digestByteCount * 2
    guard text.count > digitCount + 2,
      text.dropFirst(digitCount).starts(with: [UInt8(ascii: " "), UInt8(ascii: " ")])
    else { return nil }
    var digest: [UInt8] = []
    digest.reserveCapacity(SHA256.digestByteCount)
    var half: UInt8?
    for byte in text.prefix(digitCount) {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      default: return nil
      }
      if let high = half {
        digest.append(high << 4 | digit)
        half = nil
      } else {
        half = digit
      }
    }
    let path = text.dropFirst(digitCount + 2)
    guard path.allSatisfy({ (0x21...0x7e).contains($0) }) else { return nil }
    self.init(digest: digest, path: String(decoding: path, as: UTF8.self))
  }
}
