package import GymbagModel

/// The answer of `coverage`: what was asked of which archive, and what came of it.
package struct CoverageAnswer: Sendable {
  /// The archive's index.
  package let index: DayIndex
  /// Where the roster came from: a file, or nil for those who take part.
  package let rosterFile: String?
  /// How many athletes it has.
  package let rosterCount: Int
  /// The answer.
  package let coverage: Coverage

  /// Asks an archive.
  ///
  /// - Parameters:
  ///   - open: the archive; its head alone is read.
  ///   - rosterFile: who is expected; nil for those who take part in the day's workouts.
  ///   - question: which workouts count.
  /// - Throws: `badData` for a bad roster; `notFound` for a workout that the day does not have, and
  ///   when nobody takes part and there is no roster.
  package init(of open: OpenDay, rosterFile: String?, _ question: Coverage.Question)
    throws(GymbagError)
  {
    index = open.index
    self.rosterFile = rosterFile
    let roster: Roster
    if let rosterFile {
      roster = try RosterFile.read(rosterFile)
    } else {
      let participants = index.workouts.flatMap(\.participants).map { Roster.Entry(id: $0) }
      guard let expected = Roster(participants) else {
        throw GymbagError(
          .notFound, "nobody takes part in the workouts of \(index.stamp.day)",
          hint: "say who is expected with --roster FILE")
      }
      roster = expected
    }
    rosterCount = roster.entries.count
    coverage = try Coverage(of: index, for: roster, question)
  }
}
