import Foundation
import GymbagTestSupport
import Testing

/// `gymbag key`: whose archives count here.
@Suite("Keys", .sampleBackend, .scratch) struct KeyTests {
  /// What `jq` finds in the list of keys.
  private func keys(_ gymbag: Gymbag, _ filter: String) throws -> String {
    try Tool.output(["jq", "-r", filter], input: gymbag.output("key", "--json"))
      .trimmingCharacters(in: .newlines)
  }

  /// A laptop that never sees the network: a HOME without a home.
  private func stranger() throws -> Gymbag { try Gymbag("stranger") }

  @Test("the key of a home is trusted for its owner, and the list says so")
  func list() throws {
    let gymbag = try Gymbag()
    #expect(try gymbag.output("key").contains("no key; gymbag init or gymbag key new makes one"))
    try gymbag.start(on: SampleBackend.url)
    let fingerprint = try keys(gymbag, ".signing.fingerprint")
    #expect(try keys(gymbag, ".trusted[0].fingerprint") == fingerprint)
    #expect(try keys(gymbag, ".trusted[0].owners[]").hasSuffix("::coach-marta"))
    let text = try gymbag.output("key")
    #expect(text.contains(fingerprint) && text.contains("without password"))
    // minisign shows the same id.
    let id = try keys(gymbag, ".signing.minisignID")
    let comment = try String(contentsOfFile: gymbag.config + "/gymbag.pub", encoding: .utf8)
    #expect(comment.hasPrefix("untrusted comment: minisign public key \(id)\n"))
  }

  @Test("one is never overwritten; after it was revoked it is set aside, and both say so")
  func rotation() throws {
    let gymbag = try Gymbag()
    try gymbag.pack(from: SampleBackend.url)
    let secret = gymbag.config + "/gymbag.key"
    let before = try String(contentsOfFile: secret, encoding: .utf8)
    for words in [[], ["--password-file", "-"]] {
      let again = try Tool.run(
        [Gymbag.binary, "key", "new"] + words, environment: gymbag.environment, input: "word\n")
      #expect(again.status == 73 && again.errors.contains("key revoke"))
      #expect(try String(contentsOfFile: secret, encoding: .utf8) == before)
    }
    let first = try keys(gymbag, ".signing.fingerprint")
    // By its file or by its fingerprint, however that is separated.
    try gymbag.output("key", "revoke", first.replacingOccurrences(of: " ", with: "-"))
    for words in [["verify", SampleBackend.day], ["list"], ["coverage", SampleBackend.day]] {
      let refused = try Tool.run([Gymbag.binary] + words, environment: gymbag.environment)
      #expect(refused.status == 77)
      #expect((refused.output + refused.errors).contains("was revoked"))
    }
    let pack = try gymbag.run("pack", SampleBackend.day)
    #expect(pack.status == 77 && pack.errors.contains("gymbag key new"))
    try gymbag.output("key", "new")
    #expect(try keys(gymbag, ".signing.fingerprint") != first)
    #expect(try keys(gymbag, ".revoked[]") == first)
    let aside = "revoked-\(first.replacingOccurrences(of: " ", with: "-")).key"
    #expect(try String(contentsOfFile: gymbag.config + "/" + aside, encoding: .utf8) == before)
    try gymbag.output("pack", SampleBackend.day)
    try gymbag.output("verify", SampleBackend.day)
    // It stays revoked, whoever asks.
    let public1 = Scratch.path("first.pub")
    try Tool.output(["minisign", "-R", "-s", gymbag.config + "/" + aside, "-p", public1])
    let trusted = try gymbag.run("key", "trust", public1)
    #expect(trusted.status == 77 && trusted.errors.contains("was revoked"))
  }

  @Test("with a password signs for who knows it, and for minisign")
  func password() throws {
    let gymbag = try Gymbag()
    let file = Scratch.path("password")
    try "wörd\n".write(toFile: file, atomically: true, encoding: .utf8)
    let open = try gymbag.run("key", "new", "--password-file", file)
    #expect(open.status == 77 && open.errors.contains("chmod 600"))
    try Tool.output(["chmod", "600", file])
    try gymbag.output("key", "new", "--password-file", file)
    #expect(try keys(gymbag, ".signing.needsPassword") == "true")
    // init takes the key that is there.
    try gymbag.start(on: SampleBackend.url)
    let nobody = try gymbag.run("pack", SampleBackend.day)
    #expect(nobody.status == 77 && nobody.errors.contains("--password-file"))
    let wrong = try gymbag.run("pack", SampleBackend.day, "--password-file", "-", input: "word\n")
    #expect(wrong.status == 77 && wrong.errors.contains("wrong password"))
    try gymbag.output("pack", SampleBackend.day, "--password-file", file)
    try gymbag.output("verify", SampleBackend.day)
    let found = try Tool.run(["grep", "-rl", "wörd", gymbag.home])
    #expect(found.output == "")
    let message = Scratch.path("m")
    try "m".write(toFile: message, atomically: true, encoding: .utf8)
    try Tool.output(
      ["minisign", "-S", "-s", gymbag.config + "/gymbag.key", "-m", message], input: "wörd\n")
  }

