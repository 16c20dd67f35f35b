import GymbagArchive
import GymbagBackend
import GymbagHTTP
package import GymbagHome
package import GymbagModel
package import GymbagSystem

/// Packs days into a home, one after another, under the home's pack lock.
package final class DayPacker {
  /// What came of a day.
  package enum Outcome: Sendable {
    /// It is packed: what the archive holds, its length in bytes, and where it is.
    case packed(DayIndex, byteCount: Int64, path: String)
    /// The server lists no workouts: nothing was written.
    case noWorkouts
  }

  private let places: Places
  private let calendar: LocalCalendar
  private let owner: Owner
  private let key: SigningKey
  private let ledger: Ledger
  private let backend: any Backend
  /// When this pack is: by the server's clock, or as `SOURCE_DATE_EPOCH` says.
  private let now: Instant
  private let lock: FileLock

  /// Makes ready to pack: whatever can fail without the network fails before it is used.
  ///
  /// - Throws: `config` without a home; `later` while another pack runs; `signIn`; `refused` when
  ///   the token is another account's, or others can read a secret; `unavailable`; `io`.
  package init(
    places: Places, environment: Environment, clock: Clock, calendar: LocalCalendar
  ) throws(GymbagError) {
    self.places = places
    self.calendar = calendar
    owner = try OwnerStamp.require(places)
    let fixedTime = try Self.sourceDate(environment)
    try PrivateFile.check(places.secretKey)
    key = try SigningKey(path: places.secretKey)
    let token = try Self.token(places, environment)
    ledger = Ledger(places)
    try ledger.makeWritable()
    try FileSystem.makeDirectory(places.days)
    try FileSystem.makeDirectory(places.staging)
    lock = try FileLock(places.packLock, purpose: "a pack")
    try FileSystem.removeLeftovers(in: places.days)
    backend = try ContractBackend(HTTPURL(owner.baseURL), token: token)
    let account = try backend.account()
    guard account.userID == owner.userID else {
      throw GymbagError(
        .refused, "the token is \(account.userID)'s, but the home belongs to \(owner)",
        hint: "use a token of \(owner.userID)")
    }
    now = fixedTime ?? account.serverTime ?? clock.now()
  }

  /// Packs a day over the archive that is there, which stays as it is if anything fails.
  ///
  /// - Throws: `unavailable`, `signIn`, `io`, `cannotCreate`, `interrupted`.
  package func pack(_ day: DayKey) throws(GymbagError) -> Outcome {
    let path = places.archive(of: day)
    var parts = try DayParts(stagingIn: places.staging)
    guard try backend.download(day, into: &parts) > 0 else { return .noWorkouts }
    let stamp = PackStamp(
      day: day, timeZone: calendar.timeZone, owner: owner, packedAt: now,
      serial: max(now.unixSeconds, try newestSerial(day) + 1))
    let written = try DayArchiveWriter.write(parts, stamp, signedBy: key, to: path)
    // The archive first: a serial in the ledger that no archive has would make the former archive
    // look like a rollback.
    try ledger.append(
      Ledger.Record(
        owner: owner, day: day, serial: stamp.serial, digest: written.tagManifestDigest, at: now))
    return .packed(written.index, byteCount: written.byteCount, path: path)
  }

  /// The newest serial that the ledger or the home knows of; 0 when there is none.
  private func newestSerial(_ day: DayKey) throws(GymbagError) -> Int64 {
    let recorded = try ledger.newestSerial(owner, day) ?? 0
    // An archive whose head cannot be read has no say: it is about to be replaced.
    let head = try? ArchiveHead.read(
      File(places.archive(of: day), .read),
      trusted: TrustedKeys(directory: places.trustedKeys), asked: day
    ).sound(path: places.archive(of: day))
    return max(recorded, head?.index.stamp.serial ?? 0)
  }

  private static func token(_ places: Places, _ environment: Environment) throws(GymbagError)
    -> String
  {
    guard let given = environment.nonEmpty("GYMBAG_TOKEN") else {
      return try TokenFile.read(places)
    }
    return try TokenFile.parse(Array(given.utf8), from: "GYMBAG_TOKEN")
  }

  /// The one time of a reproducible run.
  ///
  /// Source: reproducible-builds.org, SOURCE_DATE_EPOCH.
  private static func sourceDate(_ environment: Environment) throws(GymbagError) -> Instant? {
    guard let text = environment.nonEmpty("SOURCE_DATE_EPOCH") else { return nil }
    guard let seconds = Int64(text), (0..<(1 << 33)).contains(seconds) else {
      throw GymbagError(.config, "SOURCE_DATE_EPOCH is no number of seconds: \(text.printable)")
    }
    return Instant(unixSeconds: seconds)
  }
}
