import GymbagArchive
import GymbagBackend
import GymbagCrypto
package import GymbagHome
package import GymbagModel
package import GymbagSystem

/// Packs days into a home, one after another, under the home's pack lock.
package final class DayPacker {
  private let places: Places
  private let clock: Clock
  private let calendar: LocalCalendar
  private let owner: Owner
  /// The same, by all addresses that its server has had.
  private let owners: [Owner]
  private let key: SecretKey
  private let ledger: Ledger
  private let trusted: TrustedKeys
  private let packed: PackedDays
  private let backend: any Backend
  /// When this pack is: by the server's clock, or as `SOURCE_DATE_EPOCH` says.
  private let now: Instant
  /// What the server's clock shows; nil when it did not say.
  private let serverTime: Instant?
  private let lock: FileLock

  /// How far, in seconds, the machine's clock may be from the server's around midnight.
  private static let clockSlackSeconds: Int64 = 3600

  /// Makes ready to pack: whatever can fail without the network fails before it is used.
  ///
  /// - Parameters:
  ///   - note: told of each answer of the server.
  ///   - password: asked if the key has one.
  /// - Throws: `config` without a home; `later` while another pack runs; `signIn`; `refused` when
  ///   the token is another account's, or others can read a secret; `unavailable`; `io`.
  package init(
    places: Places, environment: Environment, clock: Clock, calendar: LocalCalendar,
    note: @escaping (String) -> Void, password: () throws(GymbagError) -> [UInt8]
  ) throws(GymbagError) {
    self.places = places
    self.clock = clock
    self.calendar = calendar
    let stamp = try OwnerStamp.requireOwn(places)
    owner = stamp.owner
    owners = stamp.owners
    let fixedTime = try Self.sourceDate(environment)
    guard try FileSystem.exists(places.secretKey) else {
      throw GymbagError(
        .config, "there is no key to sign with (\(places.secretKey))",
        hint: "make one with gymbag key new")
    }
    key = try SecretKeyFile(PrivateFile.read(places.secretKey), path: places.secretKey)
      .key(password: password)
    trusted = TrustedKeys(directory: places.trustedKeys)
    // Nothing is packed that could not be read afterwards.
    _ = try trusted.entries()
    guard try !trusted.isRevoked(key.publicKey) else {
      throw GymbagError(
        .refused, "the key that signs was revoked (\(places.secretKey))",
        hint: "make another with gymbag key new")
    }
    let token = try TokenSource().token(environment) { () throws(GymbagError) in
      try TokenFile.read(places)
    }
    ledger = Ledger(places)
    packed = PackedDays(places, clock: clock)
    try ledger.makeWritable()
    try FileSystem.makeDirectory(places.days)
    try FileSystem.makeDirectory(places.staging)
    lock = try FileLock(places.packLock, purpose: "a pack or a prune")
    try FileSystem.removeLeftovers(in: places.days)
    try FileSystem.removeLeftovers(in: places.staging)
    // It may have moved, or gone, before the lock was ours.
    guard try OwnerStamp.requireOwn(places) == stamp else {
      throw GymbagError(
        .refused, "the home at \(places.home) no longer belongs to \(owner)", hint: "try again")
    }
    let address = try BackendAddress(of: owner, places)
    backend = try ContractBackend(address.url, token: token, note: note)
    let account = try BackendAddress.account(backend, hint: TokenSource.hint(environment))
    try account.require(owner)
    // A server whose clock shows what no archive can hold is not asked for the time.
    serverTime = account.serverTime.flatMap {
      PackStamp.times.contains($0.unixSeconds) ? $0 : nil
    }
    now = fixedTime ?? serverTime ?? clock.now()
  }

  /// Makes sure that today is no other date by the server's clock: else a day that was counted from
  /// it is not the one that is meant, has no workouts perhaps, and nobody would notice.
  ///
  /// - Throws: `refused`.
  package func believeClock() throws(GymbagError) {
    let here = clock.now()
    guard let serverTime, abs(here.unixSeconds - serverTime.unixSeconds) > Self.clockSlackSeconds,
      try calendar.day(of: here) != calendar.day(of: serverTime)
    else { return }
    throw GymbagError(
      .refused, "the clock shows \(here), but the server's \(serverTime): which day is today?",
      hint: "set this machine's clock, or name the day by its date; nothing was packed")
  }

  /// Packs a day over the archive that is there, which stays as it is if anything fails.
  ///
  /// - Parameters:
  ///   - given: who is expected; without it, whom the archive that is there was packed for.
  ///   - progress: moved on by the answers of the server.
  /// - Throws: `badData` for a roster that names a workout which the day does not have;
  ///   `unavailable`, `signIn`, `io`, `cannotCreate`, `interrupted`.
  package func pack(
    _ day: DayKey, for given: DayRoster? = nil, _ progress: Progress = .unwatched
  ) throws(GymbagError) -> Outcome {
    let path = places.archive(of: day)
    let (head, former) = try former(day)
    // Before the download: a ledger that cannot be read shall not cost a coach the wait for it.
    let stamp = PackStamp(
      day: day, timeZone: calendar.timeZone, owner: owner, packedAt: now,
      serial: try Serial.next(
        now: now,
        newest: [
          try ledger.newestSerial(
            of: owners, day, revoked: trusted.revokedFingerprints()),
          former.index?.stamp.serial,
        ].compactMap(\.self).max()))
    var roster: PackRoster?
    let parts = try backend.download(day, stagingIn: places.staging, progress) {
      workouts throws(GymbagError) in
      roster = try PackRoster(
        given: given, former: former.index, workouts.map(\.id), of: day)
      return roster?.roster
    }
    guard !parts.workouts.isEmpty else { return .noWorkouts(former, path: path) }
    let written = try DayArchiveWriter.write(
      parts, stamp, expecting: roster?.roster, signedBy: key, to: path)
    // The archive first: a serial in the ledger that no archive has would make the former archive
    // look like a rollback.
    do throws(GymbagError) {
      try ledger.append(
        Ledger.Record(
          .pack, owner: owner, day: day, serial: stamp.serial,
          digest: written.tagManifestDigest, signer: key.publicKey.fingerprint, at: now))
    } catch {
      throw GymbagError(
        error.kind, "\(day) is packed (\(path)), but its serial is not kept: \(error.message)",
        hint: error.hint, cause: error.cause)
    }
    return .packed(
      Packed(
        index: written.index, byteCount: written.byteCount, path: path, former: former,
        roster: roster,
        replaced: head.flatMap { head in
          guard let signer = head.signer, signer != key.publicKey.fingerprint else { return nil }
          return Replaced(signer: signer, packedAt: head.index.stamp.packedAt)
        }))
  }

  /// The archive of a day that is there. One that cannot be read, or is another's, has no say: it is
  /// about to be replaced.
  private func former(_ day: DayKey) throws(GymbagError) -> (ArchiveHead?, Former) {
    guard try FileSystem.exists(places.archive(of: day)) else { return (nil, .none) }
    do throws(GymbagError) {
      let head = try packed.open(.day(day))
      return (head, .sound(head.index))
    } catch {
      // That it could not be looked at says nothing about it.
      guard error.isAnAnswer else { throw error }
      return (nil, .unusable(error))
    }
  }

  /// The one time of a reproducible run.
  ///
  /// Source: reproducible-builds.org, SOURCE_DATE_EPOCH.
  private static func sourceDate(_ environment: Environment) throws(GymbagError) -> Instant? {
    guard let text = environment.nonEmpty("SOURCE_DATE_EPOCH") else { return nil }
    guard let seconds = Int64(text), PackStamp.times.contains(seconds) else {
      throw GymbagError(.config, "SOURCE_DATE_EPOCH is no number of seconds: \(text)")
    }
    return Instant(unixSeconds: seconds)
  }
}
