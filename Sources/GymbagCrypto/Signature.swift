package import GymbagModel

/// A signature file in minisign's format, prehashed: four lines, each ended by LF.
package struct Signature: Equatable, Sendable {
  /// Which key made it; it finds a key, it proves nothing.
  package let keyID: [UInt8]
  /// What the signer says about the message; covered by the global signature.
  package let trustedComment: String
  /// Ed25519 over BLAKE2b-512 of the message.
  let signature: [UInt8]
  /// Ed25519 over the signature and the trusted comment.
  let globalSignature: [UInt8]
  private let untrustedComment: String

  init(
    keyID: [UInt8], untrustedComment: String, trustedComment: String, signature: [UInt8],
    globalSignature: [UInt8]
  ) {
    self.keyID = keyID
    self.untrustedComment = untrustedComment
    self.trustedComment = trustedComment
    self.signature = signature
    self.globalSignature = globalSignature
  }

  /// Reads a signature file that has exactly the form which `file` gives it.
  ///
  /// - Parameter untrustedComment: the one comment that the first line may hold.
  /// - Throws: `badData` with the line that is wrong.
  package init(file bytes: [UInt8], untrustedComment: String, path: String) throws(GymbagError) {
    func fail(_ line: Int, _ expected: String) -> GymbagError {
      GymbagError(.badData, "line \(line) is not \(expected) (\(path))")
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.count == 5, lines[4].isEmpty else {
      throw GymbagError(.badData, "not four lines, each ended by a newline (\(path))")
    }
    guard lines[0].elementsEqual("untrusted comment: \(untrustedComment)".utf8) else {
      throw fail(1, "\"untrusted comment: \(untrustedComment)\"")
    }
    guard let raw = Sodium.bytes(base64: lines[1], byteCount: 74), raw.starts(with: "ED".utf8)
    else {
      throw fail(2, "a prehashed Ed25519 signature in base64")
    }
    let prefix = "trusted comment: "
    guard lines[2].starts(with: prefix.utf8),
      let comment = String(validating: lines[2].dropFirst(prefix.utf8.count), as: UTF8.self)
    else { throw fail(3, "a trusted comment") }
    guard let global = Sodium.bytes(base64: lines[3], byteCount: 64) else {
      throw fail(4, "a global signature in base64")
    }
    self.init(
      keyID: Array(raw[2..<10]), untrustedComment: untrustedComment, trustedComment: comment,
      signature: Array(raw[10...]), globalSignature: global)
  }

  /// The signature file.
  package var file: [UInt8] {
    let raw = Array("ED".utf8) + keyID + signature
    return Array(
      """
      untrusted comment: \(untrustedComment)
      \(Sodium.base64(raw))
      trusted comment: \(trustedComment)
      \(Sodium.base64(globalSignature))

      """.utf8)
  }

  /// The key id as minisign shows it: 16 hexadecimal capitals.
  package var displayKeyID: String { Self.display(keyID) }

  /// What the global signature covers.
  var globalMessage: [UInt8] { signature + Array(trustedComment.utf8) }

  static func display(_ keyID: [UInt8]) -> String {
    // minisign shows the eight bytes as one little-endian number.
    let number = keyID.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return number.spelled(digits: 16, radix: 16)
  }
}
