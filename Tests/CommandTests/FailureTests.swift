import Foundation
import GymbagTestSupport
import Testing

/// Errors are part of the product: what happened, where, what to do, and the documented exit code.
@Suite("When something is wrong", .sampleBackend, .scratch) struct FailureTests {
  /// What is wrong, the words, the exit code, and a part of what is said.
  static let mistakes: [([String], Int32, String)] = [
    ([], 2, "usage: gymbag COMMAND"),
    (["pcak", "tomorrow"], 2, "did you mean gymbag pack?"),
    (["key", "nwe"], 2, "did you mean gymbag key new?"),
    (["keys"], 2, "did you mean gymbag key?"),
    (["upload"], 2, "unknown command upload"),
    (["pack"], 2, "DAY is missing"),
    (["pack", "tomorow"], 2, "did you mean tomorrow?"),
    (["pack", "./2026-12-01.tar"], 2, "not a day"),
    (["list", "extra"], 2, "one argument too many: extra"),
    (["list", "--rooster"], 2, "unknown option --rooster"),
    (["list", "-xy"], 2, "unknown option -x"),
    (["list", "--h"], 2, "did you mean --home or --help?"),
    (["list", "--home", ""], 2, "the home is an empty name"),
    (["list", "--time-zone", "Mars/Base"], 2, "no time zone"),
    (["-x"], 2, "unknown option -x"),
    (["show", "a", "b", "c"], 2, "one argument too many: c"),
    (["init"], 2, "URL is missing"),
    (["init", "nonsense"], 2, "not a URL"),
    (["init", "http://api.example/v1"], 2, "use https"),
    (["init", "https://api.example/v1?x=1"], 2, "has no query"),
    (["init", "http://127.0.0.1:1/v1"], 4, "nobody to ask"),
    (["init", "http://127.0.0.1:1/v1", "--token-file", "/nonexistent"], 66, "/nonexistent"),
    (["list"], 78, "make one there with gymbag init"),
    (["pack", "2026-12-01"], 78, "make one there with gymbag init"),
    (["verify", "2026-12-01"], 78, "make one there with gymbag init"),
    (["verify", "/nonexistent.tar"], 66, "/nonexistent.tar"),
    (["coverage", "today", "--time-zone", "Mars/Base"], 2, "no time zone \"Mars/Base\""),
    (["coverage", "today", "--time-zone", "../etc"], 2, "no time zone"),
  ]

  @Test(
    "the exit code is that of the table, and nothing is on standard output", arguments: mistakes)
  func mistake(words: [String], status: Int32, message: String) throws {
    let gymbag = try Gymbag()
    let tool = try Tool.run([Gymbag.binary] + words, environment: gymbag.environment)
    #expect(tool.status == status && tool.output == "", "\(words): \(tool.status) \(tool.errors)")
    #expect(tool.errors.contains(message), "\(words): \(tool.errors)")
    guard !words.isEmpty else { return }
    // The same in JSON: one object a line.
    let json = try Tool.run([Gymbag.binary] + words + ["--json"], environment: gymbag.environment)
    #expect(json.status == status && json.output == "")
    #expect(try Tool.output(["jq", "-r", ".level"], input: json.errors) == "error\n")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: gymbag.home) == [], "nothing is made")
  }

  @Test("a sign-in that fails makes no home, and says no secret")
  func failedSignIn() throws {
    let gymbag = try Gymbag()
    let words = ["init", SampleBackend.url, "--token-file", "-"]
    let wrong = try Tool.run(
      [Gymbag.binary] + words, environment: gymbag.environment, input: "wr0ng-secret\n")
    #expect(wrong.status == 4 && wrong.errors.contains("does not accept the token"))
    #expect(!(wrong.errors + wrong.output).contains("wr0ng-secret"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: gymbag.home) == [])
    let unreachable = try gymbag.run(
      "init", "http://127.0.0.1:1/v1", "--token-file", "-", input: "x")
    #expect(unreachable.status == 69)
    #expect(try FileManager.default.contentsOfDirectory(atPath: gymbag.home) == [])
  }

