import Foundation
import GymbagTestSupport
import Synchronization
import Testing

/// The roster that a day is packed for, and what a pack takes away.
@Suite("A day with a roster", .sampleBackend, .scratch) struct PackRosterTests {
  private let roster = Repository.path("Samples/club/roster.csv")

  private func started() throws -> Gymbag {
    let gymbag = try Gymbag()
    try gymbag.start(on: SampleBackend.url)
    return gymbag
  }

  private func jq(_ filter: String, _ json: String) throws -> String {
    try Tool.output(["jq", "-rc", filter], input: json)
  }

  private func write(_ name: String, _ text: String) throws -> String {
    let path = Scratch.path(name)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  @Test("is not lost in silence: what the former archive cannot tell, and what a new roster drops")
  func silence() throws {
    let club = try SmallClub()
    defer { club.stop() }
    let gymbag = try Gymbag()
    try gymbag.start(on: club.url)
    let named = try write("named.csv", "id,workouts\nmia,w\nole,w\n")
    try gymbag.output("pack", SampleBackend.day, "--roster", named)
    let plain = try write("plain.csv", "id\nmia\nole\n")
    let again = try gymbag.output("pack", SampleBackend.day, "--roster", plain)
    #expect(again.contains("    the roster no longer names w for mia (Mia)\n"))
    #expect(try gymbag.output("pack", SampleBackend.day, "--quiet") == "")
    try Tool.output(["truncate", "-s", "-1", gymbag.archive])
    let quiet = try gymbag.run("pack", SampleBackend.day, "--quiet")
    #expect(quiet.status == 1 && quiet.output.contains("cannot be told"))
    // Trust that others can change is refused before anything is replaced.
    try gymbag.output("pack", SampleBackend.day, "--roster", named)
    try Tool.output(["chmod", "777", gymbag.config + "/trusted"])
    #expect(try gymbag.run("pack", SampleBackend.day).status == 77)
    try Tool.output(["chmod", "700", gymbag.config + "/trusted"])
    #expect(try gymbag.output("show", SampleBackend.day, "--roster").contains("mia,Mia,w\r\n"))
  }

  @Test("has the instances of those who take no part, and knows who is expected")
  func guests() throws {
    let gymbag = try started()
    let packed = try gymbag.output("pack", SampleBackend.day, "--roster", roster)
    #expect(packed.contains("  For the 15 athletes of \(roster).\n"))
    #expect(
      packed.contains("  Unknown to the server:\n    new-2026-11 (Petrović, Ana (trial))\n"))
    let coverage = try gymbag.run("coverage", SampleBackend.day, "--json")
    #expect(coverage.status == 3)
    #expect(try jq(".roster, .rosterSource", coverage.output) == "null\narchive\n")
    #expect(
      try jq(
        "[.workouts[] | select(.id == \"lower-strength\") | .gaps[].athlete]", coverage.output)
        == "[\"7\",\"olena\",\"łukasz-w\"]\n")
    #expect(try jq("[.unknownAthletes[].id]", coverage.output) == "[\"new-2026-11\"]\n")
    let text = try gymbag.run("coverage", SampleBackend.day).output
    #expect(text.hasPrefix("Coverage of 2026-12-01 for the roster that it was packed for\n"))
    try gymbag.output("verify", SampleBackend.day)
    let read = try Tool.run([
      "python3", "-B", Repository.path("Tests/IndependentReader/read_archive.py"), "--key",
      gymbag.config + "/gymbag.pub", gymbag.archive,
    ])
    #expect(read.status == 0, "\(read.errors)")
  }

  @Test("stays the day's when it is packed again, until another roster is given")
  func kept() throws {
    let gymbag = try started()
    let one = try write("one.txt", "rana-82\n007\n")
    try gymbag.output("pack", SampleBackend.day, "--roster", "-", input: "id,workouts\n007,\n")
    #expect(
      try jq(".index.roster", gymbag.output("show", SampleBackend.day, "--json"))
        == #"[{"id":"007","name":null,"workouts":[]}]"# + "\n")
    let again = try gymbag.output("pack", SampleBackend.day)
    #expect(
      again.contains("  For the 1 athlete of the roster that the day was packed for before.\n"))
    let column = try gymbag.output(
      "pack", SampleBackend.day, "--roster", "-", "--id-column", "who",
      input: "id;who\n1;007\n2;łukasz-W\n")
    #expect(column.contains("    łukasz-W: did you mean łukasz-w?\n"))
    let other = try gymbag.output("pack", SampleBackend.day, "--roster", one, "--json")
    #expect(
      try jq(".days[0].roster | .source, .file, .athletes", other) == "file\n\(one)\n2\n")
    let fewer = try write("fewer.txt", "rana-82\n")
    let replaced = try gymbag.output("pack", SampleBackend.day, "--roster", fewer)
    #expect(replaced.contains("    the roster no longer has 007 (Zoë Brandt)\n"))
    try FileManager.default.copyItem(atPath: gymbag.archive, toPath: Scratch.path("fewer.tar"))
    try gymbag.output("pack", SampleBackend.day, "--roster", one)
    let diff = try gymbag.run("diff", Scratch.path("fewer.tar"), SampleBackend.day)
    #expect(diff.status == 1 && diff.output.contains("\n+ expected 007: Zoë Brandt\n"))
    let last = try gymbag.output("pack", SampleBackend.day, "--json")
    #expect(try jq(".days[0].roster | .source, .athletes", last) == "archive\n2\n")
    #expect(try jq(".days[0] | .former, (.lost | add)", last) == "sound\n[]\n")
    let shown = try gymbag.output("show", SampleBackend.day, "--roster")
    #expect(shown == "athlete_id,name,workouts\r\nrana-82,رنا الخطيب,\r\n007,Zoë Brandt,\r\n")
  }

  @Test("is the same answer when its table is handed back", arguments: [true, false])
  func roundTrip(hasRoster: Bool) throws {
    let gymbag = try started()
    try Tool.output(
      [Gymbag.binary, "pack", SampleBackend.day] + (hasRoster ? ["--roster", roster] : []),
      environment: gymbag.environment)
    let expected = try gymbag.run("coverage", SampleBackend.day, "--json").output
    let source = hasRoster ? "archive" : "participants"
    #expect(try jq(".rosterSource", expected) == source + "\n")
    let answer = { try self.jq("del(.roster, .rosterSource)", $0) }
    let csv = try gymbag.output("show", SampleBackend.day, "--roster")
    let json = try gymbag.output("show", SampleBackend.day, "--roster", "--json")
    #expect(try jq(".day, .rosterSource", json) == "2026-12-01\n\(source)\n")
    for (name, text) in [("back.csv", csv), ("back.json", json)] {
      let file = try write(name, text)
      let back = try gymbag.run("coverage", SampleBackend.day, "--roster", file, "--json").output
      #expect(try answer(back) == answer(expected), "\(name)")
      #expect(try jq(".roster, .rosterSource", back) == "\(file)\nfile\n")
    }
    // And a day that is packed for it.
    try gymbag.output("pack", SampleBackend.day, "--roster", Scratch.path("back.csv"))
    let packed = try gymbag.run("coverage", SampleBackend.day, "--json").output
    #expect(try jq(".totals", packed) == jq(".totals", expected))
  }

  @Test("is not packed when the roster is bad, and the former archive stays")
  func badRoster() throws {
    let gymbag = try started()
    try gymbag.output("pack", SampleBackend.day)
    let before = try Data(contentsOf: URL(fileURLWithPath: gymbag.archive))
    let stray = try write("stray.csv", "id,workouts\n007,\nrana-82,lower-strength;lower\n")
    let cases: [(String, Int32, String)] = [
      (stray, 65, "the roster names workout lower for athlete rana-82"),
      (try write("empty.csv", "id,name\n"), 65, "has no athletes"),
      ("/nonexistent", 66, "/nonexistent"),
    ]
    for (file, status, message) in cases {
      let tool = try gymbag.run("pack", SampleBackend.day, "--roster", file)
      #expect(tool.status == status && tool.output == "", "\(tool.errors)")
      #expect(tool.errors.contains(message) && tool.errors.contains(file), "\(tool.errors)")
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: gymbag.archive)) == before)
    let both = try gymbag.run(
      "pack", SampleBackend.day, "--roster", "-", "--password-file", "-")
    #expect(both.status == 2 && both.errors.contains("cannot both be standard input"))
    let entry = try gymbag.run("show", SampleBackend.day, "day", "--roster")
    #expect(entry.status == 2 && entry.errors.contains("exclude each other"))
  }

  /// A server of one account, whose answers may change between two packs.
  private func serve(_ state: State) throws -> ScriptedServer {
    try ScriptedServer { target in
      target == "/v1/me" ? .ok(#"{"userID":"c"}"#) : .ok(state.answers[target] ?? "[]")
    }
  }

  private final class State: Sendable {
    private let kept = Mutex<[String: String]>([:])

    /// What is answered to which target.
    var answers: [String: String] {
      get { kept.withLock { $0 } }
      set { kept.withLock { $0 = newValue } }
    }

    private static func instances(_ definitions: [String]) -> String {
      "["
        + definitions.map { #"{"id":"x-\#($0)","exerciseDefinitionID":"\#($0)","userID":"a"}"# }
        .joined(separator: ",") + "]"
    }

    /// Workout `v`, for `a` and perhaps `b`, and perhaps `w`.
    func set(workouts: [String], athletes: [String], asked: [String], covered: [String]) {
      let items = asked.map { #"{"id":"i-\#($0)","exerciseDefinitionID":"\#($0)"}"# }
      let people = athletes.map { #"{"userID":"\#($0)","name":"\#($0.uppercased())"}"# }
      let list = workouts.map {
        #"{"id":"\#($0)","title":"T","items":[\#(items.joined(separator: ","))],"#
          + #""participants":[\#(people.joined(separator: ","))]}"#
      }
      var answers = ["/v1/workouts?date=2026-12-01": "[" + list.joined(separator: ",") + "]"]
      for workout in workouts {
        answers["/v1/workouts/\(workout)/exercises"] = Self.instances(covered)
      }
      self.answers = answers
    }
  }

  @Test("is packed again with what became less, by names; a roster loses what the day has no more")
  func losses() throws {
    let state = State()
    state.set(
      workouts: ["v", "w"], athletes: ["a", "b"], asked: ["squat", "row", "jump"],
      covered: ["squat", "row", "jump"])
    let server = try serve(state)
    defer { server.stop() }
    let gymbag = try Gymbag()
    try gymbag.start(on: server.url + "/v1")
    let file = try write("roster.csv", "id,workouts\na,v;w\nb,w\n")
    let first = try gymbag.output("pack", SampleBackend.day, "--roster", file, "--json")
    #expect(try jq(".days[0] | .former, .lost", first) == "none\nnull\n")
    state.set(workouts: ["v"], athletes: ["a"], asked: ["squat", "row"], covered: ["squat"])
    let again = try gymbag.output("pack", SampleBackend.day, code: 1)
    // Up to the lines of ready.
    let lines = again.split(separator: "\n").dropFirst(2).prefix { !$0.hasPrefix("  go ") }
    #expect(lines.first == "  For the 2 athletes of the roster that the day was packed for before.")
    #expect(
      lines.dropFirst().filter { !$0.hasPrefix("  Less than what was packed at ") } == [
        "  Unknown to the server:", "    b",
        "  The day no longer has workouts that the roster named:", "    w for a", "    w for b",
        "    workout w (T)", "    v (T) no longer asks for jump",
        "    v (T) is no longer for b (B)",
        "    athlete b (B)", "    a (A) now lacks row",
      ])
    #expect(
      try jq(
        "[.index.roster[] | [.id, .workouts]]", gymbag.output("show", SampleBackend.day, "--json"))
        == #"[["a",["v"]],["b",[]]]"# + "\n")
    // The same in JSON, the other way round and back again.
    state.set(workouts: ["v", "w"], athletes: ["a", "b"], asked: ["squat"], covered: ["squat"])
    let more = try gymbag.output("pack", SampleBackend.day, "--json")
    #expect(
      try jq(".days[0].lost", more)
        == #"{"workouts":[],"exercises":[{"workout":"v","names":["row"]}],"participants":[],"#
        + #""athletes":[],"expected":[],"expectedWorkouts":[],"pairs":[]}"# + "\n")
    state.set(workouts: ["w"], athletes: ["b"], asked: ["squat"], covered: [])
    let less = try gymbag.output("pack", SampleBackend.day, "--json", code: 1)
    #expect(
      try jq(".days[0].lost", less)
        == #"{"workouts":[{"id":"v","title":"T"}],"exercises":[],"participants":[{"workout":"w","#
        + #""athletes":["a"]}],"athletes":[{"id":"a","name":"A"}],"expected":[],"expectedWorkouts":[],"pairs":[]}"#
        + "\n"
    )
    #expect(
      try jq(".days[0].roster.droppedWorkouts", less) == #"[{"athlete":"a","workout":"v"}]"# + "\n")
  }

  @Test("over an archive that cannot be read says that nothing can be compared")
  func unusable() throws {
    let gymbag = try started()
    try gymbag.output("pack", SampleBackend.day, "--roster", roster)
    try "damaged".write(toFile: gymbag.archive, atomically: true, encoding: .utf8)
    let again = try gymbag.output("pack", SampleBackend.day, code: 1)
    #expect(
      again.contains("whether that had a roster, cannot be told") && !again.contains("For the"))
    #expect(
      try jq(".index.roster", gymbag.output("show", SampleBackend.day, "--json")) == "null\n")
  }

  @Test("without workouts is no failure with --allow-none, but while workouts of it are packed")
  func restDay() throws {
    let state = State()
    let server = try serve(state)
    defer { server.stop() }
    let gymbag = try Gymbag()
    try gymbag.start(on: server.url + "/v1")
    #expect(try gymbag.run("pack", SampleBackend.day).status == 1)
    let rest = try gymbag.output("pack", SampleBackend.day, "--allow-none", "--roster", roster)
    #expect(rest == "2026-12-01: the server lists no workouts; nothing was packed\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: gymbag.days) == [])
    state.set(workouts: ["v"], athletes: ["a"], asked: ["squat"], covered: [])
    try gymbag.output("pack", SampleBackend.day)
    let before = try Data(contentsOf: URL(fileURLWithPath: gymbag.archive))
    state.answers = [:]
    for options in [[], ["--allow-none"]] {
      let tool = try Tool.run(
        [Gymbag.binary, "pack", SampleBackend.day] + options, environment: gymbag.environment)
      #expect(tool.status == 1)
      #expect(tool.output.contains("stays, with 1 workout. If the day is off:\n  rm /"))
    }
    let json = try gymbag.run("pack", SampleBackend.day, "--allow-none", "--json")
    #expect(try jq(".days[0] | .packed, .former", json.output) == "false\nsound\n")
    // A server that counts what it does not send has not said that there is nothing.
    state.answers = ["/v1/workouts?date=2026-12-01": #"{"results":[],"count":4}"#]
    let contradiction = try gymbag.run("pack", SampleBackend.day, "--allow-none")
    #expect(contradiction.status == 69 && contradiction.errors.contains("$.count"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: gymbag.archive)) == before)
  }
}
