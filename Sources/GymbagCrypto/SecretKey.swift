import CSodium

/// A secret key, ready to sign. `SecretKeyFile` says how it lies on a disk.
package struct SecretKey: Sendable {
  /// The public half.
  package let publicKey: PublicKey
  /// Seed and public key, as libsodium keeps them.
  let secret: [UInt8]

  /// A new key.
  package init() {
    var secret = [UInt8](repeating: 0, count: Int(crypto_sign_SECRETKEYBYTES))
    var key = [UInt8](repeating: 0, count: Int(crypto_sign_PUBLICKEYBYTES))
    Sodium.use()
    crypto_sign_keypair(&key, &secret)
    self.secret = secret
    publicKey = PublicKey(keyID: Sodium.randomBytes(8), key: key)
  }

  /// The key that a file holds; nil when its public half is not that of its seed.
  ///
  /// The key is made again from its seed: a damaged one would sign what nobody can verify.
  init?(keyID: [UInt8], secret: [UInt8]) {
    guard secret == Self.expand(seed: Array(secret[..<32])) else { return nil }
    self.secret = secret
    publicKey = PublicKey(keyID: keyID, key: Array(secret[32...]))
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
}