  @Test("a home is made once")
  func secondInit() throws {
    let gymbag = try Gymbag()
    try gymbag.start(on: SampleBackend.url)
    let second = try gymbag.run("init", SampleBackend.url, input: SampleBackend.token)
    #expect(second.status == 77 && second.errors.contains("belongs to"))
  }

  @Test("a day that is not there is not another day: 66 and the days that are")
  func noSuchDay() throws {
    let gymbag = try Gymbag()
    try gymbag.pack(from: SampleBackend.url)
    for command in ["show", "verify", "coverage"] {
      let tool = try gymbag.run(command, "2020-01-01")
      #expect(tool.status == 66 && tool.errors.contains("these days are: 2026-12-01"))
    }
    let entry = try gymbag.run("show", SampleBackend.day, "workouts/lower-stregth")
    #expect(entry.status == 66)
    #expect(entry.errors.contains("did you mean workouts/lower-strength?"))
  }

  @Test("a damaged archive is 65 and what is damaged; a stranger's is 77; both in one run are 65")
  func damage() throws {
    let gymbag = try Gymbag()
    try gymbag.pack(from: SampleBackend.url)
    let stranger = try Gymbag("stranger")
    let unknown = try stranger.run("verify", gymbag.archive)
    #expect(unknown.status == 77 && unknown.output.contains("not trusted for \(SampleBackend.url)"))
    let damaged = Scratch.path("damaged.tar")
    var bytes = try Data(contentsOf: URL(fileURLWithPath: gymbag.archive))
    bytes[bytes.count - 40_000] ^= 1
    try bytes.write(to: URL(fileURLWithPath: damaged))
    let both = try gymbag.run("verify", damaged, gymbag.archive)
    #expect(both.status == 65)
    #expect(both.output.contains("NOT VALID: 1 problem in \(damaged)"))
    #expect(both.output.contains("data/reference/"))
    #expect(both.output.contains("2026-12-01  valid"))
    let worst = try stranger.run("verify", damaged, gymbag.archive)
    #expect(worst.status == 65)
    // The head is whole: coverage answers, and says what it has not read.
    let coverage = try gymbag.run("coverage", damaged, "--workout", "upper-supersets")
    #expect(coverage.status == 0 && coverage.output.contains("content not read"))
    let name = try #require(both.output.components(separatedBy: "data/").last?.prefix { $0 != ":" })
    let entry = try gymbag.run("show", damaged, "data/\(name)")
    #expect(entry.status == 65 && entry.output == "" && entry.errors.contains(damaged))
  }

  @Test("what is not a file is not waited for")
  func pipe() throws {
    let gymbag = try Gymbag()
    let pipe = Scratch.path("pipe.tar")
    try Tool.output(["mkfifo", pipe])
    for path in [pipe, Scratch.directory + "/"] {
      let tool = try gymbag.run("verify", path, within: ["timeout", "5"])
      #expect(tool.status == 66 && tool.errors.contains("not a regular file"))
    }
  }

  @Test("a link that stands where a lock belongs is not written through")
  func linkedLock() throws {
    let gymbag = try Gymbag()
    try gymbag.start(on: SampleBackend.url)
    let precious = Scratch.path("precious")
    try "precious".write(toFile: precious, atomically: true, encoding: .utf8)
    let lock = gymbag.home + "/.local/share/gymbag/default/pack.lock"
    try FileManager.default.createSymbolicLink(atPath: lock, withDestinationPath: precious)
    #expect(try gymbag.run("pack", SampleBackend.day).status == 73)
    #expect(try String(contentsOfFile: precious, encoding: .utf8) == "precious")
  }

