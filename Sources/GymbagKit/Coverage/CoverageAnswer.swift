package import GymbagArchive
package import GymbagModel

/// The answer of `coverage`: what was asked of which archive, and what came of it.
package struct CoverageAnswer: Sendable {
  /// The archive's index.
  package let index: DayIndex
  /// Who said who is expected.
  package let rosterSource: DayRoster.Source
  /// How many athletes it has.
  package let rosterCount: Int
  /// How many rows of the file had nothing in them and were left out.
  package let rosterBlankRowCount: Int
  /// What a person should look at in the file.
  package let rosterRemarks: [String]
  /// The answer.
  package let coverage: Coverage

  /// The athletes whom the server does not know.
  package let unknown: [UnknownAthlete]

  /// Of how many of the roster nothing is asked.
  package var notAskedCount: Int {
    rosterCount - coverage.athletes.count - coverage.unknown.count
  }

  /// Asks an archive.
  ///
  /// - Parameters:
  ///   - head: the archive's head; nothing else of it is read.
  ///   - rosterFile: who is expected, `-` for standard input; nil for those whom the archive was packed
  ///     for.
  ///   - idColumn: which column of the file holds the id; nil to know it by its title.
  ///   - question: which workouts count.
  /// - Throws: `badData` for a bad roster; `notFound` for a workout that the day does not have, and
  ///   when nobody takes part and there is no roster.
  package init(
    of head: ArchiveHead, rosterFile: String?, idColumn: String? = nil,
    _ question: Coverage.Question
  ) throws(GymbagError) {
    index = head.index
    let expected =
      if let rosterFile {
        try DayRoster(file: rosterFile, idColumn: idColumn)
      } else {
        try DayRoster(of: index)
      }
    try expected.check(workouts: index.workouts.map(\.id), of: index.stamp.day)
    rosterSource = expected.source
    rosterCount = expected.roster.entries.count
    rosterBlankRowCount = expected.file?.blankRowCount ?? 0
    rosterRemarks = expected.file?.remarks ?? []
    coverage = try Coverage(of: index, for: expected.roster, question)
    unknown = UnknownAthlete.list(coverage.unknown, in: index)
  }
}
