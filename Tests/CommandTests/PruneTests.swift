import Foundation
import GymbagTestSupport
import Synchronization
import Testing

/// What is removed is gone: the rule, and nothing but what it names.
@Suite("prune", .scratch) struct PruneTests {
  /// A server that has one workout on every day, and whose account it says.
  private final class Club: Sendable {
    let user = Mutex("gym-a")
    private let running = Mutex<ScriptedServer?>(nil)

    init() throws {
      let server = try ScriptedServer { [unowned self] target in
        if target == "/v1/me" {
          return .ok(#"{"userID":"\#(self.user.withLock(\.self))","name":"C"}"#)
        }
        let isDay = target.hasPrefix("/v1/workouts?")
        return .ok(isDay ? #"[{"id":"w","items":[],"participants":[]}]"# : "[]")
      }
      running.withLock { $0 = server }
    }

    var url: String { (running.withLock(\.self)?.url ?? "") + "/v1" }

    func stop() { running.withLock(\.self)?.stop() }
  }

  /// A home with the archives of some days, packed at `time`, now if that is nil.
  private func packed(
    _ days: [String], at time: String? = "2026-11-30T12:00:00Z", from club: Club? = nil,
    called name: String = "home"
  ) throws -> Gymbag {
    let server = try club ?? Club()
    defer { if club == nil { server.stop() } }
    var gymbag = try Gymbag(name)
    gymbag.environment["PATH"] = "/usr/bin:/bin"
    try gymbag.start(on: server.url)
    var packer = gymbag
    if let time { packer.environment["SOURCE_DATE_EPOCH"] = try seconds(time) }
    let pack = try packer.run(["pack"] + days)
    guard pack.status == 0 else { throw Failure(pack.errors) }
    return gymbag
  }

  private func seconds(_ time: String) throws -> String {
    try Tool.output(["date", "-d", time, "+%s"]).trimmingCharacters(in: .newlines)
  }

  private func prune(
    _ gymbag: Gymbag, _ words: [String], at time: String = "2026-12-01 12:00:00 UTC"
  ) throws -> Tool {
    try gymbag.run(["prune"] + words, within: ["faketime", time])
  }

  private func left(_ directory: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
  }

  private func home(_ gymbag: Gymbag) -> String { gymbag.home + "/.local/share/gymbag/default" }

  static let usage: [([String], String)] = [
    ([], "no rule"), (["--all"], "no rule"),
    (["--before", "today", "--keep-days", "3"], "one rule"),
    (["--keep-last", "1", "--keep-last", "2"], "one rule"),
    (["--keep-days", "0"], "a number from 1"), (["--keep-days", "-1"], "a number from 1"),
    (["--keep-last", "0"], "a number from 1"), (["--keep-last", "x"], "a number from 1"),
    (["--keep-last", ""], "a number from 1"), (["--keep-last", "1.5"], "a number from 1"),
    (["--keep-days", "+3"], "a number from 1"), (["--keep-days", "10000"], "to 9999"),
    (["--keep-days", "99999999999999999999"], "to 9999"),
    (["--before", "2026-02-30"], "not a day"), (["--before", "./2026-12-01.tar"], "not a day"),
    (["--before", "today", "--in", ""], "empty name"), (["today"], "no rule"),
    (["--before", "today", "x"], "one argument too many"),
  ]

  @Test("needs one rule, which nobody gives by accident", arguments: usage)
  func wrongRule(words: [String], message: String) throws {
    let gymbag = try Gymbag()
    let tool = try gymbag.run(["prune"] + words)
    #expect(tool.status == 2 && tool.output == "" && tool.errors.contains(message), "\(tool)")
  }

  @Test("removes what is older, says why everything else stays, and does in earnest what it said")
  func before() throws {
    let gymbag = try packed(["2026-11-28", "2026-11-30", "2026-12-01", "2026-12-02"])
    let rule = ["--before", "today"]
    let dry = try prune(gymbag, rule + ["--dry-run"])
    #expect(dry.status == 0, "\(dry)")
    #expect(
      dry.output.hasPrefix(
        """
        2026-11-28  would remove: older than 2026-12-01
        2026-11-30  would remove: older than 2026-12-01
        2026-12-01  kept: today
        2026-12-02  kept: to come
        Would remove 2 files, 
        """))
    let dryJSON = try prune(gymbag, rule + ["--dry-run", "--json"])
    #expect(try left(gymbag.days).count == 4)
    let json = try prune(gymbag, rule + ["--json"])
    #expect(try left(gymbag.days) == ["2026-12-01.tar", "2026-12-02.tar"])
    let plan = "del(.dryRun, .freedSize, .entries[].removed)"
    #expect(
      try Tool.output(["jq", "-S", plan], input: dryJSON.output)
        == Tool.output(["jq", "-S", plan], input: json.output))
    #expect(
      try Tool.output(
        ["jq", "-c", "[.dryRun, .plannedSize == .freedSize, (.entries[] | .removed)]"],
        input: json.output) == "[false,true,true,true,false,false]\n")
    let again = try prune(gymbag, rule)
    #expect(again.status == 0 && again.output.contains("Nothing to remove: 2 kept"))
    #expect(try prune(gymbag, rule + ["--quiet"]).output == "")
    #expect(try gymbag.run("list").status == 0)
  }

  @Test("never removes the newest without --all, and today's and those to come not even then")
  func newest() throws {
    let gymbag = try packed(["2026-10-01", "2026-10-02"])
    let kept = try prune(gymbag, ["--keep-days", "1"])
    #expect(kept.output.contains("2026-10-02  kept: newest"))
    #expect(try left(gymbag.days) == ["2026-10-02.tar"])
    #expect(
      try prune(gymbag, ["--keep-days", "1", "--all"], at: "2026-10-02 12:00:00 UTC").status == 77)
    let before = ["--before", "2027-01-01", "--all"]
    #expect(
      try prune(gymbag, before, at: "2026-11-30 12:00:00 UTC").output.contains("remove: older"))
    #expect(try left(gymbag.days) == [])
    let empty = try prune(gymbag, before)
    #expect(empty.status == 0 && empty.output.hasPrefix("Nothing to remove: 0 kept, 0 not ours"))
  }

  @Test("takes only this owner's archives out of a directory, byte for byte")
  func owners() throws {
    let stick = Scratch.path("stick")
    let club = try Club()
    defer { club.stop() }
    let gymbag = try packed(["2026-06-10", "2026-06-11", "2026-06-13"], from: club)
    try FileManager.default.copyItem(atPath: gymbag.days, toPath: stick)
    club.user.withLock { $0 = "gym-ab" }
    let other = try packed(["2026-06-12"], from: club, called: "other")
    try FileManager.default.copyItem(
      atPath: other.days + "/2026-06-12.tar", toPath: stick + "/2026-06-12.tar")
    let owner = club.url + "::gym-ab"
    // Even a key that is trusted for both owners makes the other's archive no one's of ours.
    try gymbag.output("key", "trust", other.config + "/gymbag.pub", "--owner", owner)
    for name in ["2026-06-10.tar.notes.txt", "2026-02-30.tar", "2026-06-09.tar", ".x.tmp"] {
      try "mine".write(toFile: stick + "/" + name, atomically: true, encoding: .utf8)
    }
    try FileManager.default.createDirectory(
      atPath: stick + "/2026-06-08.tar", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: stick + "/2026-06-07.tar", withDestinationPath: stick + "/2026-06-10.tar")
    try FileManager.default.copyItem(
      atPath: stick + "/2026-06-11.tar", toPath: stick + "/2026-06-06.tar")
    let tool = try prune(gymbag, ["--before", "today", "--in", stick])
    #expect(tool.status == 0, "\(tool)")
    for line in [
      "2026-06-06  not ours: is of 2026-06-11", "2026-06-07  not ours: not a regular file",
      "2026-06-08  not ours: not a regular file", "2026-06-09  not ours: not a day archive",
      "2026-06-12  not ours: belongs to \(owner)", "2026-06-10  remove: older",
      "2026-06-11  remove",
      "2026-06-13  kept: newest", "Removed 2 files", "1 kept, 8 not ours (\(stick))",
    ] { #expect(tool.output.contains(line), "\(line): \(tool.output)") }
    #expect(
      try left(stick) == [
        ".x.tmp", "2026-02-30.tar", "2026-06-06.tar", "2026-06-07.tar", "2026-06-08.tar",
        "2026-06-09.tar", "2026-06-10.tar.notes.txt", "2026-06-12.tar", "2026-06-13.tar",
      ])
    #expect(try left(gymbag.days).count == 3, "the home is another directory")
    #expect(try prune(gymbag, ["--before", "today", "--in", stick + "/none"]).status == 66)
  }

  @Test("leaves alone what a revoked key has signed, and what is damaged")
  func unsound() throws {
    let gymbag = try packed(["2026-06-10", "2026-06-11", "2026-06-12"])
    let cut = try FileHandle(forWritingTo: URL(fileURLWithPath: gymbag.days + "/2026-06-12.tar"))
    try cut.truncate(atOffset: 8000)
    let damaged = try prune(gymbag, ["--keep-last", "1", "--dry-run"])
    #expect(damaged.status == 0 && damaged.output.contains("2026-06-11  kept: among the newest 1"))
    try gymbag.output("key", "revoke", gymbag.config + "/gymbag.pub")
    let revoked = try prune(gymbag, ["--before", "today", "--all"])
    #expect(revoked.status == 0 && revoked.output.contains("signed by a key that was revoked"))
    #expect(try left(gymbag.days).count == 3)
  }

  @Test(
    "refuses a clock that cannot be right, and says what it was compared with",
    arguments: [
      ("1970-01-02", "was packed at 2026-11-30T12:00:00Z"), ("2036-01-01", "over 60 days"),
    ]
  )
  func clock(time: String, message: String) throws {
    let gymbag = try packed(["2026-06-10", "2026-06-11"])
    for words in [["--keep-days", "1", "--all"], ["--before", "2026-12-01", "--dry-run"]] {
      let tool = try prune(gymbag, words, at: time + " 12:00:00 UTC")
      #expect(tool.status == 77 && tool.output == "", "\(tool)")
      #expect(
        tool.errors.contains(message) && tool.errors.contains("the clock shows \(time)T12:00"))
    }
    #expect(try left(gymbag.days).count == 2)
    // The server's clock may be ahead of the laptop's.
    #expect(
      try prune(gymbag, ["--keep-last", "1"], at: "2026-11-30 11:50:00 UTC").status == 0)
  }

  @Test("that has nothing to remove minds no break in which nobody packs")
  func longBreak() throws {
    let gymbag = try packed(["2026-06-10"])
    let tool = try prune(gymbag, ["--keep-days", "3"], at: "2027-03-01 12:00:00 UTC")
    #expect(tool.status == 0 && tool.output.contains("2026-06-10  kept: newest"), "\(tool)")
    #expect(
      try prune(gymbag, ["--keep-days", "3", "--all"], at: "2027-03-01 12:00:00 UTC").status == 77)
  }

  @Test("is not talked into a wrong clock by what was verified under it")
  func verifiedClock() throws {
    let gymbag = try packed(["2026-06-10", "2026-06-12"])
    let archive = Scratch.path("2026-06-12.tar")
    try FileManager.default.moveItem(atPath: gymbag.days + "/2026-06-12.tar", toPath: archive)
    // As on another laptop of the account, which has not seen that archive.
    let ledger = gymbag.home + "/.local/state/gymbag/ledger.jsonl"
    try FileManager.default.removeItem(atPath: ledger)
    let wrong = "2027-11-30 08:00:00 UTC"
    let verify = try gymbag.run(["verify", archive], within: ["faketime", wrong])
    #expect(verify.status == 0)
    #expect(try String(contentsOfFile: ledger, encoding: .utf8).contains(#""at":"2027-11-30"#))
    #expect(try prune(gymbag, ["--keep-days", "3", "--all"], at: wrong).status == 77)
    #expect(try left(gymbag.days) == ["2026-06-10.tar"])
  }

  @Test("with nothing to compare the clock with and nothing to remove all is well")
  func emptyHome() throws {
    let club = try Club()
    defer { club.stop() }
    var gymbag = try Gymbag()
    gymbag.environment["PATH"] = "/usr/bin:/bin"
    #expect(try gymbag.run("prune", "--keep-last", "1").status == 78)
    try gymbag.start(on: club.url)
    #expect(try prune(gymbag, ["--keep-last", "1"], at: "1970-01-02 12:00:00 UTC").status == 0)
  }

  /// A zone, a moment, and the days that --keep-days 3 keeps then.
  static let zones = [
    // The day begins at one o'clock, has 23 hours.
    ("America/Sao_Paulo", "2018-11-04 03:00:00 UTC", ["2018-11-02", "2018-11-03", "2018-11-04"]),
    ("America/Sao_Paulo", "2018-11-04 02:59:00 UTC", ["2018-11-01", "2018-11-02", "2018-11-03"]),
    ("America/Sao_Paulo", "2018-11-06 01:30:00 UTC", ["2018-11-03", "2018-11-04", "2018-11-05"]),
    ("Africa/Cairo", "2026-04-23 22:00:00 UTC", ["2026-04-22", "2026-04-23", "2026-04-24"]),
    ("Africa/Cairo", "2026-04-23 21:59:00 UTC", ["2026-04-21", "2026-04-22", "2026-04-23"]),
    // A day of 25 hours.
    ("America/New_York", "2026-11-02 04:30:00 UTC", ["2026-10-30", "2026-10-31", "2026-11-01"]),
    ("America/New_York", "2026-11-02 05:00:00 UTC", ["2026-10-31", "2026-11-01", "2026-11-02"]),
    // A day that this island did not have; the calendar counts it all the same.
    ("Pacific/Apia", "2011-12-31 12:00:00 UTC", ["2011-12-30", "2011-12-31", "2012-01-01"]),
  ]

  @Test("keeps calendar days, however long they are", arguments: zones)
  func calendarDays(zone: String, moment: String, kept: [String]) throws {
    let first = try #require(ISO8601DateFormatter().date(from: kept[0] + "T12:00:00Z"))
    let days = (-6..<3).map { offset in
      String(
        ISO8601DateFormatter().string(from: first.addingTimeInterval(Double(offset) * 86_400))
          .prefix(10))
    }
    #expect(days.suffix(3) == kept[...])
    var gymbag = try packed(days, at: moment.replacingOccurrences(of: " UTC", with: "Z"))
    gymbag.environment["TZ"] = zone
    let tool = try prune(gymbag, ["--keep-days", "3"], at: moment)
    #expect(tool.status == 0, "\(tool)")
    #expect(try left(gymbag.days) == kept.map { $0 + ".tar" })
  }

  @Test("clears what runs that died have left, and only lists it when it is asked to")
  func leftovers() throws {
    let gymbag = try packed(["2026-11-30", "2026-12-01"])
    let home = home(gymbag)
    let random = "0123456789abcdef"
    let leftovers = [
      "days/.2026-11-30.tar.\(random).tmp", ".owner.json.\(random).tmp", "staging/body",
      "staging/tree/x",
    ]
    try FileManager.default.createDirectory(
      atPath: home + "/staging/tree", withIntermediateDirectories: true)
    for name in leftovers + ["days/.notes.tmp", "notes.tmp"] {
      try "x".write(toFile: home + "/" + name, atomically: true, encoding: .utf8)
    }
    let dry = try prune(gymbag, ["--keep-days", "9", "--dry-run"])
    #expect(
      dry.output.components(separatedBy: "would remove: leftover of a run that died").count == 5)
    #expect(leftovers.allSatisfy { FileManager.default.fileExists(atPath: home + "/" + $0) })
    #expect(try prune(gymbag, ["--keep-days", "9"]).status == 0)
    #expect(leftovers.allSatisfy { !FileManager.default.fileExists(atPath: home + "/" + $0) })
    #expect(try left(home + "/staging") == [])
    #expect(try left(gymbag.days) == [".notes.tmp", "2026-11-30.tar", "2026-12-01.tar"])
    // A link in place of the directory leads to what is not ours.
    let precious = Scratch.path("precious")
    try FileManager.default.createDirectory(atPath: precious, withIntermediateDirectories: true)
    try "x".write(toFile: precious + "/x", atomically: true, encoding: .utf8)
    try FileManager.default.removeItem(atPath: home + "/staging")
    try FileManager.default.createSymbolicLink(
      atPath: home + "/staging", withDestinationPath: precious)
    #expect(try prune(gymbag, ["--keep-days", "9"]).status == 0)
    #expect(try left(precious) == ["x"])
  }

  @Test("waits for no pack, and minds no lock file of one that died")
  func locks() throws {
    let gymbag = try packed(["2020-06-10", "2020-06-11"], at: nil)
    let lock = home(gymbag) + "/pack.lock"
    let words = ["prune", "--before", "today"]
    for wrapper in [["flock", lock], ["flock", gymbag.days]] {
      let extra = wrapper[1] == lock ? [] : ["--in", gymbag.days]
      let busy = try gymbag.run(words + extra, within: wrapper)
      #expect(busy.status == 75 && busy.errors.contains("running"), "\(busy)")
    }
    #expect(try left(gymbag.days).count == 2)
    for pid in ["4194304\n", "1\n"] {
      try pid.write(toFile: lock, atomically: false, encoding: .utf8)
      #expect(try gymbag.run(words).status == 0)
    }
    #expect(try left(gymbag.days) == ["2020-06-11.tar"])
  }

  private func run(_ gymbag: Gymbag, _ words: [String], _ inject: String, on path: String? = nil)
    throws -> Tool
  {
    let call = String(inject.prefix { $0 != ":" })
    return try gymbag.run(
      ["prune"] + words,
      within: ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)"]
        + (path.map { ["-P", $0] } ?? []) + ["-e", "inject=\(inject)"])
  }

  private static let days = (1...6).map { "2020-06-0\($0)" }

  @Test("goes on where one file cannot be removed, and ends with 74")
  func unremovable() throws {
    let gymbag = try packed(Self.days, at: nil)
    let tool = try run(gymbag, ["--before", "today"], "unlinkat:error=EACCES:when=2")
    #expect(tool.status == 74 && tool.output.contains("2020-06-02  NOT removed: older"), "\(tool)")
    #expect(tool.output.contains("Removed 4 of 5 files"))
    #expect(tool.errors.contains("cannot remove (\(gymbag.days)/2020-06-02.tar)"))
    #expect(tool.errors.contains("errno 13") && tool.errors.contains("check who may"))
    #expect(try left(gymbag.days) == ["2020-06-02.tar", "2020-06-06.tar"])
    let json = try run(gymbag, ["--before", "today", "--json"], "unlinkat:error=EACCES")
    #expect(json.status == 74)
    let gone = try Tool.output(
      ["jq", "-c", "[.entries[] | [.verdict, .removed]]"], input: json.output)
    #expect(gone == "[[\"remove\",false],[\"keep\",false]]\n")
    let unsynced = try run(gymbag, ["--before", "today"], "fsync:error=EIO")
    #expect(unsynced.status == 74 && unsynced.errors.contains("cannot sync"))
  }

  @Test("keeps what cannot be read, and says so")
  func unreadable() throws {
    let gymbag = try packed(Self.days, at: nil)
    let path = gymbag.days + "/2020-06-02.tar"
    let tool = try run(gymbag, ["--before", "today"], "pread64:error=EIO", on: path)
    #expect(
      tool.status == 74 && tool.output.contains("2020-06-02  kept: cannot be read"), "\(tool)")
    #expect(tool.errors.contains("cannot read (\(path))"))
    #expect(try left(gymbag.days) == ["2020-06-02.tar", "2020-06-06.tar"])
  }

  @Test("that is killed leaves whole archives, and the next one does the rest")
  func killed() throws {
    let gymbag = try packed(Self.days, at: nil)
    let template = Scratch.path("template")
    try FileManager.default.copyItem(atPath: gymbag.days, toPath: template)
    for call in ["unlinkat", "fsync"] {
      for nth in 1..<20 {
        try FileManager.default.removeItem(atPath: gymbag.days)
        try FileManager.default.copyItem(atPath: template, toPath: gymbag.days)
        let tool = try run(gymbag, ["--before", "today"], "\(call):signal=KILL:when=\(nth)")
        for name in try left(gymbag.days) {
          #expect(
            FileManager.default.contentsEqual(
              atPath: gymbag.days + "/" + name, andPath: template + "/" + name))
        }
        if tool.status == 0 {
          #expect(nth > 1, "no \(call) was met")
          break
        }
        #expect(tool.status == -9)
        #expect(try gymbag.run("prune", "--before", "today").status == 0)
        #expect(try left(gymbag.days) == ["2020-06-06.tar"])
      }
    }
  }
}
