package import GymbagArchive
package import GymbagCrypto
package import GymbagHome
package import GymbagModel
package import GymbagSystem

/// The archives that can be read: those of the home, by their days, and any file. Reads only, but
/// for the ledger, which learns of what was verified.
package struct PackedDays: Sendable {
  private let places: Places
  private let namedKey: PublicKey?
  private let trust: any Trust
  private let standings: Standings?
  private let clock: Clock

  /// The archives within reach of these places.
  ///
  /// - Parameter key: the one key that shall count, whoever the owner is, instead of those that are
  ///   trusted. The answer is then about the file and the key alone: the ledger is neither asked nor
  ///   told, or any key could pass its archives off as the newest.
  package init(_ places: Places, clock: Clock, key: PublicKey? = nil) {
    self.places = places
    self.clock = clock
    let trusted = TrustedKeys(directory: places.trustedKeys)
    namedKey = key
    trust = key.map { NamedKey($0) } ?? trusted
    standings = key == nil ? Standings(places, trusted, clock) : nil
  }

  /// Opens an archive whose head is sound: signed by a trusted key, of the day that was asked for,
  /// of the right length. What lies behind the head is not read.
  ///
  /// - Throws: `notFound` with the days that are there; `badData`; `refused` for a key that is not
  ///   trusted and for another owner's archive in the home; `config` without a home.
  package func open(_ reference: DayReference) throws(GymbagError) -> ArchiveHead {
    let head = try ArchiveHead.read(file(reference), trust: trust, asked: reference.asked)
    return try head.adding(strangersProblem(head, reference)).sound()
  }

  /// Looks at the head of an archive: what `verify` would say without reading what lies behind it.
  ///
  /// - Throws: as `verify`.
  package func look(_ reference: DayReference, allowOlder: Bool) throws(GymbagError) -> Verdict {
    try settled(reference) { file throws(GymbagError) in
      let head = try ArchiveHead.read(file, trust: trust, asked: reference.asked)
      return try verdict(
        reference, head, problems: head.problems, isContentRead: false, allowOlder: allowOlder)
    }
  }

  /// Verifies an archive from its first byte to its last.
  ///
  /// - Parameters:
  ///   - allowOlder: a newer archive of the owner and day that was seen is no reason to refuse.
  ///   - progress: moved on by what was read.
  ///   - take: given each file of the archive, as in `Verification.run`.
  /// - Throws: `notFound`, `config`, `io`; `badData` when there is no index to be had, or a ledger
  ///   that cannot be read.
  package func verify(
    _ reference: DayReference, allowOlder: Bool, progress: Progress = .unwatched,
    _ take: Verification.EntryTaker? = nil
  ) throws(GymbagError) -> Verdict {
    try settled(reference, isOnce: take != nil) { file throws(GymbagError) in
      let verification = try Verification.run(
        file, trust: trust, asked: reference.asked, progress: progress, take)
      return try verdict(
        reference, verification.head, problems: verification.problems, isContentRead: true,
        allowOlder: allowOlder)
    }
  }

  /// The verdict on an archive that stays where it is. A pack may put a newer one in its place while it
  /// is read: then the ledger knows the newer one, and that is the one to be judged.
  ///
  /// - Parameter isOnce: it must not be judged twice.
  private func settled(
    _ reference: DayReference, isOnce: Bool = false,
    _ judge: (File) throws(GymbagError) -> Verdict
  ) throws(GymbagError) -> Verdict {
    let opened = try file(reference)
    let verdict = try judge(opened)
    guard !isOnce, case .day = reference, verdict.problems.contains(where: { $0.kind == .refused }),
      try FileSystem.identity(of: verdict.path) != opened.identity()
    else { return verdict }
    return try judge(file(reference))
  }

  /// What a person should know of an archive that was opened: that a newer one was seen.
  package func remarks(on head: ArchiveHead) -> [String] {
    do throws(GymbagError) {
      guard let standing = try standings?.judge(head, allowOlder: true) else { return [] }
      return standing.problems.map(\.text) + standing.remarks
    } catch {
      return ["whether a newer archive was seen cannot be told: \(error.message)"]
    }
  }

  private func verdict(
    _ reference: DayReference, _ head: ArchiveHead, problems: [Problem], isContentRead: Bool,
    allowOlder: Bool
  ) throws(GymbagError) -> Verdict {
    var problems = problems + [try strangersProblem(head, reference)].compactMap(\.self)
    var remarks = clockRemarks(head.index.stamp)
    if let namedKey, try TrustedKeys(directory: places.trustedKeys).isRevoked(namedKey) {
      remarks.append("the key that you have named was revoked here (\(namedKey.fingerprint))")
    }
    // What was not signed by a trusted key says nothing about serials that could be believed.
    if let standings, head.signer != nil {
      let standing = try standings.judge(head, allowOlder: allowOlder)
      problems += standing.problems
      remarks += standing.remarks
      if isContentRead, problems.isEmpty { remarks += standings.remember(head) }
    }
    return Verdict(
      path: path(of: reference), head: head, problems: problems, remarks: remarks,
      isContentRead: isContentRead)
  }

  /// A clock may be wrong, and an archive may lie on a stick for weeks: time is advice.
  private func clockRemarks(_ stamp: PackStamp) -> [String] {
    let days = (clock.now().unixSeconds - stamp.packedAt.unixSeconds) / 86_400
    if days <= -1 {
      return ["packed \(-days) days from now by this machine's clock: one of the clocks is wrong"]
    }
    return days > 60 ? ["packed \(days) days ago by this machine's clock"] : []
  }

  /// The days of the home that have an archive, ascending.
  ///
  /// - Throws: `config` without a home; `io`.
  package func days() throws(GymbagError) -> [DayKey] {
    _ = try OwnerStamp.require(places)
    guard try FileSystem.exists(places.days) else { return [] }
    return try FileSystem.names(in: places.days).compactMap { name in
      DayKey(archiveName: name)
    }
  }

  /// The path of what `reference` means.
  package func path(of reference: DayReference) -> String {
    switch reference {
    case .day(let day): places.archive(of: day)
    case .file(let path): path
    }
  }

  private func file(_ reference: DayReference) throws(GymbagError) -> File {
    let path = path(of: reference)
    guard case .day(let day) = reference else { return try File(path, .read) }
    let days = try days()
    guard days.contains(day) else {
      let list = days.map(\.description).joined(separator: ", ")
      throw GymbagError(
        .notFound, "\(day) is not packed (\(places.days))",
        hint: days.isEmpty ? "pack it with gymbag pack" : "these days are: \(list)")
    }
    return try File(path, .read)
  }

  /// In a home lie archives of its owner alone, also of when its server was elsewhere.
  private func strangersProblem(_ head: ArchiveHead, _ reference: DayReference) throws(GymbagError)
    -> Problem?
  {
    guard case .day = reference else { return nil }
    let stamp = try OwnerStamp.require(places)
    guard !stamp.covers(head.index.stamp.owner) else { return nil }
    return Problem(
      nil, "the archive belongs to \(head.index.stamp.owner), the home to \(stamp.owner)", .refused,
      hint: "move it out of the home")
  }
}
