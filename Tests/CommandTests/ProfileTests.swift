import Foundation
import GymbagTestSupport
import Testing

/// Two accounts on one machine.
@Suite("A profile", .sampleBackend, .scratch) struct ProfileTests {
  static let tokens = ["anna": SampleBackend.token, "bert": SampleBackend.otherToken]

  private func days(_ gymbag: Gymbag, _ profile: String) -> String {
    gymbag.home + "/.local/share/gymbag/\(profile)/days"
  }

  private func packed(_ profiles: [String]) throws -> Gymbag {
    let gymbag = try Gymbag()
    for profile in profiles {
      try gymbag.output(
        "init", SampleBackend.url, "--profile", profile, "--token-file", "-",
        input: try #require(Self.tokens[profile]))
      try gymbag.output("pack", SampleBackend.day, "--profile", profile)
    }
    return gymbag
  }

  @Test(
    "never sees the days of another, whichever was made first",
    arguments: [["anna", "bert"], ["bert", "anna"]])
  func separation(profiles: [String]) throws {
    let gymbag = try packed(profiles)
    let owners = try profiles.map { profile in
      let show = try gymbag.output("show", SampleBackend.day, "--json", "--profile", profile)
      return try Tool.output(["jq", "-r", ".index.owner"], input: show)
    }
    #expect(Set(owners).count == 2)
    for (own, other) in [(profiles[0], profiles[1]), (profiles[1], profiles[0])] {
      try gymbag.output("verify", SampleBackend.day, "--profile", own)
      let strange = days(gymbag, other) + "/\(SampleBackend.day).tar"
      #expect(try gymbag.run("verify", strange, "--profile", own).status == 77)
      #expect(try gymbag.run("coverage", strange, "--profile", own).status == 77)
      // Packing again gives a newer serial to this owner's day alone.
      try gymbag.output("pack", SampleBackend.day, "--profile", own)
      try gymbag.output("verify", SampleBackend.day, "--profile", other)
    }
    let ledger = gymbag.home + "/.local/state/gymbag/ledger.jsonl"
    #expect(
      try Tool.output(["jq", "-sc", "[group_by(.owner)[] | length]", ledger]) == "[2,2]\n")
  }

  @Test("refuses the archive of another in its home, though the key that signed it is trusted")
  func strangersArchive() throws {
    let gymbag = try packed(["anna", "bert"])
    let strange = days(gymbag, "bert") + "/\(SampleBackend.day).tar"
    let stamp = try gymbag.output("show", SampleBackend.day, "--json", "--profile", "bert")
    let owner = try Tool.output(["jq", "-j", ".index.owner"], input: stamp)
    try gymbag.output(
      "key", "trust", gymbag.home + "/.config/gymbag/bert/gymbag.pub", "--owner", owner,
      "--profile", "anna")
    try gymbag.output("verify", strange, "--profile", "anna")
    let own = days(gymbag, "anna") + "/\(SampleBackend.day).tar"
    try FileManager.default.removeItem(atPath: own)
    try FileManager.default.copyItem(atPath: strange, toPath: own)
    for words in [["list"], ["verify", SampleBackend.day], ["coverage", SampleBackend.day]] {
      let tool = try Tool.run(
        [Gymbag.binary] + words + ["--profile", "anna"], environment: gymbag.environment)
      #expect(tool.status == 77, "\(words): \(tool)")
      #expect((tool.output + tool.errors).contains("the archive belongs to \(owner), the home to"))
    }
  }

  @Test("is named by the option, else by the variable, and decides what has no place of its own")
  func places() throws {
    var gymbag = try Gymbag()
    gymbag.environment["GYMBAG_PROFILE"] = "bert"
    gymbag.environment["GYMBAG_TOKEN"] = SampleBackend.token
    let stick = Scratch.path("stick")
    try gymbag.output("init", SampleBackend.url, "--home", stick, "--profile", "anna")
    #expect(FileManager.default.fileExists(atPath: stick + "/owner.json"))
    let config = gymbag.home + "/.config/gymbag/"
    #expect(try FileManager.default.contentsOfDirectory(atPath: config) == ["anna"])
    try gymbag.output("init", SampleBackend.url)
    #expect(FileManager.default.fileExists(atPath: days(gymbag, "bert")))
    #expect(try gymbag.run("list", "--profile", "anna").status == 78)
  }

  static let names = ["", "..", "-x", "A", "a/b", "con", String(repeating: "x", count: 65)]

  @Test("whose name will not do is an error, and nothing is made", arguments: names)
  func badName(name: String) throws {
    var gymbag = try Gymbag()
    for words in [["list"], ["show", "today"], ["init", SampleBackend.url]] {
      let tool = try Tool.run(
        [Gymbag.binary] + words + ["--profile", name], environment: gymbag.environment)
      #expect(tool.status == 2 && tool.errors.contains("not the name of a profile: \"\(name)\""))
    }
    if !name.isEmpty {
      gymbag.environment["GYMBAG_PROFILE"] = name
      let tool = try gymbag.run("list")
      #expect(tool.status == 78 && tool.errors.contains("(GYMBAG_PROFILE)"))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: gymbag.home) == [])
  }

  @Test("stands in every command that is shown, so that no other account's home is meant")
  func hints() throws {
    let gymbag = try Gymbag()
    let list = try gymbag.run("list", "--profile", "anna")
    #expect(list.errors.contains("make one there with gymbag init --profile anna, or"))
    let home = Scratch.path("it's a home")
    let both = try gymbag.run("list", "--profile", "anna", "--home", home)
    let options = "--home '\(Scratch.directory)/it'\\''s a home' --profile anna"
    #expect(both.errors.contains("gymbag init \(options), or"))
    let json = try gymbag.run("list", "--json", "--profile", "anna")
    #expect(
      try Tool.output(["jq", "-r", ".hint"], input: json.errors).contains("init --profile anna,"))
    let made = try gymbag.output(
      "init", SampleBackend.url, "--profile", "anna", "--token-file", "-",
      input: SampleBackend.token)
    #expect(made.contains("Next: gymbag pack tomorrow --profile anna\n"))
    // A usage line is not a command, and no option was misunderstood in it.
    let usage = try gymbag.run("list", "extra", "--profile", "anna")
    #expect(usage.errors.contains("usage: gymbag list [options]"))
  }
}
