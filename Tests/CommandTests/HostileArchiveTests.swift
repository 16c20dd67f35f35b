import Foundation
import GymbagTestSupport
import Testing

/// Archives that were made to be taken for what they are not, to do harm where they are unpacked, or
/// to cost more than they may. `Tests/HostileArchives` makes them of a good one.
@Suite("Hostile archives", .sampleBackend, .scratch) struct HostileArchiveTests {
  /// An archive, and what gymbag must make of it; see make_corpus.py.
  private struct Case: Decodable, Sendable {
    enum Answer: String, Decodable { case refused, answered }

    let name: String
    let path: String
    let verify: Int32
    let coverage: Answer
    let says: [String]
    let entries: [String]
  }

  /// A run of the tool, and what it cost.
  private struct Run: Sendable {
    let tool: Tool
    /// Nil where it was not measured.
    let peakMegabytes: Int?

    /// All that it said.
    var words: String { tool.output + tool.errors }
  }

  /// What came of a case; of showing entries, in their order.
  private struct Outcome: Sendable {
    let verify: Run
    let coverage: Run
    let unpack: Run
    let shown: [Run]
  }

  /// The good archive and the hostile ones.
  private struct Corpus: Sendable {
    let gymbag: Gymbag
    let directory: String
    let cases: [Case]

    /// Packs the sample club's day, and makes the others of it. Above the corpus lie directories of
    /// the test alone, so that what leads out of it is still found.
    init() throws {
      gymbag = try Gymbag()
      try gymbag.pack(from: SampleBackend.url)
      let above = Scratch.path("one/two/three")
      try FileManager.default.createDirectory(atPath: above, withIntermediateDirectories: true)
      directory = above + "/corpus"
      try Tool.output([
        "python3", "-B", Repository.path("Tests/HostileArchives/make_corpus.py"), gymbag.archive,
        gymbag.config + "/gymbag.key", directory,
      ])
      let list = try Data(contentsOf: URL(fileURLWithPath: directory + "/cases.json"))
      cases = try JSONDecoder().decode([Case].self, from: list)
    }
  }

  /// The most memory that a run may take: twice what the largest file and its text may have each,
  /// and room for what is found in them.
  private static let peakLimit = 512
  /// The most that a run may say, in bytes.
  private static let wordLimit = 100_000
  /// Where no archive may have anything written.
  private static let outside = "/tmp/gymbag-outside"

  @Test("are found out, cost little, and do nothing", .timeLimit(.minutes(10)))
  func everyCase() async throws {
    let corpus = try Corpus()
    #expect(corpus.cases.count > 800)
    let before = try files()
    let outcomes = try await outcomes(of: corpus)
    #expect(try files() == before, "something was written")
    #expect(!FileManager.default.fileExists(atPath: Self.outside))
    var good: [String: String] = [:]
    for entry in Set(corpus.cases.flatMap(\.entries)) {
      good[entry] = try corpus.gymbag.output("show", corpus.gymbag.archive, entry)
    }
    for (item, outcome) in zip(corpus.cases, outcomes) {
      judge(outcome.verify, of: item)
      judge(unpack: outcome.unpack, of: item)
      judge(coverage: outcome.coverage, of: item)
      for (entry, run) in zip(item.entries, outcome.shown) {
        judge(shown: run, good[entry], of: item)
      }
      for run in [outcome.verify, outcome.coverage, outcome.unpack] {
        judge(run, saying: run.words, of: item)
      }
      for run in outcome.shown { judge(run, saying: run.tool.errors, of: item) }
    }
    try judgeIndependently(corpus)
  }

  /// A line of what read_corpus.py prints.
  private struct Reading: Decodable {
    let name: String
    let code: Int
    let reasons: [String]
  }

  /// The independent reader must say of every archive what gymbag says.
  private func judgeIndependently(_ corpus: Corpus) throws {
    let owner = try Tool.output(
      ["jq", "-r", ".archives[0].owner"],
      input: corpus.gymbag.output("verify", corpus.gymbag.archive, "--json"))
    let lines = try Tool.output([
      "python3", "-B", Repository.path("Tests/IndependentReader/read_corpus.py"), "--key",
      corpus.gymbag.config + "/gymbag.pub", "--owner", String(owner.dropLast()), corpus.directory,
    ])
    let readings = try lines.split(separator: "\n").map {
      try JSONDecoder().decode(Reading.self, from: Data($0.utf8))
    }
    #expect(readings.map(\.name) == corpus.cases.map(\.name))
    for (item, reading) in zip(corpus.cases, readings) {
      // 2: it could not look. That is no verdict, and for an archive that is refused none is needed.
      let agrees = item.verify == 0 ? reading.code == 0 : reading.code != 0
      #expect(agrees, "\(item.name): \(reading.code) \(reading.reasons.prefix(3))")
    }
  }

