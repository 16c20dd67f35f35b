import GymbagArchive
import GymbagCrypto
package import GymbagHome
package import GymbagModel
import GymbagSystem

/// What a home and its configuration hold: what would be lost with them. Whatever a home holds beside
/// this is not gymbag's.
package struct HomeContents: Sendable {
  /// Whose home it is.
  package let stamp: OwnerStamp
  /// The days whose archives are there.
  package let days: [DayKey]
  /// Whether a pack that died has left what it downloaded.
  package let hasStaging: Bool
  /// The token, the keys that sign, and the stamp of the configuration, in the order in which they can
  /// be removed; empty where the configuration is not this home's alone.
  package let configuration: [String]
  /// The other home that the configuration belongs to, too.
  package let otherHome: String?
  /// What is in the home and is not gymbag's, or another account's.
  package let strangers: [String]

  /// Looks through a home.
  ///
  /// - Throws: `config` without a home, `badData` when nobody can tell whose it is, `refused` when the
  ///   configuration is another account's; `io`.
  package init(_ places: Places) throws(GymbagError) {
    stamp = try OwnerStamp.require(places)
    let account = try OwnerStamp.readConfiguration(places)
    if let account, !account.covers(stamp.owner) { throw stamp.foreign(places, account) }
    otherHome = try account.flatMap { account throws(GymbagError) in
      try Self.otherHome(of: account, places)
    }
    configuration = account == nil || otherHome != nil ? [] : try Self.secrets(places)

    let known = [places.owner, places.days, places.staging, places.packLock]
    var strangers = try FileSystem.names(in: places.home)
      .filter { FileSystem.leftoverBase($0) == nil }.map { places.home + "/" + $0 }
      .filter { !known.contains($0) }
    var days: [DayKey] = []
    switch try FileSystem.status(of: places.days)?.kind {
    case nil: break
    case .directory:
      for name in try FileSystem.names(in: places.days) where FileSystem.leftoverBase(name) == nil {
        let path = places.days + "/" + name
        let day = DayKey(archiveName: name)
        if let day, try Self.isOurs(path, stamp, places) {
          days.append(day)
        } else {
          strangers.append(path)
        }
      }
    // What a link leads to is somewhere else, and was not put there by gymbag.
    case .file, .other: strangers.append(places.days)
    }
    self.days = days
    self.strangers = strangers
    let isDirectory = try FileSystem.status(of: places.staging)?.kind == .directory
    hasStaging = isDirectory ? try !FileSystem.names(in: places.staging).isEmpty : false
  }

  /// Whether a file in the place of a day's archive is the owner's. What is too damaged to say whose it
  /// is may be anybody's.
  private static func isOurs(_ path: String, _ stamp: OwnerStamp, _ places: Places)
    throws(GymbagError) -> Bool
  {
    guard try FileSystem.status(of: path)?.kind == .file else { return false }
    do throws(GymbagError) {
      let trust = TrustedKeys(directory: places.trustedKeys)
      let head = try ArchiveHead.read(File(path, .read), trust: trust, asked: nil)
      return stamp.covers(head.index.stamp.owner)
    } catch {
      guard error.kind == .badData else { throw error }
      return false
    }
  }

  /// The home that is found when none is named, if it is another one of the account.
  private static func otherHome(of account: OwnerStamp, _ places: Places) throws(GymbagError)
    -> String?
  {
    guard let usual = places.usualHome else { return nil }
    let other = Places(home: usual, config: places.config, state: places.state)
    guard try FileSystem.exists(other.owner),
      try FileSystem.identity(of: other.owner) != FileSystem.identity(of: places.owner)
    else { return nil }
    do throws(GymbagError) {
      guard let stamp = try OwnerStamp.read(other), account.covers(stamp.owner) else { return nil }
    } catch {
      // Whose it is cannot be told: it may need them.
      guard error.kind == .badData else { throw error }
    }
    return usual
  }

  /// The stamp last: as long as it is there, it can be told whose the others are.
  private static func secrets(_ places: Places) throws(GymbagError) -> [String] {
    let setAside = try FileSystem.names(in: places.config)
      .filter { name in
        name.hasPrefix("revoked-") && name.hasSuffix(".key")
          && PublicKey.fingerprint(digitsOf: String(name.dropFirst(8).dropLast(4))) != nil
      }.map { places.config + "/" + $0 }
    let all =
      [places.token, places.secretKey] + setAside + [places.publicKey, places.configOwner]
    var present: [String] = []
    for path in all where try FileSystem.exists(path) { present.append(path) }
    return present
  }
}
