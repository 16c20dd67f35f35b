import GymbagModel
import GymbagTestSupport
import Testing

@testable import GymbagKit

/// `show --roster` prints a table that gives the same roster when it is read.
@Suite("The roster of a packed day as a table") struct DayRosterTests {
  private func id(_ text: String) throws -> ID { try #require(ID(text)) }

  private func index(roster: Roster?) throws -> DayIndex {
    DayIndex(
      stamp: SmallDay.stamp, entries: [],
      workouts: [
        IndexedWorkout(
          id: try id("w"), title: "", revision: nil, entry: "", items: [],
          participants: [try id("b"), try id("a"), try id("b")])
      ],
      exerciseDefinitions: [],
      athletes: [
        IndexedAthlete(id: try id("a"), name: "Ada \"A\", B", entry: nil, covered: BitSet()),
        IndexedAthlete(id: try id("b"), name: "Bo\u{1b}[2J", entry: nil, covered: BitSet()),
      ], roster: roster, catalogues: [])
  }

  private func table(_ rows: [(String, String?, [String])]) throws -> String {
    let entries = try rows.map {
      Roster.Entry(id: try id($0), name: $1, workouts: try $2.map(id))
    }
    let index = try index(roster: Roster(entries))
    return try DayRoster(of: index).csv(of: index)
  }

  @Test("has those who take part, and no workouts, when the day was packed for no roster")
  func participants() throws {
    let index = try index(roster: nil)
    let roster = try DayRoster(of: index)
    #expect(roster.source == .participants)
    #expect(
      try roster.csv(of: index)
        == "athlete_id,name,workouts\r\nb,Bo\u{fffd}[2J,\r\na,\"Ada \"\"A\"\", B\",\r\n")
  }

  @Test("has the roster's order, workouts and names, and the server's where it has none")
  func archive() throws {
    #expect(
      try table([("x", "Guest", []), ("a", nil, ["v", "w/2"])])
        == "athlete_id,name,workouts\r\nx,Guest,\r\na,\"Ada \"\"A\"\", B\",v;w/2\r\n")
  }

  @Test(
    "holds ids of every kind", arguments: ["a,b", "\"", "a\"b", "łukasz-w", "007", "y/1", "a b"])
  func ids(text: String) throws {
    let roster = try RosterFile(Array(table([(text, nil, [text])]).utf8), source: "test").roster
    #expect(roster.entries.map(\.id.text) == [text])
    #expect(roster.entries[0].workouts.map(\.text) == [text])
  }

  @Test(
    "is refused rather than wrong",
    arguments: [
      ("a", "v;w"), ("a", " w"), (" a", "w"), ("a\u{1b}[2J", "w"), ("a", "w\u{202e}"), ("a\t", "w"),
    ])
  func impossible(athlete: String, workout: String) throws {
    #expect {
      try table([(athlete, nil, [workout])])
    } throws: {
      let error = $0 as? GymbagError
      return error?.kind == .badData
        && error?.hint == "the same with --json can"
    }
  }

  @Test("names the athlete whose id it cannot hold", arguments: [" b", "1.2E+11", "=b"])
  func culprit(text: String) throws {
    let refusal = #expect(throws: GymbagError.self) {
      try table([("a", nil, []), (text, nil, []), ("c", nil, [])])
    }
    #expect(refusal?.message.hasPrefix("athlete \(text) or one") == true)
  }
}
