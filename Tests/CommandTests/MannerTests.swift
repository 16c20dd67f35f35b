import Foundation
import GymbagTestSupport
import Testing

/// How much is said: `--quiet` for cron, `--verbose` for who wonders where things are.
@Suite("How much is said", .sampleBackend, .scratch) struct MannerTests {
  @Test("nothing, with --quiet, when the exit code is 0", arguments: [[], ["--json"]])
  func silence(options: [String]) throws {
    let gymbag = try Gymbag()
    try gymbag.pack(from: SampleBackend.url)
    let ready = Repository.path("Samples/club/roster-all-ready.csv")
    for words in [
      ["list"], ["verify", SampleBackend.day], ["show", SampleBackend.day],
      ["show", SampleBackend.day, "data/day.json"], ["pack", SampleBackend.day], ["key"],
      ["coverage", SampleBackend.day, "--roster", ready],
    ] {
      let tool = try gymbag.run(words + ["--quiet"] + options)
      #expect(tool.status == 0 && tool.output == "" && tool.errors == "", "\(words)")
    }
  }

  @Test("everything, with --quiet, when it is not", arguments: [[], ["--json"]])
  func trouble(options: [String]) throws {
    let gymbag = try Gymbag()
    try gymbag.pack(from: SampleBackend.url)
    let missing = try gymbag.run(["show", "2020-01-01", "--quiet"] + options)
    #expect(missing.status == 66 && missing.errors.contains("2020-01-01 is not packed"))
    for words in [["coverage", SampleBackend.day], ["verify", SampleBackend.day, "2020-01-01"]] {
      let usual = try gymbag.run(words + options)
      let quiet = try gymbag.run(words + ["--quiet"] + options)
      #expect(usual.status != 0 && quiet.status == usual.status)
      // Serials differ from pack to pack.
      let lines = { (text: String) in text.split(separator: "\n").count }
      #expect(lines(quiet.output) == lines(usual.output) && quiet.output != "", "\(words)")
      #expect(quiet.errors == usual.errors)
    }
    // But nobody needs to hear of the day that went well; the JSON is whole.
    let pack = try gymbag.run(["pack", SampleBackend.day, "2026-12-25", "--quiet"] + options)
    #expect(pack.status == 1 && pack.errors == "" && pack.output.contains("2026-12-25"), "\(pack)")
    #expect(pack.output.contains(SampleBackend.day) == !options.isEmpty, "\(pack)")
  }

  @Test("where things are looked for, with --verbose, and nothing more on standard output")
  func verbose() throws {
    let gymbag = try Gymbag()
    try gymbag.pack(from: SampleBackend.url)
    let usual = try gymbag.run("list")
    let verbose = try gymbag.run("list", "--verbose")
    #expect(verbose.status == 0 && verbose.output == usual.output && usual.errors == "")
    #expect(verbose.errors.contains("gymbag: note: the home is \(gymbag.home)/.local/share/gymbag"))
    let json = try gymbag.run("verify", "today", "--verbose", "--json")
    let notes = try Tool.output(
      ["jq", "-r", "select(.level == \"note\").message"], input: json.errors)
    #expect(notes.contains("the time zone is Europe/Berlin, and today is "))
    let pack = try gymbag.run("pack", SampleBackend.day, "--verbose")
    #expect(pack.errors.contains("note: \(SampleBackend.url)/tags: HTTP 200, "))
    #expect(!pack.errors.contains(SampleBackend.token))
    let both = try gymbag.run("list", "--quiet", "--verbose")
    #expect(both.status == 2 && both.errors.contains("exclude each other"))
  }
}
