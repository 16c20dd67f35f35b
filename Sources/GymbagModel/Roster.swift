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

    // By bytes, as everything that stands in an index.
    package static func == (a: Entry, b: Entry) -> Bool {
      let haveSameName =
        if let name = a.name, let other = b.name {
          name.hasSameBytes(as: other)
        } else {
          a.name == nil && b.name == nil
        }
      return a.id == b.id && haveSameName && a.workouts == b.workouts
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

  /// The roster of these entries, at least one, no two of the same athlete.
  init(distinct entries: [Entry]) { self.entries = entries }
}
