import Foundation
import GymbagTestSupport
import Testing

/// The machine dies, the disk is full, a file shrinks: at every system call that matters.
@Suite("Whatever happens at any instant", .sampleBackend, .scratch) struct FaultTests {
  private static let calls = ["write", "pwrite64", "fsync", "rename", "ftruncate"]

  private func packed() throws -> (gymbag: Gymbag, archive: Data) {
    let gymbag = try Gymbag()
    try gymbag.pack(from: SampleBackend.url)
    return (gymbag, try Data(contentsOf: URL(fileURLWithPath: gymbag.archive)))
  }

  /// Runs the tool with a fault injected at the nth call of each of its threads, on one file if that
  /// is named.
  private func run(
    _ gymbag: Gymbag, _ words: [String], _ call: String, _ fault: String, _ nth: Int,
    on file: String? = nil
  ) throws -> Tool {
    try Tool.run(
      ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)"]
        + (file.map { ["-P", $0] } ?? [])
        + ["-e", "inject=\(call):\(fault):when=\(nth)", Gymbag.binary] + words,
      environment: gymbag.environment)
  }

  /// The archive is the former one or a new one, whole; `list` and `verify` say so.
  private func expectWhole(_ gymbag: Gymbag, _ former: Data) throws {
    let now = try Data(contentsOf: URL(fileURLWithPath: gymbag.archive))
    #expect(try gymbag.run("list").status == 0)
    if now != former { #expect(try gymbag.run("verify", SampleBackend.day).status == 0) }
  }

  @Test("a pack that is killed leaves the former archive or the new one", arguments: calls)
  func kill(call: String) throws {
    let (gymbag, former) = try packed()
    for nth in 1..<200 {
      let pack = try run(gymbag, ["pack", SampleBackend.day], call, "signal=KILL", nth)
      try expectWhole(gymbag, former)
      if pack.status == 0 {
        #expect(nth > 1, "no \(call) was met")
        break
      }
      // strace ends as the tool did.
      #expect(pack.status == -9)
    }
    // The next pack clears what the killed ones have left.
    try gymbag.output("pack", SampleBackend.day)
    #expect(try FileManager.default.contentsOfDirectory(atPath: gymbag.days) == ["2026-12-01.tar"])
    let staging = gymbag.home + "/.local/share/gymbag/default/staging"
    #expect(try FileManager.default.contentsOfDirectory(atPath: staging) == [])
  }

  @Test(
    "a pack whose disk is full or broken says so and leaves the former archive", arguments: calls)
  func failure(call: String) throws {
    let (gymbag, former) = try packed()
    for error in ["ENOSPC", "EIO"] {
      for nth in 1..<200 {
        let pack = try run(gymbag, ["pack", SampleBackend.day], call, "error=\(error)", nth)
        try expectWhole(gymbag, former)
        #expect(
          try FileManager.default.contentsOfDirectory(atPath: gymbag.days) == ["2026-12-01.tar"])
        if pack.status == 0 { break }
        #expect([73, 74].contains(pack.status), "\(call) \(nth): \(pack.status) \(pack.errors)")
        if error == "ENOSPC", !pack.errors.isEmpty { #expect(pack.errors.contains("disk is full")) }
      }
    }
  }

  @Test("an init that is killed is not a home yet, and the next one makes it", arguments: calls)
  func killedInit(call: String) throws {
    for nth in 1..<60 {
      let gymbag = try Gymbag("home-\(nth)")
      var told = gymbag
      told.environment["GYMBAG_TOKEN"] = SampleBackend.token
      let first = try run(told, ["init", SampleBackend.url], call, "signal=KILL", nth)
      let stamp = gymbag.home + "/.local/share/gymbag/default/owner.json"
      if !FileManager.default.fileExists(atPath: stamp) {
        try told.output("init", SampleBackend.url)
      }
      try gymbag.output("pack", SampleBackend.day)
      try gymbag.output("verify", SampleBackend.day)
      if first.status == 0 { break }
    }
  }

  @Test("a file that shrinks while it is read is damaged, and nothing worse")
  func shortReads() throws {
    let (gymbag, _) = try packed()
    for words in [["verify", SampleBackend.day], ["coverage", SampleBackend.day]] {
      for nth in 1..<80 {
        let tool = try run(gymbag, words, "pread64", "retval=0", nth, on: gymbag.archive)
        if [0, 3].contains(tool.status) {
          #expect(nth > 14, "a header and a content for each of seven files")
          break
        }
        #expect(tool.status == 65, "read \(nth): \(tool.status) \(tool.errors)")
      }
    }
  }

  @Test("a file that cannot be read is no verdict")
  func brokenReads() throws {
    let (gymbag, _) = try packed()
    for nth in 1..<80 {
      let tool = try run(
        gymbag, ["verify", SampleBackend.day], "pread64", "error=EIO", nth, on: gymbag.archive)
      if tool.status == 0 { break }
      #expect(tool.status == 74 && tool.output == "" && tool.errors.contains("cannot read"))
    }
  }
}
