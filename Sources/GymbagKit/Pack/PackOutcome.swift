package import GymbagModel

extension DayPacker {
  /// What came of a day.
  package enum Outcome: Sendable {
    /// It is packed.
    case packed(Packed)
    /// The server lists no workouts: nothing was written, and what is at `path`, if anything is, stays.
    case noWorkouts(Former, path: String)
  }

  /// A day that is packed.
  package struct Packed: Sendable {
    /// What the archive holds.
    package let index: DayIndex
    /// Its length in bytes.
    package let byteCount: Int64
    /// Where it is.
    package let path: String
    /// What was there before.
    package let former: Former
    /// For whom it was packed; nil for those who take part.
    package let roster: PackRoster?
    /// The archive in whose place it is, if another key had signed that: another laptop of the
    /// account packed the day, too, and the newer one counts.
    package let replaced: Replaced?

    /// Whom its roster expects and the server does not know.
    package var unknown: [UnknownAthlete] { UnknownAthlete.list(index.unknownAthletes, in: index) }

    /// Whether the day may no longer be for whom it was packed, though nobody has said so: the roster
    /// that was kept lost what it named, or the former archive is damaged. One that no trusted key has
    /// signed has no say.
    package var mayHaveLostRoster: Bool {
      if case .unusable(let error) = former, error.kind == .badData, roster == nil { return true }
      return roster?.dropped.isEmpty == false
    }

    /// How it differs from the archive in whose place it is; nil without one.
    package var difference: DayDifference? {
      former.index.map { DayDifference(from: $0, to: index) }
    }
  }

  /// The archive of the day that was there before.
  package enum Former: Sendable {
    /// There was none.
    case none
    /// One with this index.
    case sound(DayIndex)
    /// One that cannot be read, or is another's: it has no say.
    case unusable(GymbagError)

    /// What it holds, if that can be said.
    package var index: DayIndex? { if case .sound(let index) = self { index } else { nil } }
  }

  /// An archive that another key had signed.
  package struct Replaced: Sendable {
    /// The fingerprint of that key.
    package let signer: String
    /// When it was packed.
    package let packedAt: Instant
  }
}

/// The roster that a day is packed for: the one that was given, else that of the former archive.
package struct PackRoster: Sendable {
  /// Who is expected.
  package let roster: Roster
  /// Where the roster comes from, a file or the former archive.
  package let source: DayRoster.Source
  /// What the roster of the former archive named and the day no longer has.
  package let dropped: [Roster.Naming]

  /// Nil when nobody has said who is expected.
  ///
  /// - Parameter workouts: the workouts of the day.
  /// - Throws: `badData` when the roster that was given names another.
  init?(given: DayRoster?, former: DayIndex?, _ workouts: [ID], of day: DayKey)
    throws(GymbagError)
  {
    if let given {
      try given.check(workouts: workouts, of: day)
      roster = given.roster
      source = given.source
      dropped = []
      return
    }
    guard let kept = former?.roster?.keeping(workouts: workouts) else { return nil }
    roster = kept.roster
    source = .archive
    dropped = kept.strays
  }
}
