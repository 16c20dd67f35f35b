import GymbagModel
import GymbagTestSupport
import Testing

/// What differs between two indexes, said from the second's side.
@Suite("The difference of two days") struct DayDifferenceTests {
  private func id(_ text: String) throws -> ID { try #require(ID(text)) }

  /// An index of workouts `id: definitions`, each with all athletes, and athletes `id: covered`.
  private func index(
    _ workouts: [(String, [String])], _ athletes: [(String, [String])], revision: String? = "1"
  ) throws -> DayIndex {
    var definitions: [String] = []
    for name in workouts.flatMap(\.1) + athletes.flatMap(\.1) where !definitions.contains(name) {
      definitions.append(name)
    }
    func positions(_ names: [String]) -> [Int] { names.compactMap(definitions.firstIndex) }
    return DayIndex(
      stamp: SmallDay.stamp, entries: [],
      workouts: try workouts.map { name, asked in
        IndexedWorkout(
          id: try id(name), title: name.uppercased(), revision: revision, entry: name,
          items: try positions(asked).enumerated().map {
            IndexedItem(id: try id("item-\($0)"), definition: $1)
          },
          participants: try athletes.map { try id($0.0) })
      },
      exerciseDefinitions: try definitions.map { ExerciseDefinition(id: try id($0), name: $0) },
      athletes: try athletes.map { name, covered in
        IndexedAthlete(
          id: try id(name), name: name.uppercased(), entry: name,
          covered: BitSet(positions(covered)))
      }, catalogues: [])
  }

  @Test("is empty for a day and itself, however its definitions are numbered")
  func same() throws {
    let day = try index([("w", ["squat", "row"])], [("a", ["row", "squat"]), ("b", [])])
    #expect(DayDifference(from: day, to: day).isEmpty)
    let once = try index([("v", ["x"]), ("w", ["y"])], [("a", ["x", "y"])])
    let other = try index([("v", ["x"]), ("w", ["y"])], [("a", ["y", "x"])])
    #expect(DayDifference(from: once, to: other).isEmpty)
  }

  @Test("tells revisions apart that differ only in how an accent is composed")
  func revisions() throws {
    let day = try index([("w", [])], [], revision: "\"\u{e9}\"")
    let other = try index([("w", [])], [], revision: "\"e\u{301}\"")
    #expect(DayDifference(from: day, to: other).changedWorkouts.first?.revisions != nil)
  }

  @Test("names workouts, athletes and pairs of either side alone")
  func sides() throws {
    let before = try index(
      [("old", ["squat"]), ("w", ["squat", "row"])], [("a", ["squat", "row"]), ("gone", [])])
    let after = try index(
      [("w", ["row", "jump"]), ("new", ["jump"])], [("a", ["jump", "row"]), ("here", ["row"])],
      revision: "2")
    let difference = DayDifference(from: before, to: after)
    #expect(difference.droppedWorkouts.map(\.name) == ["OLD"])
    #expect(difference.newWorkouts.map(\.name) == ["NEW"])
    #expect(difference.droppedAthletes.map(\.name) == ["GONE"])
    #expect(difference.newAthletes.map(\.name) == ["HERE"])
    let change = try #require(difference.changedWorkouts.first)
    #expect(difference.changedWorkouts.count == 1 && change.title == "W")
    #expect(change.revisions?.from == "1" && change.revisions?.to == "2")
    #expect(change.droppedDefinitions == ["squat"] && change.newDefinitions == ["jump"])
    #expect(change.droppedParticipants.map(\.text) == ["gone"])
    #expect(change.newParticipants.map(\.text) == ["here"])
    let coverage = try #require(difference.coverage.first)
    #expect(difference.coverage.count == 1 && coverage.athlete.name == "A")
    #expect(coverage.lost == ["squat"] && coverage.gained == ["jump"])
    #expect(!difference.isEmpty)
  }

  @Test("names whom the roster of one expects, and who is expected for other workouts")
  func rosters() throws {
    let day = try index([("v", []), ("w", [])], [("a", []), ("b", [])])
    func expecting(_ rows: [(String, [String])]) throws -> DayIndex {
      let entries = try rows.map { Roster.Entry(id: try id($0), workouts: try $1.map(id)) }
      return DayIndex(
        stamp: day.stamp, entries: [], workouts: day.workouts, exerciseDefinitions: [],
        athletes: day.athletes, roster: Roster(entries), catalogues: [])
    }
    let before = try expecting([("x", []), ("a", ["v", "w"]), ("b", ["v"])])
    let after = try expecting([("b", ["w"]), ("a", ["w", "v"]), ("y", [])])
    let difference = DayDifference(from: before, to: after)
    #expect(difference.droppedExpected.map(\.id.text) == ["x"])
    #expect(difference.newExpected.map(\.id.text) == ["y"])
    #expect(difference.changedExpected.map(\.name) == ["B"])
    #expect(!difference.isEmpty && DayDifference(from: after, to: after).isEmpty)
    #expect(DayDifference(from: day, to: after).newExpected.map(\.name) == ["B", "A", ""])
  }

  @Test("holds what the caller found in the entries, and is not empty with it")
  func entries() throws {
    let day = try index([("w", ["squat"])], [("a", ["squat"])])
    let difference = DayDifference(from: day, to: day, changedEntries: ["data/x"])
    #expect(difference.changedEntries == ["data/x"] && !difference.isEmpty)
  }
}
