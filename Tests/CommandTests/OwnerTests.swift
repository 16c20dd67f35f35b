import Foundation
import GymbagTestSupport
import Testing

/// Whose home it is: shown, moved, deleted.
@Suite("The owner of a home", .sampleBackend, .scratch) struct OwnerTests {
  private func packed(_ name: String = "home", on url: String = SampleBackend.url) throws -> Gymbag
  {
    let gymbag = try Gymbag(name)
    try gymbag.pack(from: url)
    return gymbag
  }

  private func home(_ gymbag: Gymbag) -> String { gymbag.home + "/.local/share/gymbag/default" }

  private func files(_ directory: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
  }

  private func write(_ text: String, _ path: String, mode: String = "600") throws {
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    try Tool.output(["chmod", mode, path])
  }

  private func answer(_ gymbag: Gymbag, _ filter: String, _ words: [String] = ["owner", "--json"])
    throws -> String
  {
    let tool = try Tool.run([Gymbag.binary] + words, environment: gymbag.environment)
    return try Tool.output(["jq", "-c", filter], input: tool.output)
  }

  /// Runs the tool at a terminal where a person types `lines`.
  private func typing(_ lines: String, _ gymbag: Gymbag, _ words: String) throws -> Tool {
    let script =
      "(sleep 1; printf '\(lines)'; sleep 2) | script -qec '\(Gymbag.binary) \(words)' /dev/null"
    return try Tool.run(
      ["bash", "-c", script],
      environment: gymbag.environment.merging(["TERM": "xterm"]) { $1 })
  }

  // MARK: - Showing

