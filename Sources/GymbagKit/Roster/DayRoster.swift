package import GymbagModel

/// Who is expected on a day, and who says so.
package struct DayRoster: Sendable {
  /// Who says so.
  package enum Source: Equatable, Sendable {
    /// A file; `-` is standard input.
    case file(String)
    /// The archive, which was packed for them.
    case archive
    /// Nobody: it is those who take part in the day's workouts.
    case participants
  }

  /// Those expected.
  package let roster: Roster
  /// Who says so.
  package let source: Source

  /// The file that it was read from; nil when it was none.
  package let file: RosterFile?

  /// Reads a roster from a file.
  ///
  /// - Parameters:
  ///   - path: `-` is standard input.
  ///   - idColumn: as in `RosterFile.read`.
  /// - Throws: as `RosterFile.read`.
  package init(file path: String, idColumn: String? = nil) throws(GymbagError) {
    let file = try RosterFile.read(path, idColumn: idColumn)
    roster = file.roster
    source = .file(path)
    self.file = file
  }

  /// Whom a packed day expects: the roster that it was packed for, else those who take part.
  ///
  /// - Throws: `notFound` when there are neither.
  package init(of index: DayIndex) throws(GymbagError) {
    file = nil
    if let roster = index.roster {
      self.roster = roster
      source = .archive
      return
    }
    let entries = index.workouts.flatMap(\.participants).map { Roster.Entry(id: $0) }
    guard let roster = Roster(entries) else {
      throw GymbagError(
        .notFound, "nobody takes part in the workouts of \(index.stamp.day)",
        hint: "say who is expected with --roster FILE")
    }
    self.roster = roster
    source = .participants
  }

  /// Makes sure that a day has the workouts that the roster names.
  ///
  /// - Throws: `badData` with the first one that it does not have, and its place in the file.
  func check(workouts: [ID], of day: DayKey) throws(GymbagError) {
    try file?.check(workouts: workouts, of: day)
    try roster.check(workouts: workouts, of: day)
  }
}
