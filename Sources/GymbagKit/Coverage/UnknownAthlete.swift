package import GymbagModel

/// An athlete of a roster whom the server does not know.
package struct UnknownAthlete: Sendable {
  /// What the roster says of them.
  package let entry: Roster.Entry
  /// The athletes of the day whose ids look like theirs: who was meant is for a person to say.
  package let nearest: [ID]

  /// These athletes of a roster, whom the server did not name for a day.
  static func list(_ entries: [Roster.Entry], in index: DayIndex) -> [UnknownAthlete] {
    if entries.isEmpty { return [] }
    let lookalikes = Lookalikes(among: index.athletes.lazy.map(\.id))
    return entries.map { UnknownAthlete(entry: $0, nearest: lookalikes.ids(like: $0.id)) }
  }
}
