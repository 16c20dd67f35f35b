import Foundation
import GymbagTestSupport
import Testing

/// Manual pages, `--help` and the README say the same.
@Suite("The manual", .scratch) struct ManualTests {
  private func page(_ name: String) throws -> String {
    try String(contentsOfFile: Repository.path("man/" + name), encoding: .utf8)
  }

  /// What is behind `--` in a text.
  private func options(_ text: String, after mark: String) -> Set<String> {
    Set(
      text.components(separatedBy: mark).dropFirst().map { rest in
        String(rest.prefix { $0.isLetter || $0 == "-" })
      })
  }

  @Test("is in order", arguments: ["gymbag.1", "gymbag-archive.5"])
  func lint(name: String) throws {
    // Which other pages are installed is the machine's affair.
    let remarks = try Tool.run(["mandoc", "-T", "lint", Repository.path("man/" + name)]).output
      .split(separator: "\n").filter { !$0.contains("referenced manual not found") }
    #expect(remarks.isEmpty)
  }

  @Test("has the commands and options that --help has, and no others")
  func agreement() throws {
    let gymbag = try Gymbag()
    let overview = try gymbag.output("--help")
    let commands = overview.split(separator: "\n").filter { $0.hasPrefix("  ") }
      .compactMap { $0.dropFirst(2).components(separatedBy: "  ").first }
    #expect(
      commands == [
        "init", "login", "logout", "pack", "ready", "status", "list", "show", "diff", "verify",
        "coverage", "unpack",
        "prune", "key", "key new", "key trust", "key revoke", "owner", "owner move", "owner delete",
        "completions",
        "completions candidates",
      ])
    var helped: Set<String> = ["version"]
    let manual = try page("gymbag.1")
    let readme = try String(contentsOfFile: Repository.path("README.md"), encoding: .utf8)
    for command in commands {
      let words = command.split(separator: " ").map(String.init) + ["--help"]
      let help = try Tool.output([Gymbag.binary] + words, environment: gymbag.environment)
      #expect(help.hasPrefix(command + ": "))
      helped.formUnion(
        help.split(separator: "\n").filter { $0.hasPrefix("  --") }
          .map { String($0.dropFirst(4).prefix { $0.isLetter || $0 == "-" }) })
      #expect(manual.contains("\n.It Cm \(command)"))
      #expect(readme.contains("`gymbag \(command)"))
    }
    #expect(options(manual, after: ".It Fl Fl ") == helped)
    #expect(options(manual, after: "Fl Fl ").isSubset(of: helped))
  }

  @Test("has the exit codes that the README has")
  func exitCodes() throws {
    let status = try #require(
      page("gymbag.1").components(separatedBy: ".Sh EXIT STATUS").last?
        .components(separatedBy: ".Sh ").first)
    let codes = status.split(separator: "\n").filter { $0.hasPrefix(".It ") }
      .flatMap { $0.dropFirst(4).split { !$0.isNumber } }.compactMap { Int($0) }
    #expect(codes == [0, 1, 2, 3, 4, 65, 66, 69, 73, 74, 75, 77, 78, 130, 143])
    let readme = try String(contentsOfFile: Repository.path("README.md"), encoding: .utf8)
    let table = try #require(
      readme.components(separatedBy: "## Exit codes").last?.components(separatedBy: "\n## ").first)
    let rows = table.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2)
    let listed = rows.flatMap {
      $0.split(separator: "|")[0].split { !$0.isNumber }.compactMap { Int($0) }
    }
    #expect(listed == codes)
  }
}
