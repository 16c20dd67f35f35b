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
}
