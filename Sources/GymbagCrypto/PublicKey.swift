import CSodium
package import GymbagModel
import GymbagSystem

/// A public key in minisign's format: `Ed`, eight bytes of key id, an Ed25519 key.
package struct PublicKey: Equatable, Sendable {
  /// Eight random bytes by which a signature says which key made it. Anyone may choose them: they
  /// find a key, they prove nothing.
  package let keyID: [UInt8]
  let key: [UInt8]

  init(keyID: [UInt8], key: [UInt8]) {
    self.keyID = keyID
    self.key = key
  }

  /// Reads a public key file: an untrusted comment and a base64 line, or the base64 line alone.
  /// CRLF and a missing final newline are fine.
  ///
  /// - Throws: `badData`.
  package init(file bytes: [UInt8], path: String) throws(GymbagError) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
    let rest =
      lines.first?.starts(with: "untrusted comment:".utf8) == true ? lines[1...] : lines[...]
    guard let line = rest.first, rest.dropFirst().allSatisfy(\.isEmpty),
      let raw = Sodium.bytes(base64: line, byteCount: 42), raw.starts(with: "Ed".utf8)
    else {
      throw GymbagError(
        .badData, "not a minisign public key (\(path))",
        hint: "such a file has a comment line and a line of 56 base64 characters; if it is none, "
          + "move it away")
    }
    self.init(keyID: Array(raw[2..<10]), key: Array(raw[10...]))
  }

  /// Reads the public key file at `path`.
  ///
  /// - Throws: `badData`, `notFound`, `io`.
  package init(path: String) throws(GymbagError) {
    try self.init(file: FileSystem.read(path, limit: 1 << 16), path: path)
  }

  /// The key file.
  package var file: [UInt8] {
    Array("untrusted comment: minisign public key \(displayID)\n\(Sodium.base64(raw))\n".utf8)
  }

  /// The key id as minisign shows it: 16 hexadecimal capitals.
  package var displayID: String { Signature.display(keyID) }

  /// What people compare: eight groups of five digits.
  ///
  /// BLAKE2b with 40 bytes of output over the 42 bytes of the key, each five of them as a big-endian
  /// number modulo 100,000: 132 bits that can be read out loud.
  package var fingerprint: String {
    let digest = Sodium.blake2b([raw], byteCount: 40)
    return (0..<8).map { group in
      let number = digest[(group * 5)..<(group * 5 + 5)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return (number % 100_000).spelled(digits: 5)
    }.joined(separator: " ")
  }

  /// The fingerprint as part of a file's name, dashes between its groups.
  package var fileName: String {
    fingerprint.split(separator: " ").joined(separator: "-")
  }

  /// The fingerprint whose forty digits stand in `text`, whatever else does; nil for another number
  /// of digits.
  package static func fingerprint(digitsOf text: String) -> String? {
    let digits = text.utf8.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard digits.count == 40 else { return nil }
    return stride(from: 0, to: 40, by: 5).map { start in
      String(decoding: digits[start..<start + 5], as: UTF8.self)
    }.joined(separator: " ")
  }

  private var raw: [UInt8] { Array("Ed".utf8) + keyID + key }

  /// Whether `signature` is this key's, over `message` and over the trusted comment.
  package func verifies(_ signature: Signature, of message: [UInt8]) -> Bool {
    let digest = Sodium.blake2b([message], byteCount: 64)
    return signature.keyID == keyID && holds(signature.signature, over: digest)
      && holds(signature.globalSignature, over: signature.globalMessage)
  }

  private func holds(_ signature: [UInt8], over message: [UInt8]) -> Bool {
    crypto_sign_verify_detached(signature, message, UInt64(message.count), key) == 0
  }
}
