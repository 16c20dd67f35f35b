import Foundation
import GymbagTestSupport
import Testing

/// What shells complete: the words by themselves, and typed into real shells.
@Suite("Completion", .scratch) struct CompletionTests {
  /// A home with a day whose ids are a trial for shells.
  private func packed() throws -> Gymbag {
    let club = try SmallClub()
    defer { club.stop() }
    club["/workouts"] = #"""
      [{"id":"strength","title":"Strength","items":[],"participants":[]},
      {"id":"jump & run","title":"Jump","items":[],"participants":[]},
      {"id":"x:y=z","title":"It's $HOME","items":[],"participants":[]}]
      """#
    let gymbag = try Gymbag()
    try gymbag.start(on: club.url)
    try gymbag.output("pack", "2026-12-01")
    return gymbag
  }

  private func candidates(_ gymbag: Gymbag, _ words: [String]) throws -> [String] {
    let tool = try gymbag.run(["completions", "candidates", "--"] + words)
    #expect(tool.status == 0 && tool.errors == "")
    return tool.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
  }

  @Test(
    "offers what may stand there, and the paths that the shell knows",
    arguments: [
      (["ver"], [":none", "verify"]), (["key", "n"], [":none", "new"]),
      (["nonsense", ""], [":none"]), (["--v"], [":none", "--version"]),
      (["verify", "--q"], [":none", "--quick", "--quiet"]),
      (["verify", "--quick", "--qu"], [":none", "--quiet"]),
      (["pack", "tomo"], [":none", "tomorrow"]), (["show", "2026"], [":files", "2026-12-01"]),
      (["diff", "2026-12-01", "2026"], [":files", "2026-12-01"]),
      (["diff", "2026-12-01", "2026-12-01", ""], [":none"]),
      (["show", "2026-12-01", "workouts/s"], [":none", "workouts/strength"]),
      (["coverage", "2026-12-01", "--workout", "jump"], [":none", "jump & run"]),
      (["coverage", "2026-12-01", "--workout=x"], [":none", "--workout=x:y=z"]),
      (["unpack", "2026-12-01", ""], [":directories"]), (["list", "--home", ""], [":directories"]),
      (["coverage", "--roster", ""], [":files"]), (["completions", "z"], [":none", "zsh"]),
      (["list", "--time-zone", "Europe/Berl"], [":none", "Europe/Berlin"]),
      (["list", "--profile", ""], [":none", "default"]),
      // Where nothing can be looked at, nothing is offered, and nobody is told of it.
      (["coverage", "2020-01-01", "--workout", ""], [":none"]),
      (["show", "--home", "/nonexistent", "2026"], [":files"]),
    ])
  func words(typed: [String], offered: [String]) throws {
    #expect(try candidates(packed(), typed) == offered)
  }

  @Test("offers every command of the table, and each of its options")
  func table() throws {
    let gymbag = try packed()
    let overview = try gymbag.output("--help").split(separator: "\n").filter { $0.hasPrefix("  ") }
      .compactMap { $0.dropFirst(2).components(separatedBy: "  ").first }
    for command in overview {
      let words = command.split(separator: " ").map(String.init)
      #expect(try candidates(gymbag, words).contains(words[words.count - 1]))
      let help = try gymbag.run(words + ["--help"]).output
      let options = help.split(separator: "\n").filter { $0.hasPrefix("  --") }
        .map { String($0.dropFirst(2).prefix { $0 != " " }) }
      #expect(try candidates(gymbag, words + ["--"]) == [":none"] + options, "\(command)")
    }
  }

  @Test(
    "completes what is typed into a shell", arguments: ["bash", "zsh", "fish"],
    [
      ("gymbag cov", "[gymbag][coverage]"),
      ("gymbag show 2026-12-01 workouts/s", "[gymbag][show][2026-12-01][workouts/strength]"),
      (
        "gymbag coverage 2026-12-01 --workout jump",
        "[gymbag][coverage][2026-12-01][--workout][jump & run]"
      ),
      (
        "gymbag coverage 2026-12-01 --workout=x",
        "[gymbag][coverage][2026-12-01][--workout=x:y=z]"
      ),
      ("gymbag list --home ho", "[gymbag][list][--home][home]"),
      ("gymbag coverage --roster ros", "[gymbag][coverage][--roster][roster one.csv]"),
    ])
  func shells(shell: String, line: (typed: String, completed: String)) throws {
    let gymbag = try packed()
    let tools = Scratch.path("bin")
    try FileManager.default.createDirectory(atPath: tools, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: tools + "/gymbag", withDestinationPath: Gymbag.binary)
    let script = Scratch.path("completion")
    try gymbag.output("completions", shell).write(toFile: script, atomically: true, encoding: .utf8)
    try "id\n".write(
      toFile: Scratch.path("roster one.csv"), atomically: true, encoding: .utf8)
    let environment = gymbag.environment.merging(
      ["PATH": tools + ":/usr/bin:/bin", "LC_ALL": "C.UTF-8"]) { $1 }
    let typed = try Tool.output(
      [
        "python3", "-B", Repository.path("Tests/Completions/type_tab.py"), shell, script,
        line.typed,
      ], environment: environment, directory: Scratch.directory)
    // zsh takes a slash back when a blank follows it.
    #expect(typed.replacing("/]", with: "]") == line.completed + "\n", "\(shell)")
  }

  @Test("is offered for three shells, and for no other")
  func otherShell() throws {
    let gymbag = try Gymbag()
    #expect(try gymbag.run("completions", "tcsh").status == 2)
    #expect(try gymbag.run("completions").status == 2)
  }
}
