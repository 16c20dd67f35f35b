/// The athletes expected at the visit: at least one, each once, in the order they were listed.
package struct Roster: Equatable, Sendable {
  /// One expected athlete.
  package struct Entry: Equatable, Sendable {
    /// The athlete's user id.
    package let id: ID
    /// The name in the roster, to show for athletes that the server does not know.
    package fileprivate(set) var name: String?
    /// The workouts that the roster names for them; empty when it names none.
    package fileprivate(set) var workouts: [ID]

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
    var positions: [ID: Int] = [:]
    var named: [ID: Set<ID>] = [:]
    var entries: [Entry] = []
    for row in rows {
      let workouts = row.workouts.filter { named[row.id, default: []].insert($0).inserted }
      guard let position = positions[row.id] else {
        positions[row.id] = entries.count
        entries.append(Entry(id: row.id, name: row.name, workouts: workouts))
        continue
      }
      entries[position].name = entries[position].name ?? row.name
      entries[position].workouts += workouts
    }
    self.entries = entries
  }
}
