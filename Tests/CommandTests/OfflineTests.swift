import Foundation
import GymbagTestSupport
import Testing

/// What is needed in a gym needs no network.
@Suite("Without a network", .sampleBackend, .scratch) struct OfflineTests {
  private static var commands: [[String]] {
    [
      ["verify", SampleBackend.day], ["show", SampleBackend.day], ["list"],
      ["show", SampleBackend.day, "workouts/lower-strength"],
      ["coverage", SampleBackend.day, "--workout", "upper-supersets"],
      ["unpack", SampleBackend.day, Scratch.directory], ["key"],
      ["status"], ["diff", SampleBackend.day, SampleBackend.day], ["completions", "bash"],
      ["completions", "candidates", "--", "show", ""],
    ]
  }

  private func packed() throws -> Gymbag {
    let gymbag = try Gymbag()
    try gymbag.pack(from: SampleBackend.url)
    return gymbag
  }

  @Test("verify, coverage, show, list, unpack and key open no socket")
  func noSocket() throws {
    let gymbag = try packed()
    for words in Self.commands {
      let trace = Scratch.path("trace")
      try Tool.output(
        ["strace", "-f", "-e", "trace=network", "-o", trace, Gymbag.binary] + words,
        environment: gymbag.environment)
      let calls = try String(contentsOfFile: trace, encoding: .utf8)
      #expect(calls.contains("+++ exited with 0 +++"))
      #expect(!calls.contains("socket"), "gymbag \(words.joined(separator: " ")): \(calls)")
    }
    // The same trace does show the sockets of a pack.
    let trace = Scratch.path("trace")
    try Tool.output(
      [
        "strace", "-f", "-e", "trace=network", "-o", trace, Gymbag.binary, "pack",
        SampleBackend.day,
      ],
      environment: gymbag.environment)
    #expect(try String(contentsOfFile: trace, encoding: .utf8).contains("socket("))
  }

  @Test("they work in a network namespace with nothing in it")
  func emptyNamespace() throws {
    let gymbag = try packed()
    let unshare = geteuid() == 0 ? ["unshare", "--net"] : ["unshare", "--net", "--map-root-user"]
    for words in Self.commands {
      try Tool.output(unshare + [Gymbag.binary] + words, environment: gymbag.environment)
    }
    let pack = try Tool.run(
      unshare + [Gymbag.binary, "pack", SampleBackend.day], environment: gymbag.environment)
    #expect(pack.status == 69 && pack.errors.contains("cannot reach"))
  }

  @Test("they work with HOME alone in the environment")
  func emptyEnvironment() throws {
    let gymbag = try packed()
    for words in Self.commands {
      try Tool.output(["env", "-i", "HOME=\(gymbag.home)", Gymbag.binary] + words)
    }
  }

  @Test("a day that is packed stays as it is when packing it again fails")
  func failedPack() throws {
    let server = try SampleBackend.Server()
    let gymbag = try Gymbag()
    try gymbag.pack(from: server.url)
    let before = try Data(contentsOf: URL(fileURLWithPath: gymbag.archive))
    server.stop()
    let failed = try gymbag.run("pack", SampleBackend.day)
    #expect(failed.status == 69 && failed.output == "" && failed.errors.contains("cannot reach"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: gymbag.archive)) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: gymbag.days) == ["2026-12-01.tar"])
  }
}
