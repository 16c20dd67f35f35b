import Foundation
import GymbagTestSupport
import Testing

/// The samples that pack and prune every night: what they do, and every line that cron would mail.
@Suite("Every night", .scratch) struct NightlyTests {
  /// A home with two archives of days that are over, on a club that trains every day.
  private struct Night {
    let gymbag: Gymbag
    let club: SmallClub
    let (over, newest, today, tomorrow): (String, String, String, String)
    /// What cron runs, with the place where the script is installed in the test.
    let command: String

    init() throws {
      func day(_ words: String) throws -> String {
        try Tool.output(["env", "-i", "date", "-d", words, "+%F"])
          .trimmingCharacters(in: .newlines)
      }
      (over, newest) = (try day("10 days ago"), try day("9 days ago"))
      (today, tomorrow) = (try day("today"), try day("tomorrow"))
      club = try SmallClub()
      gymbag = try Gymbag()
      try gymbag.start(on: club.url)
      try gymbag.output("pack", over, newest)
      let place = gymbag.home + "/.local/bin"
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      try Tool.output(["install", Repository.path("Samples/cron/gymbag-nightly"), place])
      try FileManager.default.createSymbolicLink(
        atPath: place + "/gymbag", withDestinationPath: Gymbag.binary)
      let line = try NightlyTests.lines("Samples/cron/crontab").last ?? ""
      command = line.split(separator: " ").dropFirst(5).joined(separator: " ")
        .replacingOccurrences(of: "/usr/local/bin", with: place)
    }

    /// The lock that a pack holds.
    var lock: String { gymbag.home + "/.local/share/gymbag/default/pack.lock" }
    /// What is packed.
    var left: [String] {
      get throws { try FileManager.default.contentsOfDirectory(atPath: gymbag.days).sorted() }
    }

    /// Runs a command as cron does.
    ///
    /// - Parameters:
    ///   - command: what cron's shell is given; nil for the line of the crontab.
    ///   - variables: the whole environment; nil for cron's.
    ///   - wrapper: a command that runs cron's shell.
    func run(
      _ command: String? = nil, _ variables: [String]? = nil, within wrapper: [String] = []
    ) throws -> Tool {
      let cron = ["HOME=" + gymbag.home, "LOGNAME=coach", "SHELL=/bin/sh", "PATH=/usr/bin:/bin"]
      return try Tool.run(
        ["env", "-i"] + (variables ?? cron) + wrapper + ["/bin/sh", "-c", command ?? self.command],
        directory: "/")
    }
  }

  /// The lines of a file of the repository, without comments.
  private static func lines(_ path: String) throws -> [String] {
    try String(contentsOfFile: Repository.path(path), encoding: .utf8).split(separator: "\n")
      .map(String.init).filter { !$0.hasPrefix("#") }
  }

  /// What a unit of systemd says.
  private static func values(_ name: String, in unit: String) throws -> [String] {
    try lines("Samples/systemd/" + unit).filter { $0.hasPrefix(name + "=") }
      .map { String($0.dropFirst(name.count + 1)) }
  }

  private func expectSilence(_ run: Tool) {
    #expect(run.status == 0 && run.output == "" && run.errors == "", "\(run)")
  }

