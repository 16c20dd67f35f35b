package import GymbagModel

/// What a person wants to be gone: there is none that is taken for granted.
package enum PruneRule: Equatable, Sendable {
  /// What is of an earlier day.
  case before(DayKey)
  /// All but so many calendar days, of which today is the last.
  case keepDays(Int)
  /// All but so many archives, the newest by their days.
  case keepLast(Int)

  /// How many days or archives can be kept: none would empty a directory by a slip of the hand, and
  /// more is a slip, too.
  package static let counts = 1...9999

  /// The first day that the rule keeps; nil when it does not go by days.
  ///
  /// The calendar counts, never seconds: a day may have 23 hours, or be left out where a zone moves.
  package func firstKept(today: DayKey) -> DayKey? {
    switch self {
    case .before(let day): day
    case .keepDays(let count): today.adding(days: 1 - count)
    case .keepLast: nil
    }
  }
}