  @Test("agree with the reader on what a good archive covers")
  func coveredPairs() throws {
    let gymbag = try Gymbag()
    try gymbag.pack(from: SampleBackend.url)
    let read = try Tool.output([
      "python3", "-B", Repository.path("Tests/IndependentReader/read_archive.py"), "--key",
      gymbag.config + "/gymbag.pub", gymbag.archive,
    ])
    let theirs = try Tool.output(["jq", "-c", ".pairs | sort"], input: read)
    let ours = try Tool.output(
      [
        "jq", "-c",
        "[.index | .exerciseDefinitions as $d | .athletes[] | .id as $a | .covered[]"
          + " | [$a, $d[.].id]] | sort",
      ], input: gymbag.output("show", SampleBackend.day, "--json"))
    #expect(theirs == ours && theirs.contains("def-back-squat"))
  }

  private func judge(_ verify: Run, of item: Case) {
    let words = verify.words
    let comment: Comment = "\(item.name): verify \(verify.tool.status) \(words.prefix(2000))"
    #expect(verify.tool.status == item.verify, comment)
    for text in item.says { #expect(words.contains(text), comment) }
  }

  /// Nothing but a valid archive is unpacked, and the reason is the one that verify gives.
  private func judge(unpack: Run, of item: Case) {
    let comment: Comment = "\(item.name): unpack \(unpack.tool.status) \(unpack.words.prefix(2000))"
    #expect(unpack.tool.status == item.verify, comment)
    for text in item.says { #expect(unpack.words.contains(text), comment) }
  }

  private func judge(coverage: Run, of item: Case) {
    let tool = coverage.tool
    let comment: Comment = "\(item.name): coverage \(tool.status) \(tool.errors.prefix(2000))"
    switch item.coverage {
    case .answered:
      #expect([0, 1, 3].contains(tool.status), comment)
    case .refused:
      #expect([65, 77].contains(tool.status), comment)
      #expect(tool.output == "", comment)
    }
  }

  /// What is shown is what was packed, or nothing.
  private func judge(shown: Run, _ good: String?, of item: Case) {
    let tool = shown.tool
    let comment: Comment = "\(item.name): show \(tool.status) \(tool.errors.prefix(2000))"
    #expect([0, 65, 77].contains(tool.status), comment)
    #expect(tool.output == (tool.status == 0 ? good : ""), comment)
  }

  /// No archive makes a run cost much, floods a terminal or steers it.
  private func judge(_ run: Run, saying words: String, of item: Case) {
    if let peak = run.peakMegabytes {
      #expect(peak < Self.peakLimit, "\(item.name): \(peak) MB")
    }
    let count = words.utf8.count
    #expect(count < Self.wordLimit, "\(item.name) made it say \(count) bytes")
    #expect(!words.contains("\u{1b}"), "\(item.name) can steer a terminal")
  }

  /// Runs the tool on every case, as many at a time as there are processors.
  private func outcomes(of corpus: Corpus) async throws -> [Outcome] {
    let peaks = NSTemporaryDirectory() + "/gymbag-peaks-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: peaks, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: peaks) }
    let threads = ProcessInfo.processInfo.activeProcessorCount
    return try await withThrowingTaskGroup(of: [(Int, Outcome)].self) { group in
      for thread in 0..<threads {
        group.addTask {
          try stride(from: thread, to: corpus.cases.count, by: threads).map {
            ($0, try outcome(of: corpus.cases[$0], in: corpus, peaks: "\(peaks)/\(thread)"))
          }
        }
      }
      let found = try await group.reduce(into: []) { $0 += $1 }
      return found.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  private func outcome(of item: Case, in corpus: Corpus, peaks: String) throws -> Outcome {
    let path = corpus.directory + "/" + item.path
    // What one case is must not depend on what another has left in the ledger.
    var environment = corpus.gymbag.environment
    environment["GYMBAG_STATE"] = peaks + "-state-" + item.name
    let target = peaks + "-target-" + item.name
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
    let settled = environment
    func run(_ words: String..., measured: Bool = false) throws -> Run {
      // A run that does not end is one that fails. Measuring costs more than most runs do.
      let limits =
        measured ? ["timeout", "-s", "KILL", "60", "/usr/bin/time", "-f", "%M", "-o", peaks] : []
      let tool = try Tool.run(
        limits + [Gymbag.binary] + words, environment: settled, directory: corpus.directory)
      guard measured else { return Run(tool: tool, peakMegabytes: nil) }
      let report = try? String(contentsOfFile: peaks, encoding: .utf8)
      let kibibytes = report?.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) }
      return Run(tool: tool, peakMegabytes: (kibibytes ?? .max) / 1024)
    }
    let unpack = try run("unpack", path, target)
    let unpacked = try FileManager.default.contentsOfDirectory(atPath: target)
    #expect(unpacked.isEmpty == (unpack.tool.status != 0), "\(item.name) left \(unpacked)")
    try FileManager.default.removeItem(atPath: target)
    return Outcome(
      verify: try run("verify", path, measured: true), coverage: try run("coverage", path),
      unpack: unpack,
      shown: try item.entries.map { try run("show", path, $0) })
  }

  /// Every file of the test: name, kind, length, and when it was changed.
  private func files() throws -> [Substring] {
    try Tool.output(["find", Scratch.directory, "-printf", "%P %y %s %T@\\n"])
      .split(separator: "\n").sorted()
  }
}
