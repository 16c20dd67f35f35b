import GymbagModel
import GymbagTestSupport
import Testing

@Suite("Coverage") struct CoverageTests {
  /// Days and rosters that hold every case: athletes in several workouts or none, workouts without
  /// items, repeated definitions, unknown athletes, rosters that name workouts.
  @Test("agrees with a model that looks at every pair by itself", arguments: Seeded.seeds(400))
  func model(seed: Int) throws {
    var random = Seeded(UInt64(seed))
    let day = RandomDay(&random)
    let roster = try #require(day.roster(&random))
    let question = Coverage.Question(
      allWorkouts: Int.random(in: 0..<4, using: &random) == 0,
      workout: Int.random(in: 0..<4, using: &random) == 0
        ? day.index.workouts.randomElement(using: &random)?.id : nil)
    let coverage = try Coverage(of: day.index, for: roster, question)

    var missing: Set<[String]> = []
    var requiredCount = 0
    for entry in roster.entries where day.index.athletes.contains(where: { $0.id == entry.id }) {
      for definition in day.index.exerciseDefinitions.map(\.id)
      where day.requires(definition, of: entry, question) {
        requiredCount += 1
        if !day.holds(definition, entry.id) { missing.insert([entry.id.text, definition.text]) }
      }
    }
    let found = coverage.athletes.flatMap { athlete in
      athlete.missing.indices.map { [athlete.id.text, day.index.exerciseDefinitions[$0].id.text] }
    }
    #expect(Set(found) == missing && found.count == missing.count)
    #expect(coverage.requiredPairs == requiredCount)
    let unknown = roster.entries.filter { entry in
      !day.index.athletes.contains { $0.id == entry.id }
        && day.index.workouts.contains { day.isAsked($0, of: entry, question) }
    }
    #expect(coverage.unknown == unknown)

    for line in coverage.workouts {
      let pairs = day.pairs(of: line.id, roster, question)
      let held = pairs.filter { day.holds($0.definition, $0.athlete) }.count
      #expect(line.requiredPairs == pairs.count && line.coveredPairs == held)
      let expected: Coverage.Readiness =
        pairs.isEmpty
        ? .notAsked : held == pairs.count ? .ready : held == 0 ? .cannotStart : .partial
      #expect(line.readiness == expected)
    }
    let isNoGo =
      requiredCount == 0 || coverage.workouts.contains { $0.readiness == .cannotStart }
    let hasGaps = !missing.isEmpty || !coverage.unknown.isEmpty
    #expect(coverage.verdict == (isNoGo ? .noGo : hasGaps ? .gaps : .covered))
  }

  @Test("is never \"covered\" when nothing is required")
  func nothingRequired() throws {
    let athlete = IndexedAthlete(id: try id("a"), name: "", entry: nil, covered: BitSet())
    let index = DayIndex(
      stamp: RandomDay.stamp, entries: [], workouts: [], exerciseDefinitions: [],
      athletes: [athlete], catalogues: [])
    let roster = try #require(Roster([Roster.Entry(id: athlete.id)]))
    #expect(try Coverage(of: index, for: roster).verdict == .noGo)
  }

  @Test("refuses a workout that the day does not have, whoever names it")
  func strayWorkouts() throws {
    var random = Seeded(1)
    let index = RandomDay(&random).index
    let known = try #require(index.athletes.first).id
    let stray = try id("no such workout")
    #expect {
      try Coverage(
        of: index, for: #require(Roster([Roster.Entry(id: known)])), .init(workout: stray))
    } throws: {
      ($0 as? GymbagError)?.kind == .notFound
    }
    #expect {
      try Coverage(
        of: index, for: #require(Roster([Roster.Entry(id: known, workouts: [stray])])))
    } throws: {
      ($0 as? GymbagError)?.kind == .badData
    }
  }

