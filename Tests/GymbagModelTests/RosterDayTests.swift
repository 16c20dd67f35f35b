import GymbagModel
import GymbagTestSupport
import Testing

@Suite("A roster on a day") struct RosterDayTests {
  private func id(_ text: String) throws -> ID { try #require(ID(text)) }

  private func roster(_ rows: [(String, [String])]) throws -> Roster {
    let entries = try rows.map { Roster.Entry(id: try id($0), workouts: try $1.map(id)) }
    return try #require(Roster(entries))
  }

  private func workout(_ name: String, _ athletes: [String]) throws -> Workout {
    Workout(
      id: try id(name), title: "", revision: nil, items: [],
      participants: try athletes.map { Athlete(id: try id($0), name: "") })
  }

  @Test("has as guests those who are to do what they take no part in")
  func guests() throws {
    let workouts = [try workout("v", ["a", "b"]), try workout("w", ["b"]), try workout("u", [])]
    let roster = try roster([("a", ["w", "v"]), ("b", []), ("c", []), ("d", ["u"])])
    let guests = roster.guests(of: workouts)
    #expect(guests.map(\.workout.text) == ["v", "w", "u"])
    #expect(guests.map { $0.athletes.map(\.text) } == [["c"], ["a", "c"], ["c", "d"]])
  }

  @Test("may name only workouts that the day has; the error says which, and for whom")
  func check() throws {
    let roster = try roster([("a", ["v"]), ("b", ["v", "old"])])
    try roster.check(workouts: [id("old"), id("v")], of: SmallDay.day)
    #expect {
      try roster.check(workouts: [id("v"), id("w")], of: SmallDay.day)
    } throws: {
      let error = $0 as? GymbagError
      return error?.kind == .badData
        && error?.message.contains("names workout old for athlete b,") == true
        && error?.hint == "the workouts of 2026-12-01 are: v, w"
    }
  }

  @Test("loses the names of workouts that the day has no more, and nobody")
  func keeping() throws {
    let (kept, strays) = try roster([("a", ["v", "old"]), ("b", ["old"]), ("c", [])])
      .keeping(workouts: [id("v")])
    #expect(try kept == roster([("a", ["v"]), ("b", []), ("c", [])]))
    #expect(strays.map { "\($0.athlete) \($0.workout)" } == ["a old", "b old"])
  }

  @Test("is another one with another spelling of the same accent")
  func spelling() throws {
    let entries = ["\u{e9}", "e\u{301}"].map { Roster.Entry(id: SmallDay.owner.userID, name: $0) }
    #expect(entries[0] != entries[1] && entries[0] == entries[0])
  }
}
