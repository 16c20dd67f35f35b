import GymbagModel

/// A command of the tool: parse, one call, print.
protocol Command: SendableMetatype {
  /// The word that stands behind `gymbag`, or two: a noun and what is done with it.
  static var name: String { get }
  /// Its operands, as the usage line shows them.
  static var operands: String { get }
  /// What it does, in one line.
  static var summary: String { get }
  /// What `--help` says beyond that, in whole sentences.
  static var manual: String { get }
  /// Its own options; those of every command are added.
  static var options: [Option] { get }

  /// Takes what it needs from the command line, and checks it.
  init(_ arguments: inout Arguments) throws(GymbagError)

  /// Does it and prints the result.
  func run(_ context: Context) throws(GymbagError) -> ExitCode
}

/// An option, as `--help` and the parser know it.
struct Option: Sendable {
  /// Its name without the dashes.
  let name: String
  /// What its value is, in capitals; nil for an option that takes none.
  let value: String?
  /// What it does, in one line.
  let summary: String

  init(_ name: String, value: String? = nil, _ summary: String) {
    self.name = name
    self.value = value
    self.summary = summary
  }

  /// Of commands that judge an archive by those that were seen before.
  static let allowOlder = Option("allow-older", "take it though a newer one was seen here")

  /// The options of every command.
  static let common = [
    Option("home", value: "DIR", "the home, instead of the one in your data directory"),
    Option("time-zone", value: "ZONE", "read days in this time zone, like Europe/Berlin"),
    Option("json", "print one JSON document; errors are JSON, too"),
    Option("help", "show this"),
  ]
}

/// All commands, in the order of a coach's evening.
enum CommandTable {
  static let all: [any Command.Type] = [
    InitCommand.self, PackCommand.self, ListCommand.self, ShowCommand.self, VerifyCommand.self,
    CoverageCommand.self, UnpackCommand.self, KeyCommand.self, KeyNewCommand.self,
    KeyTrustCommand.self, KeyRevokeCommand.self,
  ]

  /// The command that a command line begins with.
  ///
  /// - Returns: it, and the words behind its name.
  /// - Throws: `usage` with the nearest name.
  static func find(_ words: [String]) throws(GymbagError) -> (any Command.Type, [String]) {
    for count in [2, 1] {
      let name = words.prefix(count).joined(separator: " ")
      if let command = all.first(where: { $0.name == name }) {
        return (command, Array(words.dropFirst(count)))
      }
    }
    let word = words.first ?? ""
    if word.hasPrefix("-") {
      throw GymbagError(.usage, "unknown option \(word)", hint: "gymbag --help lists the commands")
    }
    let nearest = EditDistance.nearest(to: word, among: all.map { $0.name })
    throw GymbagError(
      .usage, "unknown command \(word)",
      hint: nearest.map { "did you mean gymbag \($0)?" } ?? "gymbag --help lists the commands")
  }
}
