package import GymbagArchive
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

  /// Of how many of the roster nothing is asked.
  package var notAskedCount: Int {
    rosterCount - coverage.athletes.count - coverage.unknown.count
  }

  /// Asks an archive.
  ///
  /// - Parameters:
  ///   - head: the archive's head; nothing else of it is read.
  ///   - rosterFile: who is expected, `-` for standard input; nil for those who take part in the
  ///     day's workouts.
  ///   - question: which workouts count.
  /// - Throws: `badData` for a bad roster; `notFound` for a workout that the day does not have, and
  ///   when nobody takes part and there is no roster.
  package init(of head: ArchiveHead, rosterFile: String?, _ question: Coverage.Question)
    throws(GymbagError)
  {
    index = head.index
    self.rosterFile = rosterFile
    let roster: Roster
    if let rosterFile {
      roster = try RosterFile.read(rosterFile).roster
    } else {
      roster = try Self.participants(of: index)
    }
    rosterCount = roster.entries.count
    do throws(GymbagError) {
      coverage = try Coverage(of: index, for: roster, question)
    } catch {
      guard error.kind == .badData, let rosterFile else { throw error }
      throw GymbagError(.badData, "\(error.message) (\(rosterFile))", hint: error.hint)
    }
  }

  private static func participants(of index: DayIndex) throws(GymbagError) -> Roster {
    let entries = index.workouts.flatMap(\.participants).map { Roster.Entry(id: $0) }
    guard let roster = Roster(entries) else {
      throw GymbagError(
        .notFound, "nobody takes part in the workouts of \(index.stamp.day)",
        hint: "say who is expected with --roster FILE")
    }
    return roster
  }
}
