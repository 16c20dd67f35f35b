import Foundation
import GymbagTestSupport
import Testing

/// A new token for the same account, and none any more.
@Suite("Signing in", .sampleBackend, .scratch) struct LoginTests {
  private func started() throws -> Gymbag {
    let gymbag = try Gymbag()
    try gymbag.start(on: SampleBackend.url)
    return gymbag
  }

  private func write(_ text: String, _ path: String, mode: String = "600") throws {
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    try Tool.output(["chmod", mode, path])
  }

  /// Every file below HOME with its mode and digest, but for what locks hold.
  private func state(_ gymbag: Gymbag) throws -> String {
    try Tool.output([
      "bash", "-c",
      "cd \(gymbag.home) && find . ! -name '*.lock' -printf '%p %m\n' | sort && "
        + "find . -type f ! -name '*.lock' -exec sha256sum {} + | sort",
    ])
  }

  static let sources = ["file", "input", "command", "variable"]

  @Test("again replaces the token, wherever the new one comes from", arguments: sources)
  func login(source: String) throws {
    var gymbag = try started()
    let token = gymbag.config + "/token"
    try write("expired\n", token)
    let given = Scratch.path("given")
    try write(SampleBackend.token + "\n", given)
    let login =
      switch source {
      case "file": try gymbag.run("login", "--token-file", given)
      case "input": try gymbag.run("login", "--token-file", "-", input: SampleBackend.token)
      case "command": try gymbag.run("login", "--token-command", "cat \(given) | tr -d x\\\\n")
      default:
        try Tool.run(
          [Gymbag.binary, "login"],
          environment: gymbag.environment.merging(["GYMBAG_TOKEN": SampleBackend.token]) { $1 })
      }
    #expect(login.status == 0 && login.errors == "", "\(login)")
    #expect(login.output.contains("Signed in: Márta Lindqvist (\(SampleBackend.url)::coach-marta)"))
    #expect(!login.output.contains(SampleBackend.token))
    #expect(try String(contentsOfFile: token, encoding: .utf8) == SampleBackend.token + "\n")
    #expect(try Tool.output(["stat", "-c", "%a", token]) == "600\n")
    try gymbag.output("pack", SampleBackend.day)
    gymbag.environment["GYMBAG_TOKEN"] = "other"
    let json = try gymbag.run("login", "--token-file", given, "--json")
    #expect(
      try Tool.output(["jq", "-r", ".owner"], input: json.output)
        == SampleBackend.url + "::coach-marta\n")
    #expect(json.errors.contains("GYMBAG_TOKEN is set"))
  }

  /// The words, the exit code, and a part of what is said.
  static let failures: [([String], Int32, String)] = [
    (["--token-file", "other"], 77, "the token is coach/ruderclub"),
    (["--token-file", "wrong"], 4, "does not accept the token"),
    (["--token-file", "open"], 77, "chmod 600"),
    (["--token-file", "lines"], 4, "one line of visible ASCII"),
    (["--token-file", "missing"], 66, "missing"),
    (["--token-command", "echo s3cret; exit 7"], 4, "failed, exit code 7"),
    (["--token-command", "kill -9 $$"], 4, "ended by signal 9"),
    (["--token-command", "true"], 4, "no token in what --token-command prints"),
    (["--token-command", "no-such-command-anywhere"], 4, "failed, exit code 127"),
    (["--token-command", "head -c 70000 /dev/zero; sleep 60"], 65, "over 65536 bytes"),
    (["--token-command", "cat other"], 77, "the token is coach/ruderclub"),
    (["--token-command", "x", "--token-file", "x"], 2, "either in a file or printed"),
    ([], 4, "nobody to ask"),
  ]

  @Test("with what will not do leaves every byte as it was", arguments: failures)
  func failure(words: [String], status: Int32, message: String) throws {
    let gymbag = try started()
    let directory = Scratch.path("tokens")
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    try write(SampleBackend.otherToken + "\n", directory + "/other")
    try write("wr0ng-s3cret\n", directory + "/wrong")
    try write("a-s3cret\nb\n", directory + "/lines")
    try write(SampleBackend.token + "\n", directory + "/open", mode: "640")
    let before = try state(gymbag)
    for command in ["login", "init"] {
      let arguments =
        command == "init" ? ["init", SampleBackend.url, "--profile", "new"] : ["login"]
      // Another account may have a home of its own.
      if command == "init", message.contains("coach/ruderclub") { continue }
      let tool = try Tool.run(
        [Gymbag.binary] + arguments + words, environment: gymbag.environment, directory: directory)
      #expect(tool.status == status && tool.output == "", "\(words): \(tool)")
      #expect(tool.errors.contains(message), "\(words): \(tool.errors)")
      #expect(!tool.errors.contains("s3cret"))
      #expect(try state(gymbag) == before)
    }
  }

  @Test("while nothing answers is 69, or 4 where it says no, and leaves every byte as it was")
  func noAnswer() throws {
    let server = try SampleBackend.Server()
    let gymbag = try Gymbag()
    try gymbag.start(on: server.url)
    server.stop()
    let before = try state(gymbag)
    let login = try gymbag.run("login", "--token-file", "-", input: "x")
    #expect(login.status == 69 && login.output == "")
    #expect(try state(gymbag) == before)
  }

  @Test("needs a home whose configuration is the account's own")
  func noHome() throws {
    let gymbag = try Gymbag()
    #expect(try gymbag.run("login", "--token-file", "-", input: "x").status == 78)
    try gymbag.start(on: SampleBackend.url)
    let trap = try ScriptedServer { _ in .ok(#"{"userID":"coach-marta","name":"Trap"}"#) }
    defer { trap.stop() }
    let stick = Scratch.path("stick")
    try FileManager.default.createDirectory(atPath: stick, withIntermediateDirectories: true)
    try write(
      #"{"baseURL":"\#(trap.url)/v1","userID":"coach-marta","earlier":["\#(SampleBackend.url)"]}"#,
      stick + "/owner.json")
    let login = try gymbag.run(
      "login", "--home", stick, "--token-file", "-", input: SampleBackend.token)
    #expect(login.status == 77 && login.errors.contains("belongs to \(trap.url)/v1::coach-marta"))
    #expect(!login.errors.contains("owner move") && trap.requests.isEmpty)
  }

  @Test("asks at a terminal, and what is typed is not shown")
  func prompt() throws {
    var gymbag = try started()
    gymbag.environment["TERM"] = "xterm"
    try gymbag.output("logout")
    let session = try Tool.run(
      [
        "bash", "-c",
        "(sleep 1; echo \(SampleBackend.token); sleep 3) | "
          + "script -qec '\(Gymbag.binary) login' /dev/null",
      ], environment: gymbag.environment)
    #expect(session.output.contains("Token for \(SampleBackend.url)::coach-marta: "))
    #expect(session.output.contains("Signed in: Márta Lindqvist"))
    #expect(!session.output.contains(SampleBackend.token))
    try gymbag.output("pack", SampleBackend.day)
  }

  @Test("with a command that waits ends with the signal, and so does the command")
  func interruptedCommand() throws {
    let gymbag = try started()
    let before = try state(gymbag)
    let mark = Scratch.path("mark")
    for (signal, status) in [("INT", Int32(130)), ("TERM", 143)] {
      let login = try gymbag.run(
        "login", "--token-command", "echo $$ > \(mark); exec sleep 600",
        within: ["timeout", "--foreground", "--preserve-status", "-s", signal, "1"])
      #expect(login.status == status && login.errors.contains("interrupted"))
      let pid = try String(contentsOfFile: mark, encoding: .utf8).dropLast()
      #expect(!FileManager.default.fileExists(atPath: "/proc/\(pid)"))
    }
    #expect(try state(gymbag) == before)
  }

  @Test("hands no token to a command line or a trace: what the command says reaches the terminal")
  func passesThrough() throws {
    let gymbag = try started()
    let login = try gymbag.run(
      "login", "--token-command", "echo unlocking >&2; cat", input: SampleBackend.token)
    #expect(login.status == 0 && login.errors == "unlocking\n")
    let found = try Tool.output(["grep", "-rla", SampleBackend.token, gymbag.home])
    #expect(found == gymbag.config + "/token\n")
  }

  @Test("out removes the token alone, needs no network, and is fine when there is none")
  func logout() throws {
    let server = try SampleBackend.Server()
    var gymbag = try Gymbag()
    try gymbag.start(on: server.url)
    try gymbag.output("pack", SampleBackend.day)
    server.stop()
    let out = try gymbag.run("logout")
    #expect(out.status == 0 && out.errors == "" && out.output.contains("Signed out"))
    #expect(
      try Set(FileManager.default.contentsOfDirectory(atPath: gymbag.config)) == [
        "account.json", "config.lock", "gymbag.key", "gymbag.pub", "trusted",
      ])
    try gymbag.output("verify", SampleBackend.day)
    let pack = try gymbag.run("pack", SampleBackend.day)
    #expect(pack.status == 4 && pack.errors.contains("gymbag login"))
    gymbag.environment["GYMBAG_TOKEN"] = "x"
    let again = try gymbag.run("logout")
    #expect(again.status == 0 && again.output.contains("There was no token"))
    #expect(again.errors.contains("GYMBAG_TOKEN is still set"))
    #expect(
      try Tool.output(["jq", "-c", ".removed"], input: gymbag.output("logout", "--json"))
        == "false\n")
    let nowhere = try Gymbag("nowhere")
    try nowhere.output("logout")
    #expect(try FileManager.default.contentsOfDirectory(atPath: nowhere.home) == [])
  }

  @Test(
    "that is killed leaves the former token or the new one",
    arguments: ["write", "fsync", "rename"])
  func kill(call: String) throws {
    let gymbag = try started()
    let token = gymbag.config + "/token"
    for nth in 1..<60 {
      try write("former\n", token)
      let login = try Tool.run(
        [
          "strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-e",
          "inject=\(call):signal=KILL:when=\(nth)", Gymbag.binary, "login", "--token-file", "-",
        ], environment: gymbag.environment, input: SampleBackend.token)
      let now = try String(contentsOfFile: token, encoding: .utf8)
      #expect(["former\n", SampleBackend.token + "\n"].contains(now))
      #expect(try Tool.output(["stat", "-c", "%a", token]) == "600\n")
      if login.status == 0 {
        #expect(nth > 1, "no \(call) was met")
        break
      }
      #expect(login.status == -9)
    }
    try gymbag.output("login", "--token-file", "-", input: SampleBackend.token)
    try gymbag.output("pack", SampleBackend.day)
    let left = try FileManager.default.contentsOfDirectory(atPath: gymbag.config)
    #expect(!left.contains { $0.hasSuffix(".tmp") })
  }
}
