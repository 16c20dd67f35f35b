package import GymbagModel

/// What is done with something that lies in a directory of archives; the raw value is its word in
/// JSON.
package enum PruneVerdict: String, CaseIterable, Sendable {
  /// It is removed.
  case remove
  /// It stays: the rule, or what must not be lost, keeps it.
  case keep
  /// It is none of our business.
  case ignore
}

/// Why it is.
package enum PruneReason: Equatable, Sendable {
  /// It is of a day before the first that the rule keeps.
  case olderThan(DayKey)
  /// So many archives are newer.
  case notAmongLast(Int)
  /// A run that died has left it.
  case leftover

  /// It is today's.
  case today
  /// It is a later day's.
  case toCome
  /// It is of the first day that the rule keeps, or a later one.
  case notOlderThan(DayKey)
  /// It is one of so many that the rule keeps.
  case amongLast(Int)
  /// Something needs it.
  case held([Holds.Reason])
  /// There is no newer one.
  case newest
  /// Whose it is nobody could look up.
  case unreadable

  /// No archive has such a name.
  case notCalledAfterDay
  /// It is a link or a directory or the like.
  case notRegularFile
  /// It is another account's.
  case otherOwner(Owner)
  /// It has the name of another day than its own.
  case otherDay(DayKey)
  /// It is damaged, or nobody trusted has signed it.
  case unsound(String)

  /// What is done.
  package var verdict: PruneVerdict {
    switch self {
    case .olderThan, .notAmongLast, .leftover: .remove
    case .today, .toCome, .notOlderThan, .amongLast, .held, .newest, .unreadable: .keep
    case .notCalledAfterDay, .notRegularFile, .otherOwner, .otherDay, .unsound: .ignore
    }
  }

  /// Its word in JSON, which stays the same.
  package var word: String {
    switch self {
    case .olderThan: "older"
    case .notAmongLast: "not-among-last"
    case .leftover: "leftover"
    case .today: "today"
    case .toCome: "to-come"
    case .notOlderThan: "not-older"
    case .amongLast: "among-last"
    case .held: "held"
    case .newest: "newest"
    case .unreadable: "unreadable"
    case .notCalledAfterDay: "not-called-after-a-day"
    case .notRegularFile: "not-a-file"
    case .otherOwner: "other-owner"
    case .otherDay: "other-day"
    case .unsound: "unsound"
    }
  }

  /// In words.
  package var text: String {
    switch self {
    case .olderThan(let day): "older than \(day)"
    case .notAmongLast(let count): "not among the newest \(count)"
    case .leftover: "leftover of a run that died"
    case .today: "today"
    case .toCome: "to come"
    case .notOlderThan(let day): "not older than \(day)"
    case .amongLast(let count): "among the newest \(count)"
    case .held(let reasons): reasons.map(\.text).joined(separator: ", ")
    case .newest: "newest"
    case .unreadable: "cannot be read"
    case .notCalledAfterDay: "not called after a day"
    case .notRegularFile: "not a regular file"
    case .otherOwner(let owner): "belongs to \(owner)"
    case .otherDay(let day): "is of \(day)"
    case .unsound(let problem): problem
    }
  }
}