  /// One error about `text`, at most with its hint.
  private func expectOneLine(_ run: Tool, _ code: Int32, _ text: String) {
    let lines = run.errors.split(separator: "\n")
    #expect(run.status == code && run.output == "" && lines.count <= 2, "\(run)")
    #expect(lines.first?.hasPrefix("gymbag: error: ") == true, "\(run)")
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("gymbag: hint: ") }, "\(run)")
    #expect(run.errors.contains(text), "\(run)")
  }

  @Test("tomorrow is packed and what is over is gone, without a word")
  func allWell() throws {
    let night = try Night()
    expectSilence(try night.run())
    #expect(try night.left == ["\(night.tomorrow).tar"])
    try night.gymbag.output("verify", night.tomorrow)
    expectSilence(try night.run())
    expectSilence(try night.run(night.command + " today " + night.tomorrow))
    #expect(try night.left == ["\(night.today).tar", "\(night.tomorrow).tar"])
  }

  @Test("a rest day is no trouble, and one that has lost its workouts is, and keeps its archive")
  func restDay() throws {
    let night = try Night()
    night.club["/workouts"] = "[]"
    expectSilence(try night.run())
    #expect(try night.left == ["\(night.newest).tar"])
    night.club["/workouts"] = SmallClub.workouts()
    expectSilence(try night.run())
    night.club["/workouts"] = "[]"
    let lost = try night.run()
    #expect(lost.status == 1 && lost.errors == "", "\(lost)")
    #expect(lost.output.hasPrefix("\(night.tomorrow): the server lists no workouts"), "\(lost)")
    #expect(try night.left == ["\(night.tomorrow).tar"])
  }

  @Test("a run that finds another one at work says so in one line, and ends with 75")
  func overlap() throws {
    let night = try Night()
    let before = try night.left
    expectOneLine(try night.run(within: ["flock", night.lock]), 75, "running already")
    #expect(try night.left == before)
    let both = try night.run(
      "\(night.command) & a=$!; \(night.command) & b=$!; wait $a; echo $?; wait $b; echo $?")
    let codes = both.output.split(separator: "\n").map(String.init).sorted()
    #expect(codes == ["0", "0"] || codes == ["0", "75"], "\(both)")
    #expect(both.errors.components(separatedBy: "running already").count == Set(codes).count)
    try night.gymbag.output("verify", night.tomorrow)
    expectSilence(try night.run())
    #expect(try night.left == ["\(night.tomorrow).tar"])
  }

  @Test("a lock file of a dead process means nothing, even if another has its number now")
  func lockFiles() throws {
    let night = try Night()
    for pid in ["4194304\n", "1\n", "\(getpid())\n", ""] {
      try pid.write(toFile: night.lock, atomically: false, encoding: .utf8)
      expectSilence(try night.run())
    }
    #expect(try night.left == ["\(night.tomorrow).tar"])
  }

  @Test("a wrong clock is one line and packs and removes nothing", arguments: ["1970", "2036"])
  func clock(year: String) throws {
    let night = try Night()
    let before = try night.left
    let wrong = ["faketime", "\(year)-01-02 12:00:00 UTC"]
    for workouts in [SmallClub.workouts(), "[]"] {
      night.club["/workouts"] = workouts
      expectOneLine(try night.run(within: wrong), 77, "the clock shows \(year)-01-02T12:00:")
      #expect(try night.left == before)
    }
    // Offline nobody can tell the time, but prune sees that it cannot be right: two troubles.
    night.club.stop()
    let offline = try night.run(within: wrong)
    #expect(offline.status == 69 && offline.output == "", "\(offline)")
    #expect(offline.errors.components(separatedBy: "gymbag: error: ").count == 3, "\(offline)")
    #expect(offline.errors.contains("nothing was removed"), "\(offline)")
    #expect(try night.left == before)
  }

  @Test("a day that is named by its date is packed whatever the clock shows")
  func namedDay() throws {
    let night = try Night()
    let pack = { (day: String) in
      try night.gymbag.run("pack", day, within: ["faketime", "2036-01-02 12:00:00 UTC"])
    }
    #expect(try pack("2036-01-03").status == 0)
    for word in ["today", "tomorrow", "Tue"] {
      let tool = try pack(word)
      #expect(tool.status == 77 && tool.errors.contains("name the day by its date"), "\(tool)")
    }
    // Some minutes around midnight, or the hour of a clock that was not set, are not in doubt.
    #expect(
      try night.gymbag.run("pack", "tomorrow", within: ["faketime", "-f", "+50m"]).status == 0)
  }

  @Test("a full disk is one line, keeps the former archive, and what is over still goes")
  func fullDisk() throws {
    let night = try Night()
    expectSilence(try night.run())
    try night.gymbag.output("pack", night.over, night.newest)
    let script = """
      set -eu
      disk=$1 tomorrow=$2 over=$3
      mkdir "$disk"
      mount -t tmpfs -o size=2m none "$disk"
      cp -r "$HOME/.local/share/gymbag/default/." "$disk/"
      : > "$disk/pack.lock"
      dd if=/dev/zero of="$disk/films" bs=4k status=none 2> /dev/null || true
      code=0
      GYMBAG_HOME=$disk "$HOME/.local/bin/gymbag-nightly" || code=$?
      cmp "$disk/days/$tomorrow.tar" "$HOME/.local/share/gymbag/default/days/$tomorrow.tar"
      [ ! -e "$disk/days/$over.tar" ]
      exit $code
      """
    let full = try Tool.run(
      ["env", "-i", "HOME=" + night.gymbag.home, "PATH=/usr/bin:/bin", "unshare", "--mount"]
        + (geteuid() == 0 ? [] : ["--map-root-user"])
        + ["/bin/sh", "-c", script, "full", Scratch.path("disk"), night.tomorrow, night.over])
    expectOneLine(full, 74, "disk is full")
  }

  @Test("no answer is one line and 69, and nothing that is to come goes")
  func offline() throws {
    let night = try Night()
    expectSilence(try night.run())
    night.club.stop()
    expectOneLine(try night.run(), 69, "cannot reach")
    expectOneLine(try night.run(night.command + " today tomorrow"), 69, "cannot reach")
    #expect(try night.left == ["\(night.tomorrow).tar"])
  }

  @Test("a token that is no longer accepted is one line with what to do")
  func token() throws {
    let night = try Night()
    night.club.refusesTokens = true
    let run = try night.run()
    expectOneLine(run, 4, "token")
    #expect(run.errors.contains("gymbag: hint: ") && run.errors.contains("gymbag login"), "\(run)")
    #expect(try night.left == ["\(night.newest).tar"])
  }

  @Test("what is the same with each of several days is said once")
  func sameTwice() throws {
    let night = try Night()
    let ledger = night.gymbag.home + "/.local/state/gymbag/ledger.jsonl"
    try "{\n".write(toFile: ledger, atomically: true, encoding: .utf8)
    expectOneLine(try night.run(night.command + " today tomorrow"), 65, ledger)
  }

  @Test("of several days only those are mailed that did not go well")
  func someDays() throws {
    let night = try Night()
    // No archive can take the place of a directory.
    let path = night.gymbag.days + "/\(night.today).tar"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    expectOneLine(try night.run(night.command + " today tomorrow"), 74, path)
    #expect(try night.left == ["\(night.today).tar", "\(night.tomorrow).tar"])
    try night.gymbag.output("verify", night.tomorrow)
  }

  @Test("streams that are closed change nothing", arguments: ["<&-", ">&-", "<&- >&- 2>&-"])
  func closedStreams(closing: String) throws {
    let night = try Night()
    expectSilence(try night.run(night.command + " " + closing))
    #expect(try night.left == ["\(night.tomorrow).tar"])
    night.club.refusesTokens = true
    let trouble = try night.run(night.command + " " + closing)
    if closing.contains("2>") {
      #expect(trouble.status == 4)
    } else {
      expectOneLine(trouble, 4, "token")
    }
  }

  @Test("without HOME one line names what to set, and then all is well")
  func noHome() throws {
    let night = try Night()
    let bare = ["PATH=\(night.gymbag.home)/.local/bin:/usr/bin:/bin"]
    let without = try night.run(nil, bare)
    expectOneLine(without, 78, "HOME is not set")
    #expect(without.errors.contains("GYMBAG_HOME, GYMBAG_CONFIG and GYMBAG_STATE"))
    let home = night.gymbag.home
    let places = [
      "GYMBAG_HOME=\(home)/.local/share/gymbag/default", "GYMBAG_CONFIG=\(night.gymbag.config)",
      "GYMBAG_STATE=\(home)/.local/state/gymbag",
    ]
    expectSilence(try night.run(nil, bare + places))
    #expect(try night.left == ["\(night.tomorrow).tar"])
  }

  @Test("the crontab is one that cron takes")
  func crontab() throws {
    try Tool.output(["crontab", "-n", Repository.path("Samples/cron/crontab")])
    #expect(try Tool.run(["crontab", "-n", "-"], input: "30 24 * * *  x\n").status != 0)
  }

  @Test("the units are ones that systemd takes, and the service does what cron does")
  func systemd() throws {
    let night = try Night()
    let units = ["gymbag-pack.service", "gymbag-pack.timer"]
    let place = night.gymbag.home + "/.local/bin"
    for unit in units {
      let text = try String(
        contentsOfFile: Repository.path("Samples/systemd/" + unit), encoding: .utf8)
      try text.replacingOccurrences(of: "/usr/local/bin", with: place)
        .write(toFile: Scratch.path(unit), atomically: true, encoding: .utf8)
    }
    let verify = {
      try Tool.run(
        ["systemd-analyze", "verify", "--user"] + units.map(Scratch.path),
        environment: ["HOME": night.gymbag.home, "XDG_RUNTIME_DIR": Scratch.directory])
    }
    expectSilence(try verify())
    let command = try #require(Self.values("ExecStart", in: units[0]).last)
      .replacingOccurrences(of: "/usr/local/bin", with: place)
    expectSilence(try night.run(command))
    #expect(try night.left == ["\(night.today).tar", "\(night.tomorrow).tar"])
    let elapses = try Tool.output(
      ["systemd-analyze", "calendar", Self.values("OnCalendar", in: units[1])[0]])
    #expect(elapses.contains("Normalized form: *-*-* 20:30:00"), "\(elapses)")
    // The one that would be simpler is refused, so that the next test has a point.
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: Scratch.path(units[0])))
    try file.seekToEnd()
    try file.write(contentsOf: Data("RestartForceExitStatus=69 75\n".utf8))
    #expect(try verify().status != 0)
  }

  @Test("the service tries again after 69 and 75, and after no other exit code")
  func restarts() throws {
    let prevented = try Self.values("RestartPreventExitStatus", in: "gymbag-pack.service")[0]
    let manual = try String(contentsOfFile: Repository.path("man/gymbag.1"), encoding: .utf8)
      .components(separatedBy: ".Sh EXIT STATUS")[1].components(separatedBy: ".Sh ")[0]
    let codes = manual.split(separator: "\n").filter { $0.hasPrefix(".It ") }
      .flatMap { $0.dropFirst(4).split { ", ".contains($0) } }.compactMap { Int($0) }
    // The shell's own: a program that cannot be run, or is not there.
    let wanted = Set(codes + [126, 127]).subtracting([0, 69, 75])
    #expect(Set(prevented.split(separator: " ").compactMap { Int($0) }) == wanted)
  }
}
