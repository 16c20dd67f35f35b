package import GymbagModel

extension DayRoster {
  /// The roster of a packed day as a file: a table `athlete_id,name,workouts` that `RosterFile` reads.
  ///
  /// Who has no name in the roster has the server's.
  ///
  /// - Throws: `badData` for ids that would not come back out of the table as they are.
  package func csv(of index: DayIndex) throws(GymbagError) -> String {
    let entries = named(by: index).entries
    // Which ids a table can hold is known to its reader alone: semicolons, spaces at the ends, and
    // what spreadsheets make of numbers are only some of what it does not take.
    for entry in entries {
      let back = try? RosterFile(Array(Self.table([entry]).utf8), source: "the table").roster
      guard let back, entry.hasSameIDs(as: back.entries[0]) else {
        throw GymbagError(
          .badData, "athlete \(entry.id) or one of their workouts has an id that no table can hold",
          hint: "the same with --json can")
      }
    }
    return Self.table(entries)
  }

  private static func table(_ entries: [Roster.Entry]) -> String {
    CSVText.of(
      [["athlete_id", "name", "workouts"]]
        + entries.map { entry in
          [
            entry.id.text, (entry.name ?? "").printable,
            entry.workouts.map(\.text).joined(separator: ";"),
          ]
        })
  }

  /// The roster with the server's names where it has none.
  package func named(by index: DayIndex) -> Roster {
    let names = Dictionary(
      index.athletes.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    return roster.named(by: names)
  }
}

extension Roster.Entry {
  fileprivate func hasSameIDs(as other: Roster.Entry) -> Bool {
    // What a terminal would act on is not printed.
    id == other.id && workouts == other.workouts
      && ([id] + workouts).allSatisfy { id in
        id.text.printable.hasSameBytes(as: id.text)
      }
  }
}
