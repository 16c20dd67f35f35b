package import GymbagArchive
package import GymbagHome
package import GymbagModel
package import GymbagSystem

/// Removes the archives of days that are over, from a home or from a stick, and what runs that died
/// have left in the home.
///
/// Each file is removed whole, by one call: whenever this is cut short, what is left are whole
/// archives, and the next run does the rest.
package struct Pruning: Sendable {
  /// What came of something in the plan.
  package struct Outcome: Sendable {
    /// What was planned.
    package let entry: PrunePlan.Entry
    /// Where it is, or was.
    package let path: String
    /// Whether it is gone.
    package let isRemoved: Bool
  }

  /// What came of it.
  package struct Result: Sendable {
    /// Which directory was pruned.
    package let directory: String
    /// Which day it was.
    package let today: DayKey
    /// Everything that lies there, planned and, unless it was a dry run, done.
    package let outcomes: [Outcome]
    /// What could not be read, removed, or brought to the disk.
    package let failures: [GymbagError]
  }

  private let places: Places
  private let clock: Clock
  private let calendar: LocalCalendar
  /// Whose archives may go.
  private let owners: [Owner]
  private let trust: TrustedKeys
  /// The directory that a person has named; nil for the home.
  private let named: String?

  /// Makes ready to prune.
  ///
  /// - Parameter directory: what is pruned instead of the home. Whose archives may go, and by whose
  ///   keys, the home says all the same.
  /// - Throws: `config` without a home; as `TrustedKeys.keys`, so that keys which cannot be read are
  ///   not mistaken for keys that nobody trusts.
  package init(
    _ places: Places, clock: Clock, calendar: LocalCalendar, directory: String?
  ) throws(GymbagError) {
    self.places = places
    self.clock = clock
    self.calendar = calendar
    owners = try OwnerStamp.require(places).owners
    trust = TrustedKeys(directory: places.trustedKeys)
    _ = try trust.entries()
    _ = try trust.revokedFingerprints()
    named = directory
  }

  /// Plans, and unless it is a dry run removes what the plan says.
  ///
  /// - Throws: `later` while a pack runs in the home, or another prune; `notFound` without the
  ///   directory that was named; `refused` when the clock cannot be believed; `badData` for a ledger
  ///   that cannot be read: the clock is compared with it; `io`.
  package func run(_ rule: PruneRule, isAll: Bool, isDryRun: Bool) throws(GymbagError) -> Result {
    try FileLock.hold(places.packLock, purpose: "a pack or a prune") {
      () throws(GymbagError) in
      guard let named else { return try runUnderLock(rule, isAll: isAll, isDryRun: isDryRun) }
      return try FileLock.hold(directory: named, purpose: "another gymbag") {
        () throws(GymbagError) in
        try runUnderLock(rule, isAll: isAll, isDryRun: isDryRun)
      }
    }
  }

  private func runUnderLock(_ rule: PruneRule, isAll: Bool, isDryRun: Bool) throws(GymbagError)
    -> Result
  {
    let directory = named ?? places.days
    let now = clock.now()
    let today = try calendar.day(of: now)
    var finds = PruneFinds(owners: owners, trust: trust)
    if let named {
      try finds.addArchives(in: OpenDirectory(named))
    } else {
      try finds.addHome(places)
    }
    let plan = PrunePlan(
      finds.all.map(\.candidate), rule, owners: owners, today: today,
      holds: try DayHolds.current(places), isAll: isAll)
    try believe(now, plan, in: directory)
    var failures = finds.failures
    var outcomes: [Outcome] = []
    for (entry, find) in zip(plan.entries, finds.all) {
      var isRemoved = false
      if !isDryRun, entry.verdict == .remove {
        try Interruption.check()
        do throws(GymbagError) {
          try find.directory.remove(find.name, ifStill: find.status)
          isRemoved = true
        } catch {
          failures.append(error)
        }
      }
      outcomes.append(
        Outcome(entry: entry, path: find.directory.path(of: find.name), isRemoved: isRemoved))
    }
    if outcomes.contains(where: \.isRemoved) { failures += finds.sync() }
    return Result(directory: directory, today: today, outcomes: outcomes, failures: failures)
  }

  /// Makes sure that the clock, which decides what is old, is not plainly wrong.
  ///
  /// - Throws: `refused`.
  private func believe(_ now: Instant, _ plan: PrunePlan, in directory: String)
    throws(GymbagError)
  {
    let newest = plan.newestStamp
    let doubt = ClockDoubt.about(
      now, packedAt: newest?.packedAt, writtenAt: try Ledger(places).newestPackTime())
    switch doubt {
    case nil: return
    case .behind(let packedAt):
      let day = newest.map { "of \($0.day) " } ?? ""
      throw GymbagError(
        .refused,
        "the clock shows \(now), but the archive \(day)was packed at \(packedAt) (\(directory))",
        hint: "set this machine's clock; nothing was removed")
    case .ahead(let latest):
      // In a long break nobody packs. Who prunes every night shall not be told every night.
      if plan.removals.isEmpty { return }
      throw GymbagError(
        .refused,
        "the clock shows \(now), over \(ClockDoubt.idleDays) days after anything was "
          + "packed, \(latest) (\(directory), \(places.ledger))",
        hint: "set this machine's clock; if it is right, pack a day first; nothing was removed")
    }
  }
}
