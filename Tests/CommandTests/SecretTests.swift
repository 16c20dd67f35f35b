import Foundation
import GymbagTestSupport
import Testing

/// The token goes to the one server that it was made for.
@Suite("The token", .sampleBackend, .scratch) struct SecretTests {
  /// A server that notes who is asking.
  private func trap() throws -> ScriptedServer {
    try ScriptedServer { _ in .ok(#"{"userID":"coach-marta","name":"Trap"}"#) }
  }

  @Test("of one home is not sent to the server of another that uses the same configuration")
  func plantedHome() throws {
    let gymbag = try Gymbag()
    try gymbag.start(on: SampleBackend.url)
    let trap = try trap()
    defer { trap.stop() }
    let stick = Scratch.path("stick")
    try FileManager.default.createDirectory(atPath: stick, withIntermediateDirectories: true)
    let stamp = #"{"baseURL":"\#(trap.url)/v1","userID":"coach-marta"}"#
    try stamp.write(toFile: stick + "/owner.json", atomically: true, encoding: .utf8)
    let pack = try gymbag.run("pack", SampleBackend.day, "--home", stick)
    #expect(pack.status == 77 && pack.errors.contains("belongs to \(trap.url)/v1::coach-marta"))
    #expect(trap.requests.isEmpty)
  }

  @Test("of one account is not replaced by that of another")
  func secondAccount() throws {
    let gymbag = try Gymbag()
    try gymbag.start(on: SampleBackend.url)
    let other = Scratch.path("other")
    var second = gymbag
    second.environment["GYMBAG_TOKEN"] = SampleBackend.otherToken
    let refused = try second.run("init", SampleBackend.url, "--home", other)
    #expect(refused.status == 77 && refused.errors.contains("--profile NAME"))
    #expect(!FileManager.default.fileExists(atPath: other + "/owner.json"))
    try gymbag.output("pack", SampleBackend.day)
    // With a configuration of its own it is fine, and the last line says how to go on.
    second.environment["GYMBAG_CONFIG"] = Scratch.path("other-config")
    let made = try second.output("init", SampleBackend.url, "--home", other)
    #expect(made.contains("Next: gymbag pack tomorrow --home \(other)\n"))
    try second.output("pack", SampleBackend.day, "--home", other)
  }

  @Test("and key that are lost with the configuration are made again by signing in again")
  func lostConfiguration() throws {
    let gymbag = try Gymbag()
    try gymbag.pack(from: SampleBackend.url)
    try FileManager.default.removeItem(atPath: gymbag.config)
    var other = gymbag
    other.environment["GYMBAG_TOKEN"] = SampleBackend.otherToken
    let refused = try other.run("init", SampleBackend.url)
    #expect(refused.status == 77 && refused.errors.contains("another home"))
    try FileManager.default.removeItem(atPath: gymbag.config)
    try gymbag.start(on: SampleBackend.url)
    try gymbag.output("pack", SampleBackend.day)
    try gymbag.output("verify", SampleBackend.day)
    try FileManager.default.removeItem(atPath: gymbag.config + "/account.json")
    let unsure = try gymbag.run("pack", SampleBackend.day)
    #expect(unsure.status == 78 && unsure.errors.contains("gymbag init \(SampleBackend.url)"))
    try gymbag.start(on: SampleBackend.url)
    try gymbag.output("pack", SampleBackend.day)
    #expect(try gymbag.run("init", SampleBackend.url).status == 77)
  }

  @Test("that has expired is replaced as the error says")
  func expired() throws {
    let gymbag = try Gymbag()
    try gymbag.start(on: SampleBackend.url)
    let token = gymbag.config + "/token"
    try "expired\n".write(toFile: token, atomically: true, encoding: .utf8)
    try Tool.output(["chmod", "600", token])
    let pack = try gymbag.run("pack", SampleBackend.day)
    #expect(pack.status == 4 && pack.errors.contains("sign in with a new token: gymbag login\n"))
    try gymbag.output("login", "--token-file", "-", input: SampleBackend.token)
    try gymbag.output("pack", SampleBackend.day)
    // One in the environment would win over any that is kept.
    var told = gymbag
    told.environment["GYMBAG_TOKEN"] = "expired"
    let packWithVariable = try told.run("pack", SampleBackend.day)
    #expect(packWithVariable.status == 4)
    #expect(packWithVariable.errors.contains("the token is the one in GYMBAG_TOKEN"))
  }

  @Test("is in its own file and nowhere else")
  func places() throws {
    let gymbag = try Gymbag()
    try gymbag.pack(from: SampleBackend.url)
    let found = try Tool.output(["grep", "-rla", SampleBackend.token, gymbag.home])
    #expect(found == gymbag.config + "/token\n")
    for name in ["token", "gymbag.key"] {
      let mode = try Tool.output(["stat", "-c", "%a", gymbag.config + "/" + name])
      #expect(mode == "600\n")
    }
  }

  @Test("that others can read is refused, like the key, and the way to mend it is said")
  func openSecrets() throws {
    for name in ["gymbag.key", "token"] {
      let gymbag = try Gymbag(name)
      try gymbag.start(on: SampleBackend.url)
      try Tool.output(["chmod", "644", gymbag.config + "/" + name])
      let tool = try gymbag.run("pack", SampleBackend.day)
      #expect(tool.status == 77 && tool.errors.contains("chmod 600 \(gymbag.config)/\(name)"))
    }
  }

  @Test("that is being read from a pipe does not keep a run from ending")
  func interruptedPipe() throws {
    let gymbag = try Gymbag()
    let tool = try Tool.run(
      [
        "bash", "-c",
        "timeout --preserve-status -s TERM 1 \(Gymbag.binary) init \(SampleBackend.url) "
          + "--token-file - < <(sleep 3)",
      ], environment: gymbag.environment)
    #expect(tool.status == 143)
  }
}
