import CSodium
package import GymbagModel

/// A secret key in minisign's format, without a password: cron signs with it, and its file must be
/// readable by its owner alone.
package struct SecretKey: Sendable {
  /// The public half.
  package let publicKey: PublicKey
  /// Seed and public key, as libsodium keeps them.
  private let secret: [UInt8]

  /// A new key.
  package init() {
    var secret = [UInt8](repeating: 0, count: Int(crypto_sign_SECRETKEYBYTES))
    var key = [UInt8](repeating: 0, count: Int(crypto_sign_PUBLICKEYBYTES))
    Sodium.use()
    crypto_sign_keypair(&key, &secret)
    self.secret = secret
    publicKey = PublicKey(keyID: Sodium.randomBytes(8), key: key)
  }

  /// Reads a secret key file.
  ///
  /// - Throws: `badData` for what is no key or is damaged; `refused` for a key with a password.
  package init(file bytes: [UInt8], path: String) throws(GymbagError) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
    guard lines.count >= 2, let raw = Sodium.bytes(base64: lines[1], byteCount: 158),
      raw.starts(with: "Ed".utf8), raw[4..<6].elementsEqual("B2".utf8)
    else { throw GymbagError(.badData, "not a minisign secret key (\(path))") }
    guard raw[2..<4].elementsEqual([0, 0]) else {
      throw GymbagError(
        .refused, "the key has a password, which this version of gymbag cannot ask for (\(path))")
    }
    let keyID = Array(raw[54..<62])
    secret = Array(raw[62..<126])
    let checksum = Array(raw[126...])
    // minisign leaves the checksum of a key without password as zeros, so the key is made again from
    // its seed: a damaged one would sign what nobody can verify.
    let isWhole = checksum.allSatisfy { $0 == 0 } || checksum == Self.checksum(keyID, secret)
    guard isWhole, secret == Self.expand(seed: Array(secret[..<32])) else {
      throw GymbagError(.badData, "the secret key is damaged (\(path))")
    }
    publicKey = PublicKey(keyID: keyID, key: Array(secret[32...]))
  }

  /// The key file, without a password.
  package var file: [UInt8] {
    let header = Array("Ed".utf8) + [0, 0] + Array("B2".utf8)
    let costs = [UInt8](repeating: 0, count: 48)  // no salt, no scrypt
    let checksum = Self.checksum(publicKey.keyID, secret)
    let raw = header + costs + publicKey.keyID + secret + checksum
    return Array(
      """
      untrusted comment: minisign secret key \(publicKey.displayID), without password
      \(Sodium.base64(raw))

      """.utf8)
  }

  /// Signs `message` prehashed, and the trusted comment with it. The same call gives the same bytes.
  package func sign(_ message: [UInt8], untrustedComment: String, trustedComment: String)
    -> Signature
  {
    let signature = detached(Sodium.blake2b([message], byteCount: 64))
    return Signature(
      keyID: publicKey.keyID, untrustedComment: untrustedComment, trustedComment: trustedComment,
      signature: signature, globalSignature: detached(signature + Array(trustedComment.utf8)))
  }

  private func detached(_ message: [UInt8]) -> [UInt8] {
    var signature = [UInt8](repeating: 0, count: Int(crypto_sign_BYTES))
    crypto_sign_detached(&signature, nil, message, UInt64(message.count), secret)
    return signature
  }

  private static func expand(seed: [UInt8]) -> [UInt8] {
    Sodium.use()
    var secret = [UInt8](repeating: 0, count: Int(crypto_sign_SECRETKEYBYTES))
    var key = [UInt8](repeating: 0, count: Int(crypto_sign_PUBLICKEYBYTES))
    crypto_sign_seed_keypair(&key, &secret, seed)
    return secret
  }

  private static func checksum(_ keyID: [UInt8], _ secret: [UInt8]) -> [UInt8] {
    Sodium.blake2b([Array("Ed".utf8), keyID, secret], byteCount: 32)
  }
}
