import Foundation
import GymbagTestSupport
import Testing

/// What scripts rely on, for every command and each of its failures: the exit code of the table,
/// standard output that is one JSON document or nothing, errors that are JSON objects and say what to
/// do.
@Suite("The contract with scripts", .scratch) struct ContractTests {
  /// What is wrong with the world when a command is run.
  enum World: String, CaseIterable, Sendable {
    case fine
    case noHome, noPlace, damagedStamp, foreignConfiguration
    case damagedArchive, unreadableArchive, untrustedKey, damagedLedger
    case wrongToken, otherAccount, noToken, readableToken, serverGone, busy, fullDisk, fullOutput
  }

  /// A command line, what is wrong, and the exit code that is due.
  struct Case: Sendable, CustomTestStringConvertible {
    let words: String
    let world: World
    let status: Int32

    init(_ words: String, _ world: World, _ status: Int32) {
      (self.words, self.world, self.status) = (words, world, status)
    }

    var testDescription: String { "gymbag \(words), \(world.rawValue): \(status)" }
  }

  // Not over when the tests run.
  private static let day = "2099-06-01"

  /// Commands that read the packed day.
  private static let readers = [
    "status", "list", "show \(day)", "show \(day) README.txt", "diff \(day) \(day)",
    "verify \(day)", "coverage \(day)", "unpack \(day) .",
  ]

