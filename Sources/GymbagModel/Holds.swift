/// The days that must stay, whatever a rule says, and what needs each of them.
package struct Holds: Equatable, Sendable {
  /// What needs a day; the raw value is its word in JSON.
  package enum Reason: String, CaseIterable, Sendable {
    /// A station trains it and has not finished.
    case stationOpen = "station-open"
    /// Something that was trained on it has not been sent.
    case unsentBatch = "unsent-batch"
    /// Two devices have edited it and nobody has settled it.
    case conflict
    /// A person wants it to stay.
    case pinned

    /// In words.
    package var text: String {
      switch self {
      case .stationOpen: "station open"
      case .unsentBatch: "unsent batch"
      case .conflict: "conflict"
      case .pinned: "pinned"
      }
    }
  }

  private var reasons: [DayKey: Set<Reason>] = [:]

  /// No day is held.
  package init() {}

  /// Holds a day, for one more reason.
  package mutating func hold(_ day: DayKey, for reason: Reason) {
    reasons[day, default: []].insert(reason)
  }

  /// What needs a day, in the order of `Reason`; empty when nothing does.
  package func reasons(on day: DayKey) -> [Reason] {
    let held = reasons[day] ?? []
    return Reason.allCases.filter(held.contains)
  }
}
