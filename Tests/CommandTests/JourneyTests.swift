import Foundation
import GymbagTestSupport
import Testing

/// A coach's evening, with the built tool and the sample club.
@Suite("A coach", .sampleBackend, .scratch) struct JourneyTests {
  @Test("makes a home, packs a day, looks at it, verifies it and sees who is covered")
  func evening() throws {
    let gymbag = try Gymbag()
    let made = try gymbag.output(
      "init", SampleBackend.url, "--token-file", "-", input: SampleBackend.token + "\n")
    #expect(made.contains("A home for Márta Lindqvist (\(SampleBackend.url)::coach-marta)"))
    #expect(made.contains("Next: gymbag pack tomorrow"))

    let packed = try gymbag.output("pack", SampleBackend.day)
    #expect(packed.hasPrefix("Packed 2026-12-01: 4 workouts, exercise instances of 10 of 14 "))
    #expect(packed.contains(gymbag.archive))
    // And how it stands, as ready says it, without reading it again.
    #expect(
      packed.contains("  go      archive      signed by ") && packed.contains(", just packed, "))
    #expect(packed.contains("  no-go   coverage     7 of 14 athletes covered"))

    #expect(try gymbag.output("list").hasPrefix("2026-12-01  4 workouts, 10 of 14 athletes, "))
    let shown = try gymbag.output("show", SampleBackend.day)
    #expect(shown.contains("lower-strength: Lower body strength\n  - Back squat, high bar\n"))
    #expect(shown.contains("for Emil Krüger (y-001), Ayşe Yıldız (y-002), Tomáš Dvořák (y-003)"))

    let verified = try gymbag.output("verify", SampleBackend.day)
    #expect(verified.hasPrefix("2026-12-01  valid: 22 entries, "))
    let fingerprint = try #require(made.split(separator: "fingerprint  ").last).prefix(47)
    #expect(verified.contains("signed by  \(fingerprint)"))

    let roster = Repository.path("Samples/club/roster-all-ready.csv")
    let covered = try gymbag.output("coverage", SampleBackend.day, "--roster", roster)
    #expect(
      covered.contains(
        "8 athletes: 8 covered, 0 uncovered, 0 unknown.\n50 pairs required, 50 covered."))
  }

  @Test("gets entries token for token, by their long and their short names")
  func entries() throws {
    let gymbag = try Gymbag()
    try gymbag.pack(from: SampleBackend.url)
    let entry = "data/workouts/youth_2ftechnique.json.gz"
    let long = try gymbag.output("show", SampleBackend.day, entry)
    #expect(try gymbag.output("show", SampleBackend.day, "workouts/youth_2ftechnique") == long)
    let raw = try Tool.output([
      "curl", "-sS", "-H", "Authorization: Bearer \(SampleBackend.token)",
      SampleBackend.url + "/workouts?date=\(SampleBackend.day)",
    ])
    // jq 1.6 re-spells numbers, so both sides go through it only for their meaning; the spelling
    // is looked for by itself.
    let theirs = try Tool.output(
      ["jq", "-cS", ".[] | select(.id == \"youth/technique\")"], input: raw)
    #expect(try Tool.output(["jq", "-cS", "."], input: long) == theirs)
    let lower = try gymbag.output("show", SampleBackend.day, "workouts/lower-strength")
    for spelling in ["8.5e1", "72.50"] {
      #expect(raw.contains(spelling) && lower.contains(spelling))
    }
    let index = try gymbag.output("show", SampleBackend.day, "data/day.json")
    #expect(
      try Tool.output(["jq", "-r", ".schemaVersion, .day"], input: index) == "1\n2026-12-01\n")
  }

  @Test("packs again over the former archive, with a greater serial")
  func repack() throws {
    let gymbag = try Gymbag()
    try gymbag.pack(from: SampleBackend.url)
    let serial = { try gymbag.output("show", SampleBackend.day, "--json").serial }
    let first = try serial()
    try gymbag.output("pack", SampleBackend.day)
    try gymbag.output("pack", SampleBackend.day)
    #expect(try serial() >= first + 2)
    #expect(try FileManager.default.contentsOfDirectory(atPath: gymbag.days) == ["2026-12-01.tar"])
    let ledger = gymbag.home + "/.local/state/gymbag/ledger.jsonl"
    #expect(
      try Tool.output(
        ["jq", "-s", "length, (map(.serial) | . == sort)"],
        input: String(
          contentsOfFile: ledger, encoding: .utf8)) == "3\ntrue\n")
  }

  @Test("is told that a day without workouts was not packed")
  func restDay() throws {
    let gymbag = try Gymbag()
    try gymbag.start(on: SampleBackend.url)
    let rest = try gymbag.run("pack", "2026-12-25", SampleBackend.day)
    #expect(rest.status == 1)
    #expect(rest.output.hasPrefix("2026-12-25: the server lists no workouts; nothing was packed\n"))
    #expect(rest.output.contains("Packed 2026-12-01"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: gymbag.days) == ["2026-12-01.tar"])
  }

  @Test("sees another account's day in another home alone")
  func otherAccount() throws {
    let gymbag = try Gymbag()
    try gymbag.pack(from: SampleBackend.url)
    let other = try Gymbag("other")
    try other.start(on: SampleBackend.url, token: SampleBackend.otherToken)
    try other.output("pack", SampleBackend.day)
    #expect(try other.output("list").hasPrefix("2026-12-01  1 workout, 1 of 1 athlete,"))
    // Their archive in our home, and our key trusted for nobody there.
    try FileManager.default.removeItem(atPath: gymbag.archive)
    try FileManager.default.copyItem(atPath: other.archive, toPath: gymbag.archive)
    let verified = try gymbag.run("verify", SampleBackend.day)
    #expect(verified.status == 77)
    #expect(verified.output.contains("belongs to"))
    // A token of theirs does not pack here.
    var switched = gymbag
    switched.environment["GYMBAG_TOKEN"] = SampleBackend.otherToken
    let refused = try switched.run("pack", SampleBackend.day)
    #expect(refused.status == 77 && refused.errors.contains("but the home belongs to"))
  }
}

extension String {
  /// The serial in the document of `show --json`.
  fileprivate var serial: Int {
    get throws {
      try #require(Int(try Tool.output(["jq", ".index.serial"], input: self).dropLast()))
    }
  }
}
