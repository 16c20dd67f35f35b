import GymbagArchive
import GymbagBackend
import GymbagCrypto
package import GymbagHome
package import GymbagModel
import GymbagSystem

/// Makes a home: for one account of one backend, with a key of its own.
package struct HomeSetup {
  /// What came of it.
  package struct Result: Sendable {
    /// Whose home it is now.
    package let owner: Owner
    /// What the server calls the person.
    package let name: String
    /// The fingerprint of the key that the home signs with.
    package let fingerprint: String
  }

  private let address: BackendAddress
  private let places: Places

  /// Checks what can be checked before anyone is asked for a token.
  ///
  /// - Parameter url: where the backend is.
  /// - Throws: `usage` for a URL that will not do; `refused` when the home has an owner.
  package init(url: String, places: Places) throws(GymbagError) {
    address = try BackendAddress(url)
    try Self.checkUnowned(places)
    self.places = places
  }

  /// A home that has an owner is another's, or made already; but not while no configuration goes with
  /// it: then this is how it gets one.
  private static func checkUnowned(_ places: Places) throws(GymbagError) {
    if let owner = try OwnerStamp.read(places)?.owner,
      try OwnerStamp.readConfiguration(places) != nil
    {
      throw GymbagError(
        .refused, "the home at \(places.home) belongs to \(owner) already",
        hint: "a new token of that account: gymbag login; another account: --profile NAME")
    }
  }

  /// Signs in, and makes the home. The stamp is written last: a run that is cut short before leaves
  /// no home, and the next one uses the key that it has made.
  ///
  /// - Throws: `signIn`, `unavailable`, `cannotCreate`, `io`.
  package func run(token: String) throws(GymbagError) -> Result {
    let account = try address.account(token: token)
    let owner = Owner(baseURL: address.baseURL, userID: account.userID)
    try FileSystem.makeDirectory(places.config, permissions: 0o700)
    return try places.changingConfiguration(waits: false, purpose: "an init or a new key") {
      () throws(GymbagError) in
      try Self.checkUnowned(places)
      if let other = try OwnerStamp.read(places)?.owner, other != owner {
        throw GymbagError(
          .refused, "the home at \(places.home) belongs to \(other), and the token is of \(owner)",
          hint: "use a token of its owner, or another home")
      }
      try checkNew(owner)
      let key = try signingKey(owner)
      try FileSystem.makeDirectory(places.home)
      try FileSystem.makeDirectory(places.days)
      try TokenFile.write(token, places)
      try OwnerStamp.writeNew(owner, places)
      return Result(owner: owner, name: account.name, fingerprint: key.fingerprint)
    }
  }

  /// A home without a stamp is adopted only if nothing in it can be somebody else's.
  ///
  /// - Throws: `refused` when it holds archives, and the configuration does not say that the home is
  ///   this account's.
  private func checkNew(_ owner: Owner) throws(GymbagError) {
    guard try OwnerStamp.read(places) == nil, try FileSystem.exists(places.days),
      try OwnerStamp.readConfiguration(places)?.owner != owner, try holdsArchives()
    else { return }
    throw GymbagError(
      .refused,
      "the home at \(places.home) holds archives, and nothing says whose they are (\(places.owner))",
      hint: "bring that file back from a copy, or make a home elsewhere with --home")
  }

  private func holdsArchives() throws(GymbagError) -> Bool {
    let days = try OpenDirectory(places.days)
    for name in try days.names() where DayKey(archiveName: name) != nil {
      if try days.status(of: name)?.kind == .file { return true }
    }
    return false
  }

  /// The key that the configuration has, or a new one, trusted for the owner.
  ///
  /// - Throws: `refused` when the configuration is another owner's: its key and its token are, too.
  private func signingKey(_ owner: Owner) throws(GymbagError) -> PublicKey {
    if let other = try OwnerStamp.readConfiguration(places)?.owner, other != owner {
      throw GymbagError(
        .refused, "the key and token in \(places.config) are those of \(other)",
        hint: "another account has a profile of its own: --profile NAME")
    }
    let ring = KeyRing(places)
    let present = try ring.signingKey()?.key
    let key = if let present { present } else { try ring.makeUnderLock(password: nil) }
    try TrustedKeys(directory: places.trustedKeys).trust(key, for: owner)
    try FileSystem.replace(places.publicKey, with: key.file)
    return key
  }
}