  @Test("takes rows of one athlete for one athlete with the workouts of all rows")
  func mergedRows() throws {
    let roster = try #require(
      Roster([
        Roster.Entry(id: try id("a"), name: nil, workouts: [try id("w1")]),
        Roster.Entry(id: try id("b")),
        Roster.Entry(id: try id("a"), name: "Ada", workouts: [try id("w2"), try id("w1")]),
      ]))
    #expect(roster.entries.map(\.id.text) == ["a", "b"])
    #expect(roster.entries[0].workouts.map(\.text) == ["w1", "w2"])
    #expect(roster.entries[0].name == "Ada")
    #expect(Roster([]) == nil)
  }
}

private func id(_ text: String) throws -> ID { try #require(ID(text)) }

/// A day made at random, with the plainest possible answers about it.
private struct RandomDay {
  static let stamp = SmallDay.stamp

  struct Pair {
    let definition: ID
    let athlete: ID
  }

  let index: DayIndex

  init(_ random: inout Seeded) {
    let definitionCount = Int.random(in: 0...70, using: &random)
    let athletes = (0..<Int.random(in: 1...6, using: &random)).map { number in
      IndexedAthlete(
        id: Self.id("a\(number)"), name: "", entry: nil,
        covered: BitSet((0..<definitionCount).filter { _ in Bool.random(using: &random) }))
    }
    let workouts = (0..<Int.random(in: 1...4, using: &random)).map { number in
      let items = (0..<Int.random(in: 0...5, using: &random)).compactMap { item in
        definitionCount == 0
          ? nil
          : IndexedItem(
            id: Self.id("i\(item)"), definition: Int.random(in: 0..<definitionCount, using: &random)
          )
      }
      return IndexedWorkout(
        id: Self.id("w\(number)"), title: "", revision: nil, entry: "", items: items,
        participants: athletes.map(\.id).filter { _ in
          Int.random(in: 0..<3, using: &random) == 0
        })
    }
    index = DayIndex(
      stamp: Self.stamp, entries: [], workouts: workouts,
      exerciseDefinitions: (0..<definitionCount).map {
        ExerciseDefinition(id: Self.id("d\($0)"), name: "")
      }, athletes: athletes, catalogues: [])
  }

  func roster(_ random: inout Seeded) -> Roster? {
    Roster(
      (0..<Int.random(in: 1...8, using: &random)).map { _ in
        Roster.Entry(
          id: Self.id("a\(Int.random(in: 0..<9, using: &random))"),
          workouts: index.workouts.map(\.id).filter { _ in
            Int.random(in: 0..<5, using: &random) == 0
          })
      })
  }

  func requires(_ definition: ID, of entry: Roster.Entry, _ question: Coverage.Question) -> Bool {
    index.workouts.contains { workout in
      isAsked(workout, of: entry, question) && asks(workout, for: definition)
    }
  }

  func holds(_ definition: ID, _ athlete: ID) -> Bool {
    index.athletes.contains { candidate in
      candidate.id == athlete
        && candidate.covered.indices.contains { index.exerciseDefinitions[$0].id == definition }
    }
  }

  func pairs(of workout: ID, _ roster: Roster, _ question: Coverage.Question) -> [Pair] {
    var pairs: [Pair] = []
    for line in index.workouts where line.id == workout {
      for entry in roster.entries where index.athletes.contains(where: { $0.id == entry.id }) {
        for definition in index.exerciseDefinitions.map(\.id)
        where isAsked(line, of: entry, question) && asks(line, for: definition) {
          pairs.append(Pair(definition: definition, athlete: entry.id))
        }
      }
    }
    return pairs
  }

  func isAsked(
    _ workout: IndexedWorkout, of entry: Roster.Entry, _ question: Coverage.Question
  ) -> Bool {
    if let only = question.workout, only != workout.id { return false }
    if question.allWorkouts { return true }
    if !entry.workouts.isEmpty { return entry.workouts.contains(workout.id) }
    let takesPart = index.workouts.contains { $0.participants.contains(entry.id) }
    return takesPart ? workout.participants.contains(entry.id) : true
  }

  private func asks(_ workout: IndexedWorkout, for definition: ID) -> Bool {
    workout.items.contains { index.exerciseDefinitions[$0.definition].id == definition }
  }

  private static func id(_ text: String) -> ID {
    guard let id = ID(text) else { fatalError("no id: \(text)") }
    return id
  }
}
