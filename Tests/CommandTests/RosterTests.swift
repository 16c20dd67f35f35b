import Foundation
import GymbagTestSupport
import Testing

@Suite("gymbag coverage with a roster", .sampleBackend, .scratch) struct RosterTests {
  private let clubRoster = Repository.path("Samples/club/roster.csv")

  private func packed() throws -> Gymbag {
    let gymbag = try Gymbag()
    try gymbag.pack(from: SampleBackend.url)
    return gymbag
  }

  private func write(_ bytes: some Sequence<UInt8>) throws -> String {
    let path = Scratch.path("roster.csv")
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func jq(_ filter: String, _ json: String) throws -> String {
    try Tool.output(["jq", "-rc", filter], input: json)
  }

  /// The sample club's roster as its last argument saves it.
  private static let save = """
    import csv, io, sys
    rows = list(csv.reader(open(sys.argv[1], encoding="utf-8", newline="")))
    dialect, encoding, title = sys.argv[2:]
    rows[0][0] = title
    rows.insert(4, ["", "\\u00a0", ""])
    out = io.StringIO()
    if dialect == "semicolon":
        out.write("sep=;\\r\\n")
        csv.writer(out, delimiter=";").writerows(rows)
    elif dialect == "all":
        csv.writer(out, quoting=csv.QUOTE_ALL).writerows(rows)
    else:
        csv.writer(out, dialect).writerows(rows)
    sys.stdout.buffer.write(out.getvalue().encode(encoding))
    """

  @Test(
    "answers the same whatever dialect a spreadsheet has saved it in",
    arguments: [
      ("excel", "utf-8-sig", "Athlete ID"), ("semicolon", "utf-8", "USERID"),
      ("excel-tab", "utf-16", "athlete"), ("all", "utf-16-le", "id"),
    ])
  func dialects(dialect: String, encoding: String, title: String) throws {
    let gymbag = try packed()
    let plain = try gymbag.run("coverage", SampleBackend.day, "--roster", clubRoster, "--json")
    let path = Scratch.path("roster.csv")
    try Tool.output([
      "sh", "-c", "path=$1; shift; exec python3 -c \"$@\" > \"$path\"", "sh", path, Self.save,
      clubRoster, dialect, encoding, title,
    ])
    let tool = try gymbag.run("coverage", SampleBackend.day, "--roster", path, "--json")
    #expect(tool.status == 3 && tool.errors == "")
    #expect(try jq(".roster, .rosterBlankRows", tool.output) == "\(path)\n1\n")
    let rest = "del(.roster, .rosterBlankRows)"
    #expect(try jq(rest, tool.output) == jq(rest, plain.output))
  }

  @Test("takes one from standard input, and says how many blank rows it has skipped")
  func standardInput() throws {
    let tool = try packed().run(
      "coverage", SampleBackend.day, "--roster", "-", input: "id;name\n;\n007;Zo\u{eb}\n ; \n")
    #expect(
      tool.output.contains(
        "\n1 athlete: 1 covered, 0 uncovered, 0 unknown. 2 blank rows skipped.\n"))
  }

  @Test("asks whether another athlete was meant whose id looks alike, and never takes them for it")
  func nearest() throws {
    let gymbag = try packed()
    let roster = try write("id,name\n07,Zo\u{eb}\n7.0,\nYAMADA_HANAKO,\nu.kim,\nnobody,\n".utf8)
    let text = try gymbag.run("coverage", SampleBackend.day, "--roster", roster)
    #expect(text.output.contains("  07 (Zo\u{eb}): did you mean 007 or 7?\n"))
    #expect(text.output.contains("  YAMADA_HANAKO: did you mean yamada_hanako?\n"))
    #expect(text.output.contains("  nobody\n"))
    let json = try gymbag.run("coverage", SampleBackend.day, "--roster", roster, "--json").output
    #expect(
      try jq(".totals.unknown, (.unknownAthletes[] | [.id] + .nearest)", json) == """
        4
        ["07","007","7"]
        ["7.0","007","7"]
        ["YAMADA_HANAKO","yamada_hanako"]
        ["nobody"]

        """)
    // A blank at the end of a cell is nothing; one within it makes another id.
    let blanks = try write("id\nu.kim\u{a0}\nu.\u{a0}kim\n".utf8)
    let within = try gymbag.run("coverage", SampleBackend.day, "--roster", blanks, "--json").output
    #expect(try jq("[.unknownAthletes[].nearest]", within) == "[[]]\n")
    let exact = try write(#"["007 "]"#.utf8)
    let blank = try gymbag.run("coverage", SampleBackend.day, "--roster", exact)
    #expect(blank.output.contains("did you mean 007, which only looks the same?"))
  }

