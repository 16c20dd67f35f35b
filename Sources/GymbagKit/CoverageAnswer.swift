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
  /// How many rows of the file had nothing in them and were left out.
  package let rosterBlankRowCount: Int
  /// What a person should look at in the file.
  package let rosterRemarks: [String]
  /// The answer.
  package let coverage: Coverage

  /// The athletes whom the server does not know.
  package let unknown: [Unknown]

  /// An athlete whom the server does not know.
  package struct Unknown: Sendable {
    /// What the roster says of them.
    package let entry: Roster.Entry
    /// The athletes of the day whose ids look like theirs: who was meant is for a person to say.
    package let nearest: [ID]
  }

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
  ///   - idColumn: which column of the file holds the id; nil to know it by its title.
  ///   - question: which workouts count.
  /// - Throws: `badData` for a bad roster; `notFound` for a workout that the day does not have, and
  ///   when nobody takes part and there is no roster.
  package init(
    of head: ArchiveHead, rosterFile: String?, idColumn: String? = nil,
    _ question: Coverage.Question
  ) throws(GymbagError) {
    index = head.index
    self.rosterFile = rosterFile
    let file = try rosterFile.map { path throws(GymbagError) in
      try RosterFile.read(path, idColumn: idColumn)
    }
    try file?.check(workoutsOf: index)
    let roster = if let file { file.roster } else { try Self.participants(of: index) }
    rosterCount = roster.entries.count
    rosterBlankRowCount = file?.blankRowCount ?? 0
    rosterRemarks = file?.remarks ?? []
    coverage = try Coverage(of: index, for: roster, question)
    unknown = Self.unknown(coverage, index)
  }

  private static func unknown(_ coverage: Coverage, _ index: DayIndex) -> [Unknown] {
    if coverage.unknown.isEmpty { return [] }
    let lookalikes = Lookalikes(among: index.athletes.lazy.map(\.id))
    return coverage.unknown.map { Unknown(entry: $0, nearest: lookalikes.ids(like: $0.id)) }
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
