import GymbagArchive
import GymbagBackend
import GymbagCrypto
package import GymbagHome
package import GymbagModel
import GymbagSystem

/// Takes a home along when its account's server has a new address.
///
/// A token that is kept was made for the address in the configuration's stamp, or a person has said that
/// it may go there: at every instant. So what is written is, in this order: trust in the home's own key
/// for the new owner; no token, unless it stays the same; the configuration's stamp; the token; the
/// home's stamp. While the two stamps differ neither address gets a token; whoever needs them says how to
/// finish. Running the same again does.
package struct OwnerMove {
  /// What came of it.
  package struct Result: Sendable {
    /// The stamp that the home has now.
    package let stamp: OwnerStamp
    /// Whether it had it already.
    package let wasDone: Bool
    /// How many keys of others are trusted for the owner as it was called before, and not as it is now.
    package let otherKeys: Int
  }

  /// The account as the home has it.
  package let former: Owner
  /// The account as it is called at the new address.
  package let target: Owner
  /// Whether home and configuration are there already.
  package let isDone: Bool
  /// Whether a token is kept.
  package let hasToken: Bool
  private let places: Places
  private let address: BackendAddress
  private let home: OwnerStamp
  private let configuration: OwnerStamp

  /// Checks what can be checked before anyone is asked for a token.
  ///
  /// - Throws: `usage` for a URL that will not do; `config` without a home or its configuration;
  ///   `badData`; `refused` when the configuration is another account's.
  package init(to url: String, _ places: Places) throws(GymbagError) {
    address = try BackendAddress(url)
    self.places = places
    home = try OwnerStamp.require(places)
    guard let configuration = try OwnerStamp.readConfiguration(places) else {
      // Says what to do about it.
      _ = try OwnerStamp.requireOwn(places)
      throw GymbagError(.config, "there is no configuration (\(places.config))")
    }
    self.configuration = configuration
    former = home.owner
    target = Owner(baseURL: address.baseURL, userID: home.owner.userID)
    hasToken = try TokenFile.exists(places)
    isDone = home.owner == target && configuration.owner == target
    // What the home says of earlier addresses counts for nothing here: it may have been in other hands.
    guard configuration.owner.userID == home.owner.userID,
      configuration.covers(home.owner) || configuration.owner == target || home.owner == target
    else { throw home.foreign(places, configuration) }
  }

  /// Where the token that is kept was made for, as far as that is known.
  package var tokenAddress: String { configuration.owner.baseURL }

  /// Signs in at the new address, and moves once the server there knows the same account.
  ///
  /// - Throws: `signIn`, `unavailable`; `refused` when it is another account; `later` while a pack
  ///   runs; `cannotCreate`, `io`.
  package func run(token: String) throws(GymbagError) -> Result {
    let account = try address.account(token: token)
    try account.require(target)
    return try FileLock.hold(places.packLock, purpose: "a pack or a prune") {
      () throws(GymbagError) in
      try places.changingConfiguration { () throws(GymbagError) in
        guard try OwnerStamp.read(places) == home,
          try OwnerStamp.readConfiguration(places) == configuration
        else {
          throw GymbagError(
            .later, "another run has changed the owner of the home at \(places.home)",
            hint: "look with gymbag owner, and try again")
        }
        try FileSystem.removeLeftovers(in: places.home)
        return try write(token)
      }
    }
  }

  private func write(_ token: String) throws(GymbagError) -> Result {
    let trusted = TrustedKeys(directory: places.trustedKeys)
    let key = try KeyRing(places).signingKey()?.key
    if let key, try !trusted.isRevoked(key) { try trusted.trust(key, for: target) }
    let moved = configuration.moved(to: address.baseURL, with: [OwnerStamp(home.owner)])
    // The new one must not go to the old address, nor the old one to the new.
    let kept = try TokenFile.exists(places) ? TokenFile.read(places) : nil
    let isKept = kept == token
    if !isKept { try TokenFile.remove(places) }
    try moved.writeConfiguration(places)
    if !isKept { try TokenFile.write(token, places) }
    let stamp = home.moved(to: address.baseURL, with: [moved])
    try stamp.writeHome(places)
    return Result(
      stamp: stamp, wasDone: false,
      otherKeys: try trusted.entries().count {
        !$0.isRevoked && $0.key.fingerprint != key?.fingerprint
          && $0.owners.contains("\(former)") && !$0.owners.contains("\(target)")
      })
  }

  /// What there is to say when nothing is to be done.
  package var done: Result { Result(stamp: home, wasDone: true, otherKeys: 0) }
}
