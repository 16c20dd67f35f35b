import Foundation
import GymbagTestSupport
import Testing

@Suite("gymbag coverage", .sampleBackend, .scratch) struct CoverageCommandTests {
  private let roster = Repository.path("Samples/club/roster.csv")

  private func packed() throws -> Gymbag {
    let gymbag = try Gymbag()
    try gymbag.pack(from: SampleBackend.url)
    return gymbag
  }

  private func jq(_ filter: String, _ json: String) throws -> String {
    try Tool.output(["jq", "-rc", filter], input: json)
  }

  @Test("says which workouts are ready, partial, or cannot start, and who is unknown")
  func club() throws {
    let gymbag = try packed()
    let tool = try gymbag.run("coverage", SampleBackend.day, "--roster", roster, "--json")
    #expect(tool.status == 3 && tool.errors == "")
    #expect(
      try jq(".verdict, .contentRead, (.workouts[] | .id + \" \" + .state)", tool.output) == """
        noGo
        false
        lower-strength partial
        upper-supersets ready
        jump-velocity partial
        youth/technique cannotStart

        """)
    #expect(try jq("[.unknownAthletes[].id]", tool.output) == "[\"new-2026-11\"]\n")
    #expect(
      try jq(
        ".athletes[] | select(.id == \"7\") | .missing | map(.exerciseDefinitionID)", tool.output)
        == "[\"def-nordic-curl\"]\n")
    #expect(
      try jq(".athletes[] | select(.id == \"007\") | .state, .required", tool.output)
        == "covered\n8\n")
  }

  @Test(
    "ends with 0, 1 or 3 for what it finds",
    arguments: [
      ("roster-all-ready.csv", [], 0), ("roster.csv", [], 3),
      ("roster.csv", ["--workout", "upper-supersets"], 0),
      ("roster.csv", ["--workout", "lower-strength"], 1),
      ("roster.csv", ["--workout", "jump-velocity"], 1),
      ("roster.csv", ["--workout", "youth/technique"], 3),
      ("roster-all-ready.csv", ["--workout", "upper-supersets"], 0),
      ("roster-all-ready.csv", ["--all-workouts"], 3),
    ] as [(String, [String], Int32)])
  func exitCodes(file: String, options: [String], status: Int32) throws {
    let gymbag = try packed()
    let words =
      ["coverage", SampleBackend.day, "--roster", Repository.path("Samples/club/" + file)] + options
    let tool = try Tool.run([Gymbag.binary] + words, environment: gymbag.environment)
    #expect(tool.status == status, "\(tool.errors)\(tool.output)")
  }

  @Test("expects those who take part when there is no roster")
  func participants() throws {
    let tool = try packed().run("coverage", SampleBackend.day)
    #expect(tool.status == 3)
    #expect(tool.output.hasPrefix("Coverage of 2026-12-01 for those who take part\n"))
    #expect(tool.output.contains("14 athletes: 7 covered, 7 uncovered, 0 unknown."))
  }

  @Test("shows a matrix that is straight in every script, and who lacks what")
  func matrix() throws {
    let text = try packed().run("coverage", SampleBackend.day, "--roster", roster).output
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let rows = lines.dropFirst(3).prefix(14)
    #expect(rows.count == 14 && rows.allSatisfy { $0.contains("✓") || $0.contains("✗") })
    // Fifteen columns of three; what stands before them is as wide as the longest name.
    let widths = try rows.map { row in
      let name = String(row.dropLast(45))
      return try Tool.output(
        ["python3", "-c", Self.columnCount, name]
      ).trimmingCharacters(in: .whitespacesAndNewlines)
    }
    #expect(Set(widths) == ["18"])
    #expect(text.contains("partial       lower-strength: Lower body strength, 18 of 28 pairs\n"))
    #expect(text.contains("  Jonas Weber lacks Nordic curl\n"))
    #expect(text.contains("  Łukasz Wiśniewski lacks everything\n"))
    #expect(text.contains("cannot start  youth/technique: Youth technique group, 0 of 9 pairs\n"))
    #expect(text.contains("Unknown to the server:\n  new-2026-11 (Petrović, Ana (trial))\n"))
    #expect(text.contains("signature and length are right, content not read"))
    #expect(!text.contains("\u{1b}"), "no colour in a pipe")
  }

  /// Columns of a text according to Unicode's East Asian widths and combining classes.
  private static let columnCount = """
    import sys, unicodedata
    wide = lambda c: 2 if unicodedata.east_asian_width(c) in "WF" else 1
    print(sum(0 if unicodedata.combining(c) else wide(c) for c in sys.argv[1]))
    """

  @Test("folds the matrix where a terminal is narrow, and colours gaps there unless told not to")
  func terminal() throws {
    var gymbag = try packed()
    gymbag.environment["TERM"] = "xterm"
    func inTerminal(_ columns: Int) throws -> String {
      let command =
        "stty cols \(columns); exec \(Gymbag.binary) coverage \(SampleBackend.day) --roster \(roster)"
      return try Tool.run(
        ["script", "-qec", command, "/dev/null"], environment: gymbag.environment
      ).output
    }
    let wide = try inTerminal(200)
    #expect(wide.contains("\u{1b}[31m✗\u{1b}[0m"))
    let narrow = try inTerminal(40)
    let heads = narrow.split(separator: "\r\n").filter {
      $0.allSatisfy { $0.isNumber || $0 == " " } && $0.contains { $0.isNumber }
    }
    #expect(heads.count == 3, "fifteen columns, seven at a time")
    gymbag.environment["NO_COLOR"] = "1"
    #expect(try !inTerminal(200).contains("\u{1b}["))
  }

  @Test("prints a table that spreadsheets and csv readers take")
  func csv() throws {
    let tool = try packed().run("coverage", SampleBackend.day, "--roster", roster, "--csv")
    #expect(tool.status == 3)
    let rows = try Tool.output(
      [
        "python3", "-c",
        "import csv,sys,json;print(json.dumps(list(csv.DictReader(sys.stdin)),ensure_ascii=False))",
      ], input: tool.output)
    #expect(try jq("length", rows) == "15\n")
    #expect(
      try jq(
        ".[] | select(.athlete_id == \"7\") | .state, .[\"Nordic curl\"], .[\"Chin-up\"]", rows)
        == "uncovered\nmissing\n\n")
    #expect(
      try jq(".[] | select(.state == \"unknown\") | .name", rows) == "Petrović, Ana (trial)\n")
    #expect(try jq("[.[0] | keys_unsorted[] ] | length", rows) == "18\n")
  }

  @Test("prints a table that no name can break")
  func hostileNames() throws {
    let club = [
      "/v1/me": #"{"userID":"c","name":"C"}"#,
      "/v1/workouts?date=2026-12-01":
        #"[{"id":"w","items":[{"id":"i","exerciseDefinitionID":"d"}],"#
        + #""participants":[{"userID":"a","name":"x\"\u0301,covered,\u001b[2Jcovered"}]}]"#,
    ]
    let server = try ScriptedServer { .ok(club[$0] ?? "[]") }
    defer { server.stop() }
    let gymbag = try Gymbag()
    try gymbag.start(on: server.url + "/v1")
    try gymbag.output("pack", SampleBackend.day)
    let tool = try gymbag.run("coverage", SampleBackend.day, "--csv")
    #expect(!tool.output.contains("\u{1b}"))
    let states = try Tool.output(
      ["python3", "-c", "import csv,sys;print([r[2] for r in csv.reader(sys.stdin)])"],
      input: tool.output)
    #expect(states == "['state', 'uncovered']\n")
  }

  @Test(
    "refuses a bad roster and a workout that is not there, and prints no answer",
    arguments: [
      (["--roster", "/nonexistent"], 66), (["--roster", "/dev/null"], 66),
      (["--workout", "lower"], 66), (["--workout", ""], 2), (["--csv", "--json"], 2),
    ] as [([String], Int32)])
  func refusal(options: [String], status: Int32) throws {
    let gymbag = try packed()
    let tool = try Tool.run(
      [Gymbag.binary, "coverage", SampleBackend.day] + options, environment: gymbag.environment)
    #expect(tool.status == status && tool.output == "" && tool.errors.contains("error"))
  }

  @Test("refuses an empty roster: it is never \"all covered\"")
  func emptyRoster() throws {
    let path = Scratch.path("empty.csv")
    try "id,name\n".write(toFile: path, atomically: true, encoding: .utf8)
    let tool = try packed().run("coverage", SampleBackend.day, "--roster", path)
    #expect(tool.status == 65 && tool.output == "")
  }
}
