import Foundation
import GymbagTestSupport
import Testing

/// An older archive in place of a newer one is found out, whoever brought it.
@Suite("An older archive", .sampleBackend, .scratch) struct RollbackTests {
  private let day = SampleBackend.day

  /// Packs twice, and keeps the first archive.
  private func twice() throws -> (gymbag: Gymbag, older: String) {
    let gymbag = try Gymbag()
    try gymbag.pack(from: SampleBackend.url)
    let older = Scratch.path("\(day).tar")
    try FileManager.default.copyItem(atPath: gymbag.archive, toPath: older)
    try gymbag.output("pack", day)
    return (gymbag, older)
  }

  /// A laptop that only reads, and trusts the key of the one that packs.
  private func reader(trusting packer: Gymbag) throws -> Gymbag {
    let reader = try Gymbag("reader")
    try reader.output(
      "key", "trust", packer.config + "/gymbag.pub", "--owner",
      SampleBackend.url + "::coach-marta")
    return reader
  }

  private func replace(_ path: String, with other: String) throws {
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.copyItem(atPath: other, toPath: path)
  }

  private func ledger(_ gymbag: Gymbag) -> String {
    gymbag.home + "/.local/state/gymbag/ledger.jsonl"
  }

  @Test("is refused where the newer one was packed, and accepted by who says so")
  func afterPack() throws {
    let (gymbag, older) = try twice()
    try gymbag.output("verify", day)
    for words in [[older], [older, "--quick"]] {
      let refused = try Tool.run(
        [Gymbag.binary, "verify"] + words, environment: gymbag.environment)
      #expect(refused.status == 77)
      #expect(refused.output.contains("a newer archive of \(day) was seen"))
      #expect(refused.output.contains("the newer one counts"))
      let allowed = try Tool.run(
        [Gymbag.binary, "verify"] + words + ["--allow-older"], environment: gymbag.environment)
      #expect(allowed.status == 0 && allowed.output.contains("remark: a newer archive"))
    }
    #expect(try gymbag.run("unpack", older, Scratch.directory).status == 77)
    try gymbag.output("unpack", older, Scratch.directory, "--allow-older")
    // Who only asks about coverage is warned, and not kept from training.
    let coverage = try gymbag.run("coverage", older)
    #expect([0, 1, 3].contains(coverage.status))
    #expect(coverage.errors.contains("warning: a newer archive"))
    let json = try gymbag.run("coverage", older, "--json")
    #expect(try Tool.output(["jq", "-r", ".level"], input: json.errors) == "warning\n")
  }

  @Test("is refused where the newer one was verified, and that one is kept in mind once")
  func afterVerify() throws {
    let (packer, older) = try twice()
    let reader = try reader(trusting: packer)
    try reader.output("verify", older)
    for _ in 0..<3 { try reader.output("verify", packer.archive) }
    let events = try Tool.output(["jq", "-r", ".event", ledger(reader)])
    #expect(events == "verify\nverify\n")
    #expect(try reader.run("verify", older).status == 77)
  }