  static var cases: [Case] {
    var cases: [Case] = []
    func add(_ words: String, _ expected: [World: Int32]) {
      for (world, status) in expected.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        cases.append(Case(words, world, status))
      }
    }
    let places: [World: Int32] = [.noHome: 78, .noPlace: 78, .damagedStamp: 65]
    let reading: [World: Int32] = [
      .fine: 0, .damagedArchive: 65, .unreadableArchive: 74, .untrustedKey: 77, .fullOutput: 74,
    ]
    for words in readers { add(words, places.merging(reading) { $1 }) }
    add(
      "ready \(day)",
      places.merging([
        .fine: 0, .damagedArchive: 3, .unreadableArchive: 74, .untrustedKey: 3, .damagedLedger: 3,
        .fullOutput: 74,
      ]) { $1 })
    add(
      "pack \(day)",
      places.merging([
        .fine: 0, .foreignConfiguration: 77, .damagedArchive: 1, .damagedLedger: 65,
        .wrongToken: 4, .otherAccount: 77, .noToken: 4, .readableToken: 77, .serverGone: 69,
        .busy: 75, .fullDisk: 74, .fullOutput: 74,
      ]) { $1 })
    add(
      "prune --before today",
      places.merging([
        .fine: 0, .damagedArchive: 0, .unreadableArchive: 74, .untrustedKey: 0, .damagedLedger: 65,
        .busy: 75, .fullOutput: 74,
      ]) { $1 })
    add("prune", [.fine: 2])
    add("prune --keep-days 0", [.fine: 2])
    add("prune --before today --in nothing", [.fine: 66])
    add("init URL", [.fine: 77, .noPlace: 78, .damagedStamp: 65])
    let signIn: [World: Int32] = [
      .fine: 0, .foreignConfiguration: 77, .wrongToken: 4, .otherAccount: 77, .serverGone: 69,
    ]
    add("login --token-file token", places.merging(signIn) { $1 })
    add("login", [.fine: 4])
    add("login --token-file nothing", [.fine: 66])
    add("logout", [.fine: 0, .noToken: 0, .noHome: 0, .noPlace: 78, .damagedStamp: 0])
    add(
      "owner", places.merging([.fine: 0, .foreignConfiguration: 77, .fullOutput: 74]) { $1 })
    add("owner move nonsense --token-file token", [.fine: 2, .noPlace: 78])
    add("owner move URL2 --token-file token", [.fine: 0, .wrongToken: 4, .otherAccount: 77])
    add("owner delete --yes", places.merging([.fine: 0, .busy: 75]) { $1 })
    add("owner delete", [.fine: 2])
    add("key", [.fine: 0, .noPlace: 78, .fullOutput: 74])
    add("key new", [.fine: 73, .noPlace: 78])
    add(
      "key trust config/gymbag.pub", [.fine: 0, .noPlace: 78, .damagedStamp: 65, .fullOutput: 74])
    add("key trust nothing.pub", [.fine: 66])
    add("key revoke config/gymbag.pub", [.fine: 0, .noPlace: 78, .fullOutput: 74])
    add("key revoke 12345", [.fine: 66])
    add("completions bash", [.fine: 0, .noPlace: 0, .fullOutput: 74])
    add("completions tcsh", [.fine: 2])
    add("completions candidates -- show ''", [.fine: 0, .noPlace: 0, .damagedArchive: 0])
    add("verify \(day)", [.damagedLedger: 65])
    add("coverage \(day)", [.damagedLedger: 0])
    add("coverage \(day) --roster nothing.csv", [.fine: 66])
    add("coverage \(day) --workout nothing", [.fine: 66])
    add("show 2020-01-01", [.fine: 66])
    add("show \(day) nothing", [.fine: 66])
    return cases
  }

  @Test("is kept by every command in every world", arguments: cases)
  func kept(of case: Case) throws {
    let text = try run(`case`, [])
    #expect(text.status == `case`.status, "\(text.errors)")
    if ![0, 1, 3].contains(`case`.status) {
      // What verify finds is its result.
      #expect((text.output + text.errors).contains("hint: "), "\(text.errors)")
    }
    let json = try run(`case`, ["--json"])
    let said = json.errors.split(separator: "\n").filter { !$0.hasPrefix("strace: ") }
    #expect(json.status == `case`.status, "\(json.errors)")
    let documents = try Tool.run(["jq", "-s", "length"], input: json.output)
    #expect(["0\n", "1\n"].contains(documents.output) && documents.status == 0, "\(json.output)")
    if `case`.status == 0, `case`.world == .fine { #expect(documents.output == "1\n") }
    let filter =
      #"if .level == "error" then [.kind, .message, .hint] else [.message] end | all(. != null)"#
    let lines = try Tool.output(["jq", "-c", filter], input: said.joined(separator: "\n"))
    #expect(lines == said.map { _ in "true\n" }.joined(), "\(json.errors)")
  }

  @Test("is looked at for every command of the table")
  func everyCommand() throws {
    let overview = try Gymbag().output("--help").split(separator: "\n").filter {
      $0.hasPrefix("  ")
    }
    .compactMap { $0.dropFirst(2).components(separatedBy: "  ").first }
    for command in overview {
      #expect(Self.cases.contains { ($0.words + " ").hasPrefix(command + " ") }, "\(command)")
    }
  }

  /// Runs a command in a world of its own.
  private func run(_ case: Case, _ options: [String]) throws -> Tool {
    let name = options.isEmpty ? "text" : "json"
    let club = try SmallClub()
    defer { club.stop() }
    var gymbag = try Gymbag(name + "/home")
    if `case`.world != .noHome {
      try gymbag.start(on: club.url)
      try gymbag.output("pack", Self.day)
    }
    let directory = Scratch.path(name)
    try FileManager.default.createSymbolicLink(
      atPath: directory + "/config", withDestinationPath: gymbag.config)
    try "token\n".write(toFile: directory + "/token", atomically: true, encoding: .utf8)
    try Tool.output(["chmod", "600", directory + "/token"])
    let wrapper = try make(`case`.world, &gymbag, club)
    var words = `case`.words.replacing(
      "URL2", with: club.url.replacing("127.0.0.1", with: "localhost")
    )
    .replacing("URL", with: club.url).components(separatedBy: " -- ")
    words[0] += " " + options.joined(separator: " ")
    let sink = `case`.world == .fullOutput ? " > /dev/full" : ""
    return try Tool.run(
      ["bash", "-c", wrapper + Gymbag.binary + " " + words.joined(separator: " -- ") + sink],
      environment: gymbag.environment, directory: directory)
  }

  /// Makes a world.
  ///
  /// - Returns: the command that the tool is to be run by.
  private func make(_ world: World, _ gymbag: inout Gymbag, _ club: SmallClub) throws -> String {
    let files = FileManager.default
    let home = gymbag.home + "/.local/share/gymbag/default"
    let archive = gymbag.days + "/\(Self.day).tar"
    let token = gymbag.config + "/token"
    func write(_ text: String, _ path: String) throws {
      try text.write(toFile: path, atomically: false, encoding: .utf8)
    }
    switch world {
    case .fine, .noHome, .fullOutput: break
    case .noPlace: gymbag.environment["HOME"] = nil
    case .damagedStamp: try write("{", home + "/owner.json")
    case .foreignConfiguration:
      try write(#"{"baseURL":"http://x","userID":"x"}"#, gymbag.config + "/account.json")
    case .damagedArchive: try Tool.output(["truncate", "-s", "-1", archive])
    case .unreadableArchive:
      return "strace -f -qq -o /dev/null -P \(archive) -e trace=pread64 "
        + "-e inject=pread64:error=EIO "
    case .untrustedKey: try files.removeItem(atPath: gymbag.config + "/trusted")
    case .damagedLedger: try write("{\n", gymbag.home + "/.local/state/gymbag/ledger.jsonl")
    case .wrongToken: club.refusesTokens = true
    case .otherAccount: club["/me"] = #"{"userID":"somebody","name":"S"}"#
    case .noToken: try files.removeItem(atPath: token)
    case .readableToken: try Tool.output(["chmod", "644", token])
    case .serverGone: club.stop()
    case .busy: return "flock \(home)/pack.lock "
    case .fullDisk:
      return "strace -f -qq -o /dev/null -e trace=fsync -e inject=fsync:error=ENOSPC "
    }
    return ""
  }
}