  @Test("at a terminal the password is asked for, twice for a new key, and not shown")
  func passwordAtTerminal() throws {
    var gymbag = try Gymbag()
    gymbag.environment["TERM"] = "xterm"
    func session(_ words: String, typed: [String]) throws -> Tool {
      let typing = typed.map { "sleep 1; echo \($0)" }.joined(separator: "; ")
      return try Tool.run(
        ["bash", "-c", "(\(typing); sleep 2) | script -qec '\(Gymbag.binary) \(words)' /dev/null"],
        environment: gymbag.environment)
    }
    let differing = try session("key new --password", typed: ["hidden", "hiden"])
    #expect(differing.status == 2 && differing.output.contains("differ"))
    let made = try session("key new --password", typed: ["hidden", "hidden"])
    #expect(made.status == 0 && made.output.contains("A key with a password"))
    try gymbag.start(on: SampleBackend.url)
    let packed = try session("pack \(SampleBackend.day)", typed: ["hidden"])
    #expect(packed.output.contains("Password of the key: "))
    #expect(packed.output.contains("Packed 2026-12-01"))
    for tool in [differing, made, packed] { #expect(!tool.output.contains("hidden")) }
  }

  @Test("of another laptop is trusted for the owners that are named, once its fingerprint is right")
  func trust() throws {
    let gymbag = try Gymbag()
    try gymbag.pack(from: SampleBackend.url)
    let stranger = try stranger()
    let refused = try stranger.run("verify", gymbag.archive)
    let stamp = try Tool.output(
      ["jq", "-r", ".archives[0].owner"], input: gymbag.output("verify", gymbag.archive, "--json")
    )
    .trimmingCharacters(in: .newlines)
    // The hint is the very command.
    #expect(refused.status == 77)
    #expect(refused.output.contains("gymbag key trust FILE --owner \(stamp)"))
    let key = gymbag.config + "/gymbag.pub"
    // Without a home there is no owner to trust it for by default.
    #expect(try stranger.run("key", "trust", key).status == 78)
    let nonsense = try stranger.run("key", "trust", key, "--owner", "coach-marta")
    #expect(nonsense.status == 2 && nonsense.errors.contains("not an owner"))
    try stranger.output("key", "trust", key, "--owner", "https://other.example/v1::u")
    #expect(try stranger.run("verify", gymbag.archive).status == 77)
    let trusted = try stranger.output(
      "key", "trust", key, "--owner", "https://third.example::u", "--owner", stamp)
    #expect(trusted.contains("for \(stamp)"))
    try stranger.output("verify", gymbag.archive)
    #expect(try keys(stranger, ".trusted[0].owners | length") == "3")
  }

  @Test("is not trusted at a terminal before someone has said that the fingerprint is right")
  func fingerprintQuestion() throws {
    let gymbag = try Gymbag()
    try gymbag.start(on: SampleBackend.url)
    let fingerprint = try keys(gymbag, ".signing.fingerprint")
    var stranger = try stranger()
    stranger.environment["TERM"] = "xterm"
    let command =
      "\(Gymbag.binary) key trust \(gymbag.config)/gymbag.pub --owner https://api.example/v1::u"
    for (answer, status) in [("no", Int32(77)), ("", 77), ("yes", 0)] {
      let session = try Tool.run(
        ["bash", "-c", "(sleep 1; echo \(answer); sleep 1) | script -qec '\(command)' /dev/null"],
        environment: stranger.environment)
      #expect(session.output.contains(fingerprint))
      #expect(session.status == status)
      #expect(try keys(stranger, ".trusted | length") == (status == 0 ? "1" : "0"))
    }
  }

  @Test("named to verify counts alone, for whoever holds the archive and nothing else")
  func namedKey() throws {
    let gymbag = try Gymbag()
    try gymbag.pack(from: SampleBackend.url)
    let stranger = try stranger()
    let key = gymbag.config + "/gymbag.pub"
    try stranger.output("verify", gymbag.archive, "--key", key)
    // It left nothing: no trust, and no serial that any key could have made up.
    #expect(try FileManager.default.contentsOfDirectory(atPath: stranger.home) == [])
    let other = Scratch.path("other.pub")
    try Tool.output(["minisign", "-G", "-W", "-s", Scratch.path("other.key"), "-p", other])
    for words in [["--key", other], ["--key", other, "--quick"]] {
      let tool = try Tool.run(
        [Gymbag.binary, "verify", gymbag.archive] + words, environment: gymbag.environment)
      #expect(tool.status == 77 && tool.output.contains("that is not trusted"))
    }
    #expect(try stranger.run("verify", gymbag.archive, "--key", gymbag.archive).status == 65)
  }

  @Test("that nobody knows is not revoked by a slip of the hand")
  func revocationOfUnknown() throws {
    let gymbag = try Gymbag()
    try gymbag.start(on: SampleBackend.url)
    for words in ["12345", "-", "12345 12345 12345 12345 12345 12345 12345 12345"] {
      let tool = try gymbag.run("key", "revoke", "--", words)
      #expect(tool.status == 66 && tool.errors.contains("gymbag key lists them"))
    }
    #expect(try keys(gymbag, ".revoked | length") == "0")
  }

  @Test("and token do not go with a home on a stick, whatever is done with keys before")
  func plantedHome() throws {
    let gymbag = try Gymbag()
    try gymbag.start(on: SampleBackend.url)
    let trap = try ScriptedServer { _ in .ok(#"{"userID":"coach-marta","name":"Trap"}"#) }
    defer { trap.stop() }
    let stick = Scratch.path("stick")
    try FileManager.default.createDirectory(atPath: stick, withIntermediateDirectories: true)
    let stamp = #"{"baseURL":"\#(trap.url)/v1","userID":"coach-marta"}"#
    try stamp.write(toFile: stick + "/owner.json", atomically: true, encoding: .utf8)
    let key = gymbag.config + "/gymbag.pub"
    for words in [
      [], ["key", "trust", key, "--home", stick], ["key", "revoke", key],
      ["key", "new", "--home", stick], ["key", "trust", key, "--home", stick],
    ] {
      if !words.isEmpty {
        try Tool.output([Gymbag.binary] + words, environment: gymbag.environment)
      }
      let pack = try gymbag.run("pack", SampleBackend.day, "--home", stick)
      #expect(pack.status == 77 && trap.requests.isEmpty)
    }
    try gymbag.output("pack", SampleBackend.day)
  }

  @Test("a list of revoked keys holds however it was edited, and a line that is none is an error")
  func editedList() throws {
    let gymbag = try Gymbag()
    try gymbag.pack(from: SampleBackend.url)
    let fingerprint = try keys(gymbag, ".signing.fingerprint")
    let dashes = fingerprint.replacingOccurrences(of: " ", with: "-")
    let list = gymbag.config + "/revoked"
    for text in [
      "\u{feff}\(fingerprint)\r\n", " \(fingerprint) ", "\n\(dashes)\n",
      "\(fingerprint)\t# stolen laptop 2",
      fingerprint.replacingOccurrences(of: " ", with: "\u{a0}"),
      "# mine\n\(fingerprint)", "\(fingerprint)\0",
    ] {
      try text.write(toFile: list, atomically: false, encoding: .utf8)
      #expect(try gymbag.run("verify", SampleBackend.day).status == 77)
      #expect(try gymbag.run("pack", SampleBackend.day).status == 77)
    }
    try fingerprint.write(toFile: list, atomically: false, encoding: .utf16)
    #expect(try gymbag.run("verify", SampleBackend.day).status == 77)
    try "\(fingerprint.dropLast(2))\n".write(toFile: list, atomically: false, encoding: .utf8)
    let unclear = try gymbag.run("verify", SampleBackend.day)
    #expect(unclear.status == 65 && unclear.errors.contains("line 1 is no fingerprint"))
    try "# nothing\n\n".write(toFile: list, atomically: false, encoding: .utf8)
    try gymbag.output("verify", SampleBackend.day)
    // Who else could write the list could decide.
    for path in ["revoked", "trusted"] {
      try Tool.output(["chmod", "go+w", gymbag.config + "/" + path])
      let open = try gymbag.run("verify", SampleBackend.day)
      #expect(open.status == 77 && open.errors.contains("chmod go-w \(gymbag.config)/\(path)"))
      try Tool.output(["chmod", "go-w", gymbag.config + "/" + path])
    }
  }

  @Test("many changes of trust at once are all kept")
  func concurrentChanges() throws {
    let gymbag = try Gymbag()
    try gymbag.start(on: SampleBackend.url)
    let script = """
      set -eu
      for i in 1 2 3 4 5 6 7 8; do
        minisign -G -W -s "$2/$i.key" -p "$2/$i.pub" > /dev/null
        "$1" key revoke "$2/$i.pub" > /dev/null &
        "$1" key trust "$3" --owner "https://x/v1::u$i" < /dev/null > /dev/null &
      done
      wait
      """
    try Tool.output(
      [
        "bash", "-c", script, "many", Gymbag.binary, Scratch.directory,
        gymbag.config + "/gymbag.pub",
      ],
      environment: gymbag.environment.merging(["PATH": "/usr/bin:/bin"]) { a, _ in a })
    #expect(
      try keys(gymbag, "[(.revoked | length), (.trusted[0].owners | length)] | @csv") == "8,9")
  }

  @Test("that was revoked takes its serials with it")
  func poisonedLedger() throws {
    let day = SampleBackend.day
    let (gymbag, thief) = (try Gymbag(), try Gymbag("thief"))
    for laptop in [gymbag, thief] { try laptop.start(on: SampleBackend.url) }
    try gymbag.output("pack", day)
    // The other laptop was taken, and packs what no other pack can be newer than.
    let ledger = thief.home + "/.local/state/gymbag/ledger.jsonl"
    try thief.output("pack", day)
    let line = try Tool.output(
      ["sed", "-E", "s/\"serial\":[0-9]+/\"serial\":9007199254740990/", ledger])
    try line.write(toFile: ledger, atomically: true, encoding: .utf8)
    try thief.output("pack", day)
    try gymbag.output("key", "trust", thief.config + "/gymbag.pub")
    try gymbag.output("verify", thief.archive)
    #expect(try gymbag.run("verify", day).status == 77)
    try gymbag.output("key", "revoke", thief.config + "/gymbag.pub")
    try gymbag.output("verify", day)
    try gymbag.output("pack", day)
    try gymbag.output("verify", day)
    // Who names the key gets an answer, and is told.
    let named = try gymbag.output("verify", thief.archive, "--key", thief.config + "/gymbag.pub")
    #expect(named.contains("remark: the key that you have named was revoked here"))
  }

  @Test("that is lost is replaced, for whom the configuration was made")
  func lostKey() throws {
    let gymbag = try Gymbag()
    try gymbag.start(on: SampleBackend.url)
    for names in [["gymbag.key", "gymbag.pub"], ["gymbag.key"], ["gymbag.key", "gymbag.pub"]] {
      for name in names { try FileManager.default.removeItem(atPath: gymbag.config + "/" + name) }
      try gymbag.output("key", "new")
      try gymbag.output("pack", SampleBackend.day)
      try gymbag.output("verify", SampleBackend.day)
    }
  }

  @Test("is revoked though other things are damaged")
  func emergency() throws {
    let gymbag = try Gymbag()
    try gymbag.pack(from: SampleBackend.url)
    let fingerprint = try keys(gymbag, ".signing.fingerprint")
    try "junk".write(
      toFile: gymbag.config + "/trusted/x.pub", atomically: true, encoding: .utf8)
    try Tool.output(["chmod", "640", gymbag.config + "/gymbag.key"])
    let verify = try gymbag.run("verify", SampleBackend.day)
    #expect(verify.status == 65 && verify.errors.contains("move it"))
    try gymbag.output("key", "revoke", fingerprint)
    #expect(
      try String(contentsOfFile: gymbag.config + "/revoked", encoding: .utf8)
        == fingerprint + "\n")
  }

  @Test("that others could have put there are not believed")
  func replaceable() throws {
    let gymbag = try Gymbag()
    try gymbag.pack(from: SampleBackend.url)
    for (change, back, message) in [
      ("chmod 777 $1", "chmod 700 $1", "others can change what is trusted here"),
      ("chown 65534 $1/trusted", "chown 0 $1/trusted", "belongs to another user"),
    ] where geteuid() == 0 || change.hasPrefix("chmod") {
      try Tool.output(["sh", "-c", change, "change", gymbag.config])
      let verify = try gymbag.run("verify", SampleBackend.day)
      #expect(verify.status == 77 && verify.errors.contains(message), "\(change): \(verify)")
      #expect(try gymbag.run("pack", SampleBackend.day).status == 77)
      try Tool.output(["sh", "-c", back, "back", gymbag.config])
      try gymbag.output("verify", SampleBackend.day)
    }
  }
}
