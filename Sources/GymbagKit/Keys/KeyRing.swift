package import GymbagArchive
package import GymbagCrypto
package import GymbagHome
package import GymbagModel
import GymbagSystem

/// The keys of a configuration: the one that signs what is packed, and those that are trusted.
package struct KeyRing: Sendable {
  private let places: Places
  private let trusted: TrustedKeys

  /// The keys of these places.
  package init(_ places: Places) {
    self.places = places
    trusted = TrustedKeys(directory: places.trustedKeys)
  }

  /// The key that signs; nil when there is none.
  ///
  /// - Throws: `refused` when others can read it; `badData`, `io`.
  package func signingKey() throws(GymbagError) -> (key: PublicKey, needsPassword: Bool)? {
    guard try FileSystem.exists(places.secretKey) else { return nil }
    let file = try SecretKeyFile(PrivateFile.read(places.secretKey), path: places.secretKey)
    // What a password hides tells nothing; the public half lies beside it.
    let key =
      file.needsPassword
      ? try PublicKey(path: places.publicKey)
      : try file.key { () throws(GymbagError) in [] }.publicKey
    return (key, file.needsPassword)
  }

  /// All keys that were ever trusted, the one that signs among them.
  package func entries() throws(GymbagError) -> [TrustedKeys.Entry] { try trusted.entries() }

  /// The fingerprints of the keys that count no more.
  package func revokedFingerprints() throws(GymbagError) -> [String] {
    try trusted.revokedFingerprints()
  }

  /// Makes a key that signs. One that was revoked is set aside for it; any other stays.
  ///
  /// The new key is trusted for whom the configuration was made.
  ///
  /// - Parameter password: hides the key; nil for none, so that cron can sign.
  /// - Throws: `cannotCreate` when there is a key; `io`.
  package func make(password: [UInt8]?) throws(GymbagError) -> PublicKey {
    try underLock { () throws(GymbagError) in try makeUnderLock(password: password) }
  }

  /// Does something while nobody else changes the configuration's keys.
  private func underLock<Result>(_ body: () throws(GymbagError) -> Result) throws(GymbagError)
    -> Result
  {
    try FileSystem.makeDirectory(places.config, permissions: 0o700)
    return try places.changingConfiguration(body)
  }

  /// Makes a key while the caller holds the lock of the configuration.
  func makeUnderLock(password: [UInt8]?) throws(GymbagError) -> PublicKey {
    let former = try keyToSetAside()
    let owner = try OwnerStamp.readConfiguration(places)?.owner
    let key = SecretKey()
    let file = try password.map { password throws(GymbagError) in
      try SecretKeyFile(key, password: password)
    }
    if let former {
      try FileSystem.rename(
        places.secretKey,
        to: places.config + "/revoked-\(former.fileName).key")
    }
    // The secret last: whatever stops us before it leaves a public key that nobody can sign with,
    // and the next run makes another.
    if let owner { try trusted.trust(key.publicKey, for: owner) }
    try FileSystem.replace(places.publicKey, with: key.publicKey.file)
    try PrivateFile.create(places.secretKey, with: (file ?? SecretKeyFile(key)).bytes)
    return key.publicKey
  }

  /// The key that is in the way of a new one, which must have been revoked; nil when none is.
  ///
  /// - Throws: `cannotCreate` when it was not.
  @discardableResult
  package func keyToSetAside() throws(GymbagError) -> PublicKey? {
    guard let former = try signingKey()?.key else { return nil }
    guard try trusted.isRevoked(former) else {
      throw GymbagError(
        .cannotCreate, "there is a key already, \(former.fingerprint) (\(places.secretKey))",
        hint: "it signs what you pack; if it must not any more: gymbag key revoke "
          + places.publicKey.quotedForShell)
    }
    return former
  }

  /// Trusts a key.
  ///
  /// - Parameter owners: whose archives it may sign.
  /// - Throws: `refused` for a key that was revoked; `io`.
  package func trust(_ key: PublicKey, for owners: [Owner]) throws(GymbagError) {
    try underLock { () throws(GymbagError) in
      for owner in owners { try trusted.trust(key, for: owner) }
    }
  }

  /// The owners that a person has named, or the home's if none.
  ///
  /// - Throws: `usage` for what is no owner; `config` without a home where one is needed.
  package func owners(named texts: [String]) throws(GymbagError) -> [Owner] {
    var owners: [Owner] = []
    for text in texts {
      guard let owner = Owner(text) else {
        throw GymbagError(
          .usage, "not an owner: \(text)",
          hint: "an owner is written as gymbag show has it, https://api.example/v1::user-1")
      }
      owners.append(owner)
    }
    return owners.isEmpty ? [try OwnerStamp.require(places).owner] : owners
  }

  /// Lets nothing count any more that a key has signed.
  ///
  /// - Parameter reference: the file of a public key, a name with `/` or `.pub`; or the fingerprint of
  ///   a key that is known here, however its digits are separated.
  /// - Returns: the fingerprint.
  /// - Throws: `notFound` for a fingerprint that nobody knows; `badData`, `io`.
  package func revoke(_ reference: String) throws(GymbagError) -> String {
    let fingerprint: String
    if reference.utf8.contains(UInt8(ascii: "/")) || reference.hasSuffix(".pub") {
      fingerprint = try PublicKey(path: reference).fingerprint
    } else {
      // Whatever else is damaged here must not keep a key from being revoked.
      let known =
        try trusted.fileFingerprints() + [try? signingKey()?.key.fingerprint].compactMap(\.self)
      guard let match = PublicKey.fingerprint(digitsOf: reference), known.contains(match) else {
        throw GymbagError(
          .notFound, "no key with the fingerprint \(reference) is known here",
          hint: "gymbag key lists them; the file of a public key will do, too")
      }
      fingerprint = match
    }
    try underLock { () throws(GymbagError) in try trusted.revoke(fingerprint) }
    return fingerprint
  }
}
