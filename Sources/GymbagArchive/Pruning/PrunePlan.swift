package import GymbagModel

/// What is to be removed from a directory of archives, what stays, and why: a function of what lies
/// there, of the rule, and of the day that it is.
package struct PrunePlan: Equatable, Sendable {
  /// Something in the directory.
  package struct Candidate: Equatable, Sendable {
    /// What was found.
    package enum Content: Equatable, Sendable {
      /// An archive that says this of itself.
      ///
      /// - Parameter problem: what is wrong with its head; nil when a trusted key vouches for it.
      case archive(PackStamp, problem: String?)
      /// A file that should be an archive, and what it is not.
      case unsound(String)
      /// A file that could not be read.
      case unreadable
      /// A link, a directory, a pipe.
      case notRegularFile
      /// Its name says enough.
      case notLookedAt
      /// What a run that died has left of its work.
      case leftover
    }

    /// Its name, from the directory that is pruned or from the home.
    package let name: String
    /// Its length in bytes; 0 for what is no file.
    package let byteCount: Int64
    /// The day whose archive has this name; nil for any other name.
    package let day: DayKey?
    /// What was found.
    package let content: Content

    /// Something of these parts.
    package init(name: String, byteCount: Int64, day: DayKey?, content: Content) {
      self.name = name
      self.byteCount = byteCount
      self.day = day
      self.content = content
    }
  }

  /// What is to be done with something, and why: the reason tells both.
  package struct Entry: Equatable, Sendable {
    /// With what.
    package let candidate: Candidate
    /// Why.
    package let reason: PruneReason
    /// What.
    package var verdict: PruneVerdict { reason.verdict }
  }

  /// Everything that lies there, in the order in which it was given.
  package let entries: [Entry]

  /// Plans.
  ///
  /// - Parameters:
  ///   - owners: whose archives may go: the home's owner, by all its addresses. Equal byte for byte:
  ///     another account may well begin with the same letters.
  ///   - today: this day's archive and later ones stay, whatever else is said.
  ///   - holds: archives of these days stay.
  ///   - isAll: also the newest archive may go.
  package init(
    _ candidates: [Candidate], _ rule: PruneRule, owners: [Owner], today: DayKey, holds: Holds,
    isAll: Bool
  ) {
    let days = candidates.filter { Self.objection(to: $0, owners) == nil }.compactMap(\.day)
      .sorted(by: >)

    /// Why the rule keeps a day, or else removes it.
    func ruled(_ day: DayKey) -> PruneReason {
      if case .keepLast(let count) = rule {
        return days.prefix(count).contains(day) ? .amongLast(count) : .notAmongLast(count)
      }
      // Without a first day the rule reaches further back than the calendar, and keeps everything.
      guard let first = rule.firstKept(today: today) else { return .newest }
      return day < first ? .olderThan(first) : .notOlderThan(first)
    }

    func reason(_ day: DayKey) -> PruneReason {
      if day == today { return .today }
      if day > today { return .toCome }
      let ruled = ruled(day)
      guard ruled.verdict == .remove else { return ruled }
      let held = holds.reasons(on: day)
      if !held.isEmpty { return .held(held) }
      return day == days.first && !isAll ? .newest : ruled
    }

    entries = candidates.map { candidate in
      let objection = Self.objection(to: candidate, owners)
      return Entry(
        candidate: candidate,
        reason: objection ?? candidate.day.map(reason) ?? .notCalledAfterDay)
    }
  }

  /// Why something is not an archive that the rule is about; nil when it is one.
  private static func objection(to candidate: Candidate, _ owners: [Owner]) -> PruneReason? {
    if candidate.content == .leftover { return .leftover }
    guard let day = candidate.day else { return .notCalledAfterDay }
    switch candidate.content {
    case .leftover, .notLookedAt: return .notCalledAfterDay
    case .notRegularFile: return .notRegularFile
    case .unreadable: return .unreadable
    case .unsound(let problem): return .unsound(problem)
    case .archive(let stamp, let problem):
      if !owners.contains(stamp.owner) { return .otherOwner(stamp.owner) }
      if let problem { return .unsound(problem) }
      return stamp.day == day ? nil : .otherDay(stamp.day)
    }
  }

  /// What is to go.
  package var removals: [Entry] { entries.filter { $0.verdict == .remove } }

  /// When the newest archive was packed that the rule is about; nil without any.
  package var newestStamp: PackStamp? {
    entries.compactMap { entry -> PackStamp? in
      guard entry.verdict != .ignore, case .archive(let stamp, _) = entry.candidate.content else {
        return nil
      }
      return stamp
    }.max { $0.packedAt < $1.packedAt }
  }
}
