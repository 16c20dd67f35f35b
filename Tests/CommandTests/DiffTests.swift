import Foundation
import GymbagTestSupport
import Testing

/// What two archives have different, and what a home holds in one line.
@Suite("Two packs of a day", .scratch) struct DiffTests {
  /// A home with a day packed twice: before and after a change on the server.
  ///
  /// - Returns: the tool, and where the first archive was put aside.
  private func packedTwice(_ change: (SmallClub) -> Void) throws -> (Gymbag, String) {
    let club = try SmallClub()
    defer { club.stop() }
    let gymbag = try Gymbag()
    try gymbag.start(on: club.url)
    try gymbag.output("pack", "2026-12-01")
    let first = Scratch.path("first.tar")
    try FileManager.default.copyItem(atPath: gymbag.archive, toPath: first)
    change(club)
    try gymbag.output("pack", "2026-12-01")
    return (gymbag, first)
  }

  @Test("differ in nothing when the server has the same, whenever they were packed")
  func same() throws {
    let (gymbag, first) = try packedTwice { _ in }
    let diff = try gymbag.run("diff", first, "2026-12-01")
    #expect(diff.status == 0 && diff.output.hasSuffix("Nothing differs.\n"))
    let json = try gymbag.output("diff", first, "2026-12-01", "--json")
    #expect(
      try Tool.output(["jq", "-c", "[.same, .from.serial < .to.serial]"], input: json)
        == "[true,true]\n")
  }

  @Test("differ in workouts, in who takes part, in what is covered, and in entries")
  func different() throws {
    let (gymbag, first) = try packedTwice { club in
      club["/workouts"] = #"""
        [{"id":"w","title":"Strength","revision":2,"items":[{"id":"i-squat",
        "exerciseDefinitionID":"squat"},{"id":"i-jump","exerciseDefinitionID":"jump"}],
        "participants":[{"userID":"mia","name":"Mia"}]},
        {"id":"v","title":"More","items":[],"participants":[{"userID":"uma","name":"Uma"}]}]
        """#
      club["/workouts/w/exercises"] = SmallClub.instances(["mia squat", "mia jump"])
      club["/tags"] = #"["new"]"#
    }
    let diff = try gymbag.run("diff", first, "2026-12-01")
    #expect(diff.status == 1)
    #expect(
      diff.output.split(separator: "\n").dropFirst(2).joined(separator: "\n") == """
        + workout v: More
        ~ workout w: Strength
          ~ revision 1 → 2
          - row
          + jump
          - for ole
        - athlete ole: Ole
        + athlete uma: Uma
        ~ coverage of mia: Mia
          - row
          + jump
        ~ entry workouts/w
        ~ entry athletes/mia
        ~ entry reference/tags
        """)
    // The other way round what was new is gone.
    let back = try gymbag.output("diff", "2026-12-01", first, "--json", code: 1)
    let filter = "[.droppedWorkouts[0].id, .newAthletes[0].name, .coverage[0].lost[0], .same]"
    #expect(
      try Tool.output(["jq", "-c", filter], input: back) == #"["v","Ole","jump",false]"# + "\n")
  }

  @Test("cannot be compared when one of them is damaged")
  func damaged() throws {
    let (gymbag, first) = try packedTwice { club in club["/tags"] = #"["new"]"# }
    var bytes = try Data(contentsOf: URL(fileURLWithPath: first))
    // In the last entries, which are the catalogues.
    for position in (bytes.count - 7000)..<(bytes.count - 1024) { bytes[position] ^= 1 }
    try bytes.write(to: URL(fileURLWithPath: first))
    let diff = try gymbag.run("diff", first, "2026-12-01")
    #expect(diff.status == 65 && diff.output == "" && diff.errors.contains("reference/tags"))
    #expect(try gymbag.run("diff", "2026-12-01").status == 2)
    #expect(try gymbag.run("diff", "2026-12-01", "2026-12-02").status == 66)
  }

  @Test("status says in one line which day comes next")
  func status() throws {
    let club = try SmallClub()
    defer { club.stop() }
    let gymbag = try Gymbag()
    try gymbag.start(on: club.url)
    #expect(try gymbag.output("status") == "nothing packed from today on\n")
    let date = { (offset: String) in
      try Tool.output(["date", "-d", offset, "+%F"], environment: ["TZ": "Europe/Berlin"])
        .trimmingCharacters(in: .newlines)
    }
    try gymbag.output("pack", "yesterday", "tomorrow", "2099-01-01")
    #expect(
      try gymbag.output("status")
        == "\(date("tomorrow")) (tomorrow) packed, checked just now, 1 more\n")
    let json = try gymbag.output("status", "--json")
    #expect(
      try Tool.output(["jq", "-c", "[.next, .daysToCome, .daysOver]"], input: json)
        == #"["\#(date("tomorrow"))",["\#(date("tomorrow"))","2099-01-01"],["\#(date("yesterday"))"]]"#
        + "\n")
    try "no archive".write(
      toFile: gymbag.days + "/\(date("tomorrow")).tar", atomically: true, encoding: .utf8)
    let damaged = try gymbag.run("status")
    #expect(damaged.status == 65 && damaged.output.contains("(tomorrow) cannot be used, 1 more"))
    #expect(try gymbag.run("list").output.contains("checked just now"))
  }
}