  @Test("warns of an id with two names, and answers")
  func twoNames() throws {
    let gymbag = try packed()
    let roster = try write("id,name\nu.kim,Kim\nu.kim,Lee\n".utf8)
    let text = try gymbag.run("coverage", SampleBackend.day, "--roster", roster)
    #expect(text.errors.hasPrefix("gymbag: warning: the athlete u.kim is \"Lee\" in line 3 and"))
    #expect(text.output.contains("\n1 athlete: "))
    let json = try gymbag.run("coverage", SampleBackend.day, "--roster", roster, "--json")
    #expect(try jq(".level", json.errors) == "warning\n")
  }

  @Test("has the id in the column that --id-column names")
  func idColumn() throws {
    let gymbag = try packed()
    let roster = try write("ID;Nr.;Athlete_ID\n1;u.kim;x\n".utf8)
    func run(_ options: String...) throws -> Tool {
      try Tool.run(
        [Gymbag.binary, "coverage", SampleBackend.day] + options, environment: gymbag.environment)
    }
    let named = try run("--roster", roster, "--id-column", "nr", "--json")
    #expect(try jq("[.athletes[].id]", named.output) == "[\"u.kim\"]\n")
    let several = try run("--roster", roster)
    #expect(several.status == 65 && several.output == "")
    #expect(several.errors.contains("several columns could hold the athlete's id: ID, Athlete_ID"))
    #expect(several.errors.contains("hint: say which one it is, as in --id-column ID\n"))
    let unknown = try run("--roster", roster, "--id-column", "key", "--json")
    #expect(unknown.status == 65 && unknown.output == "")
    #expect(
      try jq(".message", unknown.errors)
        == "line 1: no column \"key\" among: ID, Nr., Athlete_ID (\(roster))\n")
    let alone = try run("--id-column", "nr")
    #expect(alone.status == 2 && alone.errors.contains("--roster FILE"))
    #expect(try run("--roster", roster, "--id-column", "").status == 2)
  }

  @Test(
    "refuses it with the line and a hint, and answers nothing",
    arguments: [
      (
        "id,name,workouts\n007,,lower-strength\n7,,\"lower-strength, jump-velocity\"\n",
        "line 3: the roster names workout lower-strength, jump-velocity for athlete 7", "semicolons"
      ),
      (
        #"{"athletes":["7",{"id":"007","workouts":["w"]}]}"#,
        "$.athletes[1]: the roster names workout w for athlete 007", "lower-strength"
      ),
      ("id,name\n007,\n\n1.2E+11,x\n", "line 4: the id 1.2E+11 is a number", "as text"),
      ("id,name\n007,\n,Jonas\n", "line 3: a row without an id", "take the row out"),
      ("id,name\n007,\"knee\n7,x\n", "line 2: a quote that is never closed", "end of the file"),
      (
        "id,name\n007,knee, left\n7,x\n", "line 2: 3 fields where", "a comma in it stands in quotes"
      ),
      ("[7]", "$[0]: expected an id, found 7", "an id is a string"),
    ])
  func refusal(text: String, message: String, hint: String) throws {
    let tool = try packed().run(
      "coverage", SampleBackend.day, "--roster", "-", "--json", input: text)
    #expect(tool.status == 65 && tool.output == "")
    #expect(try jq(".message", tool.errors).contains(message))
    #expect(try jq(".message", tool.errors).contains("(standard input)"))
    #expect(try jq(".hint", tool.errors).contains(hint))
  }

  @Test(
    "refuses what is no text, and says what it is",
    arguments: [
      ([], "the roster is an empty file"), (Array("PK\u{3}\u{4}x".utf8), "a zip archive"),
      (Array("id\nZo".utf8) + [0xeb], "line 2: this is not text in UTF-8"),
    ] as [([UInt8], String)])
  func noText(bytes: [UInt8], message: String) throws {
    let roster = try write(bytes)
    let tool = try packed().run("coverage", SampleBackend.day, "--roster", roster)
    #expect(tool.status == 65 && tool.output == "")
    #expect(tool.errors.contains(message) && tool.errors.contains("(\(roster))"))
  }
}