  @Test("a damaged or a stranger's archive is named by list, and the others are listed")
  func listed() throws {
    let gymbag = try Gymbag()
    try gymbag.pack(from: SampleBackend.url)
    let days = gymbag.days
    try "x".write(toFile: days + "/2026-12-02.tar", atomically: true, encoding: .utf8)
    try FileManager.default.copyItem(atPath: gymbag.archive, toPath: days + "/2026-12-03.tar")
    let list = try gymbag.run("list")
    #expect(list.status == 65 && list.output.split(separator: "\n").count == 1)
    #expect(list.errors.contains("2026-12-02.tar"))
    #expect(list.errors.contains("the archive is of 2026-12-01, not of 2026-12-03"))
    #expect(list.errors.contains("call it 2026-12-01.tar again"))
    let json = try gymbag.run("list", "--json")
    #expect(
      try Tool.output(["jq", "-c", "[.days[].day]"], input: json.output) == "[\"2026-12-01\"]\n")
    #expect(try Tool.output(["jq", "-r", ".kind"], input: json.errors) == "badData\nbadData\n")
  }

  @Test("a closed standard output is an error, and no file gets what belongs there")
  func closedOutput() throws {
    let gymbag = try Gymbag()
    try gymbag.start(on: SampleBackend.url)
    for redirection in [">&-", "<&- >&- 2>&-"] {
      let script = "\(Gymbag.binary) pack \(SampleBackend.day) \(redirection)"
      #expect(try Tool.run(["bash", "-c", script], environment: gymbag.environment).status == 74)
    }
    try gymbag.output("verify", SampleBackend.day)
    let lock = try String(
      contentsOfFile: gymbag.home + "/.local/share/gymbag/default/pack.lock", encoding: .utf8)
    #expect(Int(lock.dropLast()) != nil)
  }

  @Test("a home that cannot be there is refused")
  func impossibleHome() throws {
    var gymbag = try Gymbag()
    gymbag.environment["GYMBAG_TOKEN"] = SampleBackend.token
    let tool = try gymbag.run("init", SampleBackend.url, "--home", "/proc/nowhere")
    #expect(tool.status == 73)
  }

  @Test("of many inits at once one makes the home, and it works")
  func concurrentInits() throws {
    var gymbag = try Gymbag()
    gymbag.environment["GYMBAG_TOKEN"] = SampleBackend.token
    let one = "\(Gymbag.binary) init \(SampleBackend.url) >/dev/null 2>&1; echo $?"
    let script = (0..<8).map { _ in "(\(one)) &" }.joined(separator: " ") + " wait"
    let codes = try Tool.output(["bash", "-c", script], environment: gymbag.environment)
      .split(separator: "\n")
    #expect(codes.count { $0 == "0" } == 1)
    #expect(codes.allSatisfy { ["0", "75", "77"].contains($0) })
    gymbag.environment["GYMBAG_TOKEN"] = nil
    try gymbag.output("pack", SampleBackend.day)
  }

  @Test("a ledger that cannot be written is said, with the archive that stands all the same")
  func fullLedger() throws {
    let gymbag = try Gymbag()
    try gymbag.pack(from: SampleBackend.url)
    let ledger = gymbag.home + "/.local/state/gymbag/ledger.jsonl"
    let pack = try Tool.run(
      [
        "strace", "-f", "-qq", "-o", "/dev/null", "-P", ledger, "-e", "trace=write", "-e",
        "inject=write:error=ENOSPC", Gymbag.binary, "pack", SampleBackend.day,
      ], environment: gymbag.environment)
    #expect(
      pack.status == 74 && pack.errors.contains("2026-12-01 is packed (\(gymbag.archive)), but"))
    try gymbag.output("verify", SampleBackend.day)
  }

  @Test("what a server writes cannot steer the terminal")
  func controlCharacters() throws {
    let server = try ScriptedServer { _ in .ok(#"{"a\u001b[31mX":1,"a\u001b[31mX":2}"#) }
    defer { server.stop() }
    let gymbag = try Gymbag()
    let tool = try gymbag.run("init", server.url, "--token-file", "-", input: "t")
    #expect(tool.status == 69 && tool.errors.contains("stands twice"))
    #expect(!tool.errors.contains("\u{1b}"))
  }

  @Test(
    "a server whose clock is beyond all reason is not believed",
    arguments: [
      "Fri, 31 Dec 9999 23:59:59 GMT", "Sun, 06 Nov 1994 9223372036854775807:49:37 GMT", "now",
    ])
  func serverClock(date: String) throws {
    let club = [
      "/v1/me": #"{"userID":"c","name":"C"}"#,
      "/v1/workouts?date=2026-12-01": #"[{"id":"w","items":[],"participants":[]}]"#,
    ]
    let server = try ScriptedServer { target in
      .ok(club[target] ?? "[]", fields: ["Date: \(date)"])
    }
    defer { server.stop() }
    let gymbag = try Gymbag()
    try gymbag.start(on: server.url + "/v1")
    try gymbag.output("pack", SampleBackend.day)
    let json = try gymbag.output("show", SampleBackend.day, "--json")
    let year = try Tool.output(["jq", "-r", ".index.packedAt[:4]"], input: json)
    #expect(year == "\(Calendar(identifier: .gregorian).component(.year, from: Date()))\n")
  }

  @Test("a serial that leaves room for no other ends a pack before it is too late")
  func greatestSerial() throws {
    let gymbag = try Gymbag()
    try gymbag.pack(from: SampleBackend.url)
    let ledger = gymbag.home + "/.local/state/gymbag/ledger.jsonl"
    for (serial, message) in [
      ("9007199254740992", "leaves room for no other"),
      ("9223372036854775807", "expected a number"),
    ] {
      let line = try Tool.output(
        ["sed", "-E", "s/\"serial\":[0-9]+/\"serial\":\(serial)/", ledger])
      try line.write(toFile: ledger, atomically: true, encoding: .utf8)
      let pack = try gymbag.run("pack", SampleBackend.day)
      #expect(pack.status == 65 && pack.errors.contains(message))
      // The former archive is as it was; what the ledger thinks of it is another question.
      try gymbag.output("verify", SampleBackend.day, "--key", gymbag.config + "/gymbag.pub")
    }
  }

  @Test("coverage refuses an archive whose head, signature or length is wrong")
  func wrongHead() throws {
    let gymbag = try Gymbag()
    try gymbag.pack(from: SampleBackend.url)
    let whole = try Data(contentsOf: URL(fileURLWithPath: gymbag.archive))
    var longer = whole
    longer.append(0)
    var changed = whole
    changed[2500] ^= 1
    for (bytes, message) in [
      (whole.dropLast(), "the archive is 1 bytes too short"),
      (longer, "the archive is 1 bytes too long"),
      (changed, "tagmanifest-sha256.txt.minisig"), (Data(), "not a day archive"),
    ] {
      let path = Scratch.path("wrong.tar")
      try bytes.write(to: URL(fileURLWithPath: path))
      let tool = try gymbag.run("coverage", path)
      #expect(tool.status == 65 && tool.output == "" && tool.errors.contains(message), "\(tool)")
    }
  }

  @Test("a second pack says that one is running, and which")
  func busy() throws {
    let gymbag = try Gymbag()
    try gymbag.start(on: SampleBackend.url)
    let lock = gymbag.home + "/.local/share/gymbag/default/pack.lock"
    let second = try Tool.run(
      ["flock", lock, Gymbag.binary, "pack", SampleBackend.day], environment: gymbag.environment)
    #expect(second.status == 75 && second.errors.contains("a pack or a prune is running already"))
    try gymbag.output("pack", SampleBackend.day)
  }

  @Test("a reader that goes away, or a full disk behind standard output, is an error, not a crash")
  func brokenOutput() throws {
    let gymbag = try Gymbag()
    try gymbag.pack(from: SampleBackend.url)
    for redirection in ["> /dev/full", ">&-"] {
      let script = "\(Gymbag.binary) show \(SampleBackend.day) \(redirection)"
      let tool = try Tool.run(["bash", "-c", script], environment: gymbag.environment)
      #expect(tool.status == 74 && tool.errors.contains("standard output"))
    }
  }
}