  @Test("says nothing when only its head was looked at: a content that was not read proves nothing")
  func quickLeavesNoMark() throws {
    let (packer, _) = try twice()
    let reader = try reader(trusting: packer)
    let quick = try reader.output("verify", "--quick", packer.archive)
    #expect(quick.contains("content NOT VERIFIED"))
    let json = try reader.output("verify", "--quick", packer.archive, "--json")
    #expect(
      try Tool.output(["jq", "-c", ".archives[0] | [.valid, .contentRead]"], input: json)
        == "[null,false]\n")
    #expect(!FileManager.default.fileExists(atPath: ledger(reader)))
  }

  @Test("is not what a pack replaces while it is read")
  func replacedMeanwhile() throws {
    let gymbag = try Gymbag()
    try gymbag.pack(from: SampleBackend.url)
    // Slow enough that the pack ends first.
    let script = """
      strace -f -qq -o /dev/null -e trace=pread64 -e inject=pread64:delay_enter=20000 \\
        -P "$2" "$1" verify "$3" > "$4" 2>&1 &
      sleep 0.3
      "$1" pack "$3" > /dev/null
      wait $!
      """
    let tool = try Tool.run(
      [
        "bash", "-c", script, "meanwhile", Gymbag.binary, gymbag.archive, day,
        Scratch.path("verdict"),
      ], environment: gymbag.environment.merging(["PATH": "/usr/bin:/bin"]) { a, _ in a })
    let verdict = try String(contentsOfFile: Scratch.path("verdict"), encoding: .utf8)
    #expect(tool.status == 0, "\(verdict)")
  }

  @Test("with the serial of another one is refused always")
  func sameSerial() throws {
    let (gymbag, _) = try twice()
    // As if another one with this serial had been seen: its digest alone tells them apart.
    let text = try String(contentsOfFile: ledger(gymbag), encoding: .utf8)
    let digests = try Tool.output(["jq", "-r", ".tagManifestSHA256", ledger(gymbag)])
    let digest = try #require(digests.split(separator: "\n").last.map(String.init))
    let other = String(digest.reversed())
    try text.replacingOccurrences(of: digest, with: other)
      .write(toFile: ledger(gymbag), atomically: true, encoding: .utf8)
    for words in [[day], [day, "--allow-older"], [day, "--quick"]] {
      let tool = try Tool.run(
        [Gymbag.binary, "verify"] + words, environment: gymbag.environment)
      #expect(tool.status == 77 && tool.output.contains("has the same serial"))
    }
    for words in [["coverage", day], ["show", day], ["list"]] {
      let tool = try Tool.run([Gymbag.binary] + words, environment: gymbag.environment)
      #expect(tool.errors.contains("warning: another archive of \(day) has the same serial"))
    }
    try gymbag.output("pack", day)
    try gymbag.output("verify", day)
  }

  @Test("of a home that travels is found out on every machine that has seen the newer one")
  func travel() throws {
    // Two machines, one stick with home and configuration: each has a state of its own.
    var first = try Gymbag()
    first.environment["GYMBAG_STATE"] = Scratch.path("first-state")
    var second = first
    second.environment["GYMBAG_STATE"] = Scratch.path("second-state")
    try first.pack(from: SampleBackend.url)
    let older = Scratch.path("older.tar")
    try replace(older, with: first.archive)
    // The second machine knows nothing, but for what the archive in the home says.
    try second.output("verify", day)
    try second.output("pack", day)
    try first.output("verify", day)
    // The stick is set back.
    try replace(first.archive, with: older)
    for machine in [first, second] {
      #expect(try machine.run("verify", day).status == 77)
      #expect(try machine.run("list").status == 0)
    }
    // The next pack is newer than all that any of them has seen.
    try first.output("pack", day)
    try second.output("verify", day)
  }

  @Test("a ledger that cannot be written is a remark on a good verdict, one that is damaged none")
  func ledgerFailures() throws {
    let (packer, _) = try twice()
    var reader = try reader(trusting: packer)
    reader.environment["GYMBAG_STATE"] = "/proc/no-such-place"
    let verified = try reader.run("verify", packer.archive)
    #expect(verified.status == 0 && verified.output.contains("remark: that it was verified"))
    let json = try reader.output("verify", packer.archive, "--json")
    #expect(
      try Tool.output(["jq", "-c", ".archives[0] | [.valid, (.remarks | length)]"], input: json)
        == "[true,1]\n")
    let state = Scratch.path("state")
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    try "damage\n".write(toFile: state + "/ledger.jsonl", atomically: true, encoding: .utf8)
    reader.environment["GYMBAG_STATE"] = state
    let unknown = try reader.run("verify", packer.archive)
    #expect(unknown.status == 65 && unknown.errors.contains("the ledger of what was packed"))
    let coverage = try reader.run("coverage", packer.archive)
    #expect([0, 1, 3].contains(coverage.status) && coverage.errors.contains("cannot be told"))
  }

  @Test(
    "is what it is by its serial: a clock that is wrong is worth a remark", arguments: [-400, 400])
  func clocks(days: Int) throws {
    let gymbag = try Gymbag()
    try gymbag.pack(from: SampleBackend.url)
    let sign = days < 0 ? "-" : "+"
    let verified = try gymbag.run(
      "verify", day, within: ["faketime", "-f", "\(sign)\(abs(days))d"])
    #expect(verified.status == 0)
    #expect(
      verified.output.contains(
        days < 0 ? "one of the clocks is wrong" : "packed 400 days ago by this machine's clock"))
    #expect(try !gymbag.output("verify", day).contains("remark"))
  }
}

/// Two laptops of one account pack the same day.
@Suite("Two laptops of one account", .sampleBackend, .scratch) struct TwoLaptopsTests {
  @Test("the newer archive counts, whoever signed it, and both are told so")
  func newerCounts() throws {
    let day = SampleBackend.day
    let (first, second) = (try Gymbag("first"), try Gymbag("second"))
    for gymbag in [first, second] { try gymbag.start(on: SampleBackend.url) }
    try first.output("pack", day)
    // In another second, as people do.
    usleep(1_100_000)
    try second.output("pack", day)
    // Nobody trusts the other's key unasked.
    #expect(try first.run("verify", second.archive).status == 77)
    for (gymbag, other) in [(first, second), (second, first)] {
      try gymbag.output("key", "trust", other.config + "/gymbag.pub")
    }
    try first.output("verify", first.archive)
    try first.output("verify", second.archive)
    let older = try first.run("verify", day)
    #expect(older.status == 77 && older.output.contains("the newer one counts"))
    // The newer one is brought over; then the first laptop packs again.
    try FileManager.default.removeItem(atPath: first.archive)
    try FileManager.default.copyItem(atPath: second.archive, toPath: first.archive)
    try first.output("verify", day)
    let packed = try first.output("pack", day)
    let key = try Tool.output(
      ["jq", "-r", ".signing.fingerprint"], input: second.output("key", "--json"))
    #expect(packed.contains("It takes the place of what the key \(key.dropLast())"))
    try second.output("verify", first.archive)
    #expect(try second.run("verify", day).status == 77)
    // What one has packed itself is replaced without a word.
    #expect(try !first.output("pack", day).contains("takes the place"))
  }

  @Test("is found out when the account's server has moved since")
  func moved() throws {
    let club = try SmallClub()
    defer { club.stop() }
    let gymbag = try Gymbag()
    try gymbag.start(on: club.url)
    try gymbag.output("pack", SampleBackend.day)
    let older = try Data(contentsOf: URL(fileURLWithPath: gymbag.archive))
    let address = club.url.replacing("127.0.0.1", with: "localhost")
    try gymbag.output("owner", "move", address, "--yes")
    // What was packed before the move is still the newest.
    try gymbag.output("verify", SampleBackend.day)
    #expect(try gymbag.output("ready", SampleBackend.day).contains("no newer one was seen"))
    try gymbag.output("pack", SampleBackend.day)
    try older.write(to: URL(fileURLWithPath: gymbag.archive))
    #expect(try gymbag.run("verify", SampleBackend.day).status == 77)
    #expect(try gymbag.run("ready", SampleBackend.day).status == 3)
    #expect(try gymbag.run("list").errors.contains("a newer archive of"))
  }
}
