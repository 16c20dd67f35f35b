import Foundation
import GymbagTestSupport
import Testing

/// A person at a terminal, played by script(1) and timeout(1).
@Suite("At a terminal", .sampleBackend, .scratch) struct TerminalTests {
  @Test("the token is asked for and not shown while it is typed")
  func prompt() throws {
    var gymbag = try Gymbag()
    gymbag.environment["TERM"] = "xterm"
    // The token comes a moment after the question, as from a person.
    let command = "sleep 1; echo \(SampleBackend.token); sleep 3"
    let words = "script -qec '\(Gymbag.binary) init \(SampleBackend.url)' /dev/null"
    let session = try Tool.run(
      ["bash", "-c", "(\(command)) | \(words)"], environment: gymbag.environment)
    #expect(session.output.contains("Token for \(SampleBackend.url): "))
    #expect(session.output.contains("A home for Márta Lindqvist"))
    #expect(!session.output.contains(SampleBackend.token))
    try gymbag.output("pack", SampleBackend.day)
  }

  @Test("Ctrl-C ends a pack with 130, SIGTERM with 143, and nothing half done is left")
  func interruption() throws {
    let server = try ScriptedServer { target in
      target == "/v1/me" ? .ok(#"{"userID":"c","name":"Coach"}"#) : .silence
    }
    defer { server.stop() }
    let gymbag = try Gymbag()
    try gymbag.start(on: server.url + "/v1")
    for (signal, status) in [("INT", Int32(130)), ("TERM", 143)] {
      let pack = try gymbag.run(
        "pack", SampleBackend.day, within: ["timeout", "--preserve-status", "-s", signal, "1"])
      #expect(pack.status == status && pack.errors.contains("interrupted"))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: gymbag.days) == [])
    let home = gymbag.home + "/.local/share/gymbag/default"
    #expect(try FileManager.default.contentsOfDirectory(atPath: home + "/staging") == [])
  }

  /// Runs the tool at a terminal, each read of a file taking a while.
  private func slowly(_ gymbag: Gymbag, _ words: String, _ call: String, term: String = "xterm")
    throws -> String
  {
    var gymbag = gymbag
    gymbag.environment["TERM"] = term
    let command =
      "strace -f -qq -o /dev/null -e trace=\(call) -e inject=\(call):delay_enter=60000 "
      + "\(Gymbag.binary) \(words)"
    return try Tool.output(
      ["script", "-qec", command, "/dev/null"], environment: gymbag.environment)
  }

  @Test("what takes long says how far it is, on one line that is gone at the end")
  func progress() throws {
    let gymbag = try Gymbag()
    try gymbag.start(on: SampleBackend.url)
    let pack = try slowly(gymbag, "pack \(SampleBackend.day)", "pwrite64")
    #expect(pack.contains("\r\u{1b}[Kpack \(SampleBackend.day): "))
    #expect(
      try #require(pack.range(of: "\r\u{1b}[KPacked 2026-12-01")).lowerBound > pack.startIndex)
    let verify = try slowly(gymbag, "verify \(SampleBackend.day)", "pread64")
    #expect(verify.contains("\r\u{1b}[Kverify: ") && verify.contains(" of 22, "))
    #expect(verify.contains(" left\r\u{1b}[K") && verify.contains("\r\u{1b}[K2026-12-01  valid"))
    // Neither for a script, nor on a terminal that cannot go back on a line.
    let dumb = try slowly(gymbag, "verify \(SampleBackend.day)", "pread64", term: "dumb")
    #expect(!dumb.contains("verify: ") && dumb.contains("2026-12-01  valid"))
    let json = try slowly(gymbag, "verify \(SampleBackend.day) --json", "pread64")
    #expect(!json.contains("verify: ") && json.contains(#""valid":true"#))
    let piped = try gymbag.run("verify", SampleBackend.day)
    #expect(piped.errors == "")
  }
}
