/// The athletes expected at the visit: at least one, each once, in the order they were listed.
package struct Roster: Equatable, Sendable {
  /// One expected athlete.
  package struct Entry: Equatable, Sendable {
    /// The athlete's user id.
    package let id: ID
    /// The name in the roster, to show for athletes that the server does not know.
    package let name: String?
    /// The workouts that the roster names for them; empty when it names none.
    package let workouts: [ID]

    /// The entry of these parts.
    package init(id: ID, name: String? = nil, workouts: [ID] = []) {
      self.id = id
      self.name = name
      self.workouts = workouts
    }
  }

  /// Those expected; never empty.
  package let entries: [Entry]

  /// The roster of these rows; nil when there are none.
  ///
  /// Rows of the same id are one athlete: the first name counts, the workouts are joined. A list
  /// with a row for each athlete and workout is as good as one with a row for each athlete.
  package init?(_ rows: [Entry]) {
    guard !rows.isEmpty else { return nil }
    var position: [ID: Int] = [:]
    var entries: [Entry] = []
    for row in rows {
      guard let known = position[row.id] else {
        position[row.id] = entries.count
        entries.append(row)
        continue
      }
      let first = entries[known]
      entries[known] = Entry(
        id: first.id, name: first.name ?? row.name,
        workouts: first.workouts + row.workouts.filter { !first.workouts.contains($0) })
    }
    self.entries = entries
  }
}
