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
  /// The new key is trusted for whom the former one was: not for whom the home says that it belongs
  /// to, or a home on a stick could get itself a key, and with it the token.
  ///
  /// - Parameter password: hides the key; nil for none, so that cron can sign.
  /// - Throws: `cannotCreate` when there is a key; `io`; `later`.
  package func make(password: [UInt8]?) throws(GymbagError) -> PublicKey {
    try FileSystem.makeDirectory(places.config, permissions: 0o700)
    return try FileLock.hold(places.configLock, purpose: "an init or a new key") {
      () throws(GymbagError) in
      try FileSystem.removeLeftovers(in: places.config)
      return try makeUnderLock(password: password)
    }
  }

  /// Makes a key while the caller holds the lock of the configuration.
  func makeUnderLock(password: [UInt8]?) throws(GymbagError) -> PublicKey {
    if let former = try signingKey()?.key {
      guard try trusted.isRevoked(former) else {
        throw GymbagError(
          .cannotCreate, "there is a key already, \(former.fingerprint) (\(places.secretKey))",
          hint: "it signs what you pack; if it must not any more: gymbag key revoke "
            + places.publicKey)
      }
      try FileSystem.rename(
        places.secretKey,
        to: places.config + "/revoked-\(former.fingerprint.replacing(" ", with: "-")).key")
    }
    var owners: [Owner] = []
    if try FileSystem.exists(places.publicKey) {
      owners = try trusted.owners(of: PublicKey(path: places.publicKey)).compactMap { Owner($0) }
    }
    let key = SecretKey()
    let file = try password.map { password throws(GymbagError) in
      try SecretKeyFile(key, password: password)
    }
    // The secret last: whatever stops us before it leaves a public key that nobody can sign with,
    // and the next run makes another.
    for owner in owners { try trusted.trust(key.publicKey, for: owner) }
    try FileSystem.replace(places.publicKey, with: key.publicKey.file)
    try PrivateFile.create(places.secretKey, with: (file ?? SecretKeyFile(key)).bytes)
    return key.publicKey
  }

  /// Trusts a key.
  ///
  /// - Parameter owners: whose archives it may sign, as they are written; none for the home's owner.
  /// - Returns: the owners.
  /// - Throws: `usage` for what is no owner; `refused` for a key that was revoked; `config` without a
  ///   home where one is needed; `io`.
  package func trust(_ key: PublicKey, for owners: [String]) throws(GymbagError) -> [Owner] {
    var checked: [Owner] = []
    for text in owners {
      guard let owner = Owner(text) else {
        throw GymbagError(
          .usage, "not an owner: \(text)",
          hint: "an owner is written as gymbag show has it, https://api.example/v1::user-1")
      }
      checked.append(owner)
    }
    if checked.isEmpty { checked = [try OwnerStamp.require(places)] }
    for owner in checked { try trusted.trust(key, for: owner) }
    return checked
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
      let digits = reference.filter(\.isNumber)
      let known = try entries().map(\.key.fingerprint) + [signingKey()?.key.fingerprint ?? ""]
      guard let match = known.first(where: { $0.filter(\.isNumber) == digits && !digits.isEmpty })
      else {
        throw GymbagError(
          .notFound, "no key with the fingerprint \(reference) is known here",
          hint: "gymbag key lists them; the file of a public key will do, too")
      }
      fingerprint = match
    }
    try trusted.revoke(fingerprint)
    return fingerprint
  }
}