  @Test("is shown without a network: account, places, sign-in, key and days")
  func shown() throws {
    let server = try SampleBackend.Server()
    let gymbag = try packed(on: server.url)
    server.stop()
    let text = try gymbag.output("owner")
    #expect(text.hasPrefix("\(server.url)::coach-marta\n"))
    #expect(text.contains("home           \(home(gymbag)), 1 day packed\n"))
    #expect(
      text.contains("configuration  \(gymbag.config)\n") && text.contains("token          kept\n"))
    #expect(
      try answer(gymbag, "[.state, .userID, .signedIn, .days, .earlier, (.fingerprint | length)]")
        == "[\"stamped\",\"coach-marta\",true,1,[],47]\n")
    try gymbag.output("logout")
    #expect(try answer(gymbag, ".signedIn") == "false\n")
    #expect(try gymbag.run("owner").status == 0)
  }

  @Test("is said to be missing, damaged, another's, or without configuration, each in its way")
  func states() throws {
    let gymbag = try packed()
    let owner = SampleBackend.url + "::coach-marta"
    try Tool.output(["chmod", "640", gymbag.config + "/token"])
    let open = try gymbag.run("owner")
    #expect(open.status == 77 && open.errors.contains("chmod 600 \(gymbag.config)/token"))
    #expect(try answer(gymbag, ".signedIn") == "false\n")
    try Tool.output(["chmod", "600", gymbag.config + "/token"])

    let stamp = home(gymbag) + "/owner.json"
    for damage in ["", "{", #"{"baseURL":"x","userID":"u"}"#] {
      try write(damage, stamp)
      for words in [
        ["owner"], ["pack", SampleBackend.day], ["owner", "delete", "--yes"], ["list"],
      ] {
        let tool = try Tool.run([Gymbag.binary] + words, environment: gymbag.environment)
        #expect(tool.status == 65 && tool.output == "", "\(words): \(tool)")
        #expect(tool.errors.contains("whose home this is cannot be told"))
        #expect(
          tool.errors.contains(
            "it is the home of \(owner): cp \(gymbag.config)/account.json \(stamp)"))
      }
    }
    // The way that is said is the way.
    try Tool.output(["cp", gymbag.config + "/account.json", stamp])
    try gymbag.output("owner")

    var other = gymbag
    other.environment["GYMBAG_CONFIG"] = Scratch.path("other-config")
    let none = try other.run("owner")
    #expect(none.status == 78 && none.output.contains("not there"))
    #expect(none.errors.contains("sign in again with gymbag init \(SampleBackend.url)"))
    try other.output(
      "init", SampleBackend.url, "--home", Scratch.path("other"), "--token-file", "-",
      input: SampleBackend.otherToken)
    let foreign = try other.run("owner")
    #expect(foreign.status == 77 && foreign.output.contains(", of \(SampleBackend.url)::coach"))
    #expect(foreign.errors.contains("belongs to \(owner), but the key and token"))
    #expect(try answer(other, ".state") == "\"foreign\"\n")
    #expect(try gymbag.run("owner", "--profile", "none").status == 78)
  }

  // MARK: - Moving

  @Test("moves to the server's new address; days of before stay readable and are packed anew")
  func move() throws {
    let (old, new) = (try SampleBackend.Server(), try SampleBackend.Server())
    defer { new.stop() }
    let gymbag = try packed(on: old.url)
    old.stop()
    let moved = try gymbag.run(
      "owner", "move", new.url + "/", "--token-file", "-", input: SampleBackend.token)
    #expect(moved.status == 0 && moved.errors == "")
    #expect(moved.output == "Moved: \(new.url)::coach-marta\n  before  \(old.url)\n")
    for words in [["list"], ["verify", SampleBackend.day], ["show", SampleBackend.day]] {
      let tool = try Tool.run([Gymbag.binary] + words, environment: gymbag.environment)
      #expect(tool.status == 0 && tool.errors == "", "\(words): \(tool)")
    }
    #expect(try gymbag.run("coverage", SampleBackend.day).status == 3)
    #expect(try gymbag.output("show", SampleBackend.day).contains("\(old.url)::coach-marta"))
    let serial = try answer(gymbag, ".index.serial", ["show", SampleBackend.day, "--json"])
    try gymbag.output("pack", SampleBackend.day)
    #expect(try gymbag.output("show", SampleBackend.day).contains("\(new.url)::coach-marta"))
    let next = try answer(gymbag, ".index.serial", ["show", SampleBackend.day, "--json"])
    #expect(try #require(Int(next.dropLast())) > #require(Int(serial.dropLast())))
    try gymbag.output("verify", SampleBackend.day)
    #expect(try answer(gymbag, ".earlier") == "[\"\(old.url)\"]\n")
    // Once more is fine, needs no server and no token.
    new.stop()
    try gymbag.output("logout")
    #expect(try gymbag.output("owner", "move", new.url).hasPrefix("It is there already"))
  }

  @Test("does not send the token that is kept to another address without being told")
  func keptToken() throws {
    var gymbag = try packed()
    let trap = try ScriptedServer { _ in .ok(#"{"userID":"coach-marta","name":"Trap"}"#) }
    defer { trap.stop() }
    let before = try Tool.output([
      "bash", "-c", "sha256sum \(gymbag.config)/*.json \(gymbag.config)/token",
    ])
    let kept = try gymbag.run("owner", "move", trap.url)
    #expect(kept.status == 2 && kept.errors.contains("add --yes"))
    #expect(kept.errors.contains("the token for \(SampleBackend.url) would be sent to \(trap.url)"))
    let no = try typing("no\\n", gymbag, "owner move \(trap.url)")
    #expect(no.output.contains("nothing was done"))
    var told = gymbag
    told.environment["GYMBAG_TOKEN"] = SampleBackend.token
    #expect(try told.run("owner", "move", trap.url).status == 2)
    #expect(trap.requests.isEmpty)
    #expect(
      try Tool.output(["bash", "-c", "sha256sum \(gymbag.config)/*.json \(gymbag.config)/token"])
        == before)
    let yes = try typing("yes\\n", gymbag, "owner move \(trap.url)")
    #expect(yes.output.contains("Moved: \(trap.url)::coach-marta"))
    #expect(trap.requests.count == 1)
    try gymbag.output("owner", "move", SampleBackend.url, "--yes")
    #expect(try answer(gymbag, ".earlier") == "[\"\(trap.url)\"]\n")
    gymbag.environment["GYMBAG_TOKEN"] = nil
    try gymbag.output("pack", SampleBackend.day)
  }

  /// The words behind the command, the exit code, and a part of what is said.
  static let failures: [([String], Int32, String)] = [
    (["http://api.example/v1", "--yes"], 2, "use https"),
    (["nonsense", "--yes"], 2, "not a URL"),
    (["http://127.0.0.1:1/v1", "--yes"], 69, "cannot reach"),
    (["SERVER", "--token-command", "echo wrong"], 4, "does not accept the token"),
    (
      ["SERVER", "--token-command", "echo \(SampleBackend.otherToken)"], 77,
      "use a token of coach-marta"
    ),
    (["SERVER", "--token-command", "false"], 4, "exit code 1"),
    ([], 2, "URL is missing"),
  ]

  @Test("does not move where the account is not, and nothing is changed", arguments: failures)
  func failedMove(words: [String], status: Int32, message: String) throws {
    let server = try SampleBackend.Server()
    defer { server.stop() }
    let gymbag = try packed()
    let digests = "find \(gymbag.home) -type f ! -name '*.lock' -exec sha256sum {} + | sort"
    let before = try Tool.output(["bash", "-c", digests])
    let tool = try Tool.run(
      [Gymbag.binary, "owner", "move"] + words.map { $0 == "SERVER" ? server.url : $0 },
      environment: gymbag.environment)
    #expect(tool.status == status && tool.errors.contains(message), "\(words): \(tool)")
    #expect(try Tool.output(["bash", "-c", digests]) == before)
  }

  @Test("does not move a home that was planted, whatever it says of earlier addresses")
  func plantedMove() throws {
    let gymbag = try packed()
    let trap = try ScriptedServer { _ in .ok(#"{"userID":"coach-marta","name":"Trap"}"#) }
    defer { trap.stop() }
    let stick = Scratch.path("stick")
    try FileManager.default.createDirectory(atPath: stick, withIntermediateDirectories: true)
    let stamp =
      #"{"baseURL":"\#(trap.url)","userID":"coach-marta","earlier":["\#(SampleBackend.url)"]}"#
    try write(stamp, stick + "/owner.json")
    for words in [
      ["pack", SampleBackend.day], ["owner"], ["owner", "move", trap.url + "/x", "--yes"],
    ] {
      let tool = try Tool.run(
        [Gymbag.binary] + words + ["--home", stick], environment: gymbag.environment)
      #expect(tool.status == 77 && !tool.errors.contains("owner move"), "\(words): \(tool)")
    }
    #expect(trap.requests.isEmpty)
  }

  @Test("takes a second home of the account along, as the error says")
  func secondHome() throws {
    let new = try SampleBackend.Server()
    defer { new.stop() }
    let gymbag = try packed()
    let stick = Scratch.path("stick")
    try gymbag.output(
      "init", SampleBackend.url, "--home", stick, "--token-file", "-", input: SampleBackend.token)
    try gymbag.output("owner", "move", new.url, "--yes")
    let pack = try gymbag.run("pack", SampleBackend.day, "--home", stick)
    #expect(pack.status == 77)
    #expect(pack.errors.contains("finish that with gymbag owner move --home \(stick) \(new.url)\n"))
    let login = try gymbag.run("login", "--home", stick, "--token-file", "-", input: "x")
    #expect(login.status == 77)
    #expect(try answer(gymbag, ".state", ["owner", "--json", "--home", stick]) == "\"moving\"\n")
    try gymbag.output("owner", "move", "--home", stick, new.url, "--yes")
    try gymbag.output("pack", SampleBackend.day, "--home", stick)
  }

  static let calls = ["write", "fsync", "rename"]

  @Test("that is killed while it moves is where it was, or says how to go on", arguments: calls)
  func killedMove(call: String) throws {
    let (old, new) = (try SampleBackend.Server(), try SampleBackend.Server())
    defer {
      old.stop()
      new.stop()
    }
    let gymbag = try packed(on: old.url)
    for nth in 1..<60 {
      try gymbag.output("owner", "move", old.url, "--yes")
      let move = try killed(gymbag, ["owner", "move", new.url, "--yes"], call, nth)
      // What is packed can always be read.
      try gymbag.output("verify", SampleBackend.day)
      let owner = try gymbag.run("owner")
      if owner.status != 0 {
        #expect(owner.status == 77 && owner.errors.contains("gymbag owner move \(new.url)"))
        #expect(try gymbag.run("pack", SampleBackend.day).status == 77)
      }
      try gymbag.output("owner", "move", new.url, "--yes")
      if move.status == 0 {
        #expect(nth > 1, "no \(call) was met")
        break
      }
      #expect(move.status == -9)
    }
    try gymbag.output("pack", SampleBackend.day)
    #expect(try !files(home(gymbag)).contains { $0.hasSuffix(".tmp") })
  }

  private func killed(_ gymbag: Gymbag, _ words: [String], _ call: String, _ nth: Int) throws
    -> Tool
  {
    try Tool.run(
      [
        "strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-e",
        "inject=\(call):signal=KILL:when=\(nth)", Gymbag.binary,
      ] + words, environment: gymbag.environment)
  }

  // MARK: - Deleting

  @Test("goes with its days, token and key; what is not gymbag's is left and named")
  func delete() throws {
    let gymbag = try packed()
    let precious = Scratch.path("precious")
    try FileManager.default.createDirectory(atPath: precious, withIntermediateDirectories: true)
    try write("precious", precious + "/file")
    for link in ["/link", "/days/2026-12-24.tar", "/staging/link"] {
      try FileManager.default.createSymbolicLink(
        atPath: home(gymbag) + link, withDestinationPath: precious)
    }
    try write("mine", home(gymbag) + "/notes.txt")
    try write("mine", gymbag.config + "/revoked-notes.key")
    try write("damaged", gymbag.days + "/2026-12-02.tar")
    try write("half", gymbag.days + "/.2026-12-03.tar.0123456789abcdef.tmp")
    let refused = try gymbag.run("owner", "delete")
    #expect(refused.status == 2 && refused.output == "" && refused.errors.contains("add --yes"))
    #expect(try files(gymbag.days).count == 4)

    let gone = try gymbag.run("owner", "delete", "--yes")
    #expect(gone.status == 0 && gone.errors == "", "\(gone)")
    #expect(gone.output.contains("1 archive, 2026-12-01"))
    for name in ["/notes.txt", "/link", "/days/2026-12-24.tar", "/days/2026-12-02.tar"] {
      #expect(gone.output.contains("  \(home(gymbag))\(name), which is not this home's\n"))
    }
    #expect(try files(home(gymbag)) == ["days", "link", "notes.txt"])
    #expect(try files(gymbag.days) == ["2026-12-02.tar", "2026-12-24.tar"])
    #expect(try files(gymbag.config) == ["config.lock", "revoked-notes.key", "trusted"])
    #expect(try files(precious) == ["file"])
    #expect(try gymbag.run("owner", "delete", "--yes").status == 78)
    // The place is free for another account, once nothing is in it that may be somebody's.
    try FileManager.default.removeItem(atPath: gymbag.days + "/2026-12-02.tar")
    try gymbag.start(on: SampleBackend.url, token: SampleBackend.otherToken)
  }

  @Test("goes without the token and the key that a home needs whose stamp is damaged")
  func damagedUsualHome() throws {
    let gymbag = try packed()
    let stick = Scratch.path("stick")
    try Tool.output(["cp", "-a", home(gymbag), stick])
    try write("{", home(gymbag) + "/owner.json")
    try gymbag.output("owner", "delete", "--home", stick, "--yes")
    #expect(!FileManager.default.fileExists(atPath: stick))
    #expect(try Set(files(gymbag.config)).isSuperset(of: ["account.json", "gymbag.key", "token"]))
    try Tool.output(["cp", gymbag.config + "/account.json", home(gymbag) + "/owner.json"])
    try gymbag.output("pack", SampleBackend.day)
  }

  @Test(
    "moves so that neither server gets the other's token, whenever it is cut short",
    arguments: ["/rename", "/unlink", "fsync"])
  func tokensApart(call: String) throws {
    let (old, new) = (try SmallClub(), try SmallClub())
    defer {
      old.stop()
      new.stop()
    }
    let gymbag = try Gymbag()
    try gymbag.start(on: old.url, token: "old-token")
    for nth in 1..<60 {
      // The home has moved already, as on another laptop; or it has not.
      for isMoved in [true, false] {
        try gymbag.output("owner", "move", old.url, "--token-command", "echo old-token")
        if isMoved {
          try write(
            #"{"baseURL":"\#(new.url)","userID":"coach","earlier":["\#(old.url)"]}"#,
            home(gymbag) + "/owner.json")
        }
        let words = ["owner", "move", new.url, "--token-command", "echo new-token"]
        let move = try killed(gymbag, words, call, nth)
        _ = try gymbag.run("pack", "2026-12-01")
        let again = try gymbag.run(words)
        #expect(again.status == 0, "\(again)")
        try gymbag.output("pack", "2026-12-01")
        #expect(
          try String(contentsOfFile: gymbag.config + "/token", encoding: .utf8) == "new-token\n")
        #expect(!new.requests.contains { $0.contains("old-token") }, "\(call) \(nth)")
        #expect(!old.requests.contains { $0.contains("new-token") }, "\(call) \(nth)")
        if move.status == 0, !isMoved { return }
      }
    }
  }

  @Test("goes only when its user id is typed")
  func typedDelete() throws {
    let gymbag = try packed()
    let no = try typing("yes\\n", gymbag, "owner delete")
    #expect(no.output.contains("1 archive, 2026-12-01, in") && no.output.contains("gymbag.key"))
    #expect(no.output.contains("nothing was done: the answer was not coach-marta"))
    try gymbag.output("verify", SampleBackend.day)
    let yes = try typing("coach-marta\\n", gymbag, "owner delete")
    #expect(yes.output.contains("Removed, of \(SampleBackend.url)::coach-marta"))
    #expect(!FileManager.default.fileExists(atPath: home(gymbag)))
  }

  @Test("is not deleted while a pack runs, nor where it is another's configuration")
  func refusedDelete() throws {
    let gymbag = try packed()
    let busy = try Tool.run(
      ["flock", home(gymbag) + "/pack.lock", Gymbag.binary, "owner", "delete", "--yes"],
      environment: gymbag.environment)
    #expect(busy.status == 75)
    var other = try packed("other")
    try other.output("owner", "delete", "--yes")
    try other.start(on: SampleBackend.url, token: SampleBackend.otherToken)
    other.environment["GYMBAG_CONFIG"] = gymbag.config
    let foreign = try other.run("owner", "delete", "--yes")
    #expect(foreign.status == 77 && foreign.errors.contains("but the key and token"))
    try gymbag.output("pack", SampleBackend.day)
  }

  @Test("keeps the key of the account's other home")
  func deletedStick() throws {
    let gymbag = try packed()
    let stick = Scratch.path("stick")
    try gymbag.output(
      "init", SampleBackend.url, "--home", stick, "--token-file", "-", input: SampleBackend.token)
    try gymbag.output("pack", SampleBackend.day, "--home", stick)
    let gone = try gymbag.output("owner", "delete", "--yes", "--home", stick)
    #expect(gone.contains("the home at \(home(gymbag)) needs them"))
    #expect(!FileManager.default.fileExists(atPath: stick))
    try gymbag.output("pack", SampleBackend.day)
  }

  @Test(
    "that is killed while it is deleted can be deleted again",
    arguments: ["unlink", "unlinkat", "rmdir", "fsync", "write"])
  func killedDelete(call: String) throws {
    for nth in 1..<60 {
      let gymbag = try packed("home-\(nth)")
      let delete = try killed(gymbag, ["owner", "delete", "--yes"], call, nth)
      if FileManager.default.fileExists(atPath: home(gymbag) + "/owner.json") {
        try gymbag.output("owner", "delete", "--yes")
      }
      let left = try Tool.output(["find", gymbag.home, "-type", "f", "-printf", "%f\n"])
        .split(separator: "\n").filter { !$0.hasSuffix(".lock") }
      let stays = left.allSatisfy {
        $0.hasSuffix(".pub") && $0 != "gymbag.pub" || $0.hasSuffix(".owners")
          || $0 == "ledger.jsonl"
      }
      #expect(stays, "\(call) \(nth): \(left)")
      if delete.status == 0 {
        #expect(nth > 1, "no \(call) was met")
        break
      }
      #expect(delete.status == -9)
    }
  }

  @Test("a home that lost its stamp gets it back from its own account, and from no other")
  func lostStamp() throws {
    let club = try SmallClub()
    defer { club.stop() }
    let gymbag = try Gymbag()
    try gymbag.start(on: club.url)
    try gymbag.output("pack", "2026-12-01")
    let home = gymbag.home + "/.local/share/gymbag/default"
    try FileManager.default.removeItem(atPath: home + "/owner.json")
    #expect(try gymbag.run("list").status == 78)
    let words = ["init", club.url, "--token-file", "-", "--home", home]
    let other = try gymbag.run(words + ["--profile", "other"], input: "token")
    #expect(other.status == 77 && other.errors.contains("nothing says whose they are"))
    #expect(!FileManager.default.fileExists(atPath: home + "/owner.json"))
    #expect(try gymbag.run(words, input: "token").status == 0)
    #expect(try gymbag.output("list").hasPrefix("2026-12-01  1 workout"))
  }
}
