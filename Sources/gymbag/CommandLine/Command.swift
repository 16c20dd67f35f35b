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

  /// Of commands that sign in with a new token; `Arguments.tokenSource` takes them.
  static let token = [
    Option("token-file", value: "FILE", "read the token from a file; - is standard input"),
    Option("token-command", value: "COMMAND", "the token is the line that a shell command prints"),
  ]

  /// The options of every command.
  static let common = [
    Option("home", value: "DIR", "the home, instead of the one in your data directory"),
    Option("profile", value: "NAME", "the account whose home and configuration these are"),
    Option("time-zone", value: "ZONE", "read days in this time zone, like Europe/Berlin"),
    Option("json", "print one JSON document; errors are JSON, too"),
    Option("quiet", "say nothing when the exit code is 0"),
    Option("verbose", "say what is done, too"),
    Option("yes", "do not ask before what cannot be undone"),
    Option("help", "show this"),
  ]
}

/// All commands, in the order of a coach's evening.
enum CommandTable {
  static let all: [any Command.Type] = [
    InitCommand.self, LoginCommand.self, LogoutCommand.self, PackCommand.self, ReadyCommand.self,
    StatusCommand.self, ListCommand.self,
    ShowCommand.self, DiffCommand.self, VerifyCommand.self, CoverageCommand.self,
    UnpackCommand.self, PruneCommand.self, KeyCommand.self, KeyNewCommand.self,
    KeyTrustCommand.self, KeyRevokeCommand.self, OwnerCommand.self, OwnerMoveCommand.self,
    OwnerDeleteCommand.self, CompletionsCommand.self,
    CompletionCandidatesCommand.self,
  ]

  /// The command that a command line begins with.
  ///
  /// - Returns: it, and the words behind its name.
  /// - Throws: `usage` with the nearest name.
  static func find(_ words: [String]) throws(GymbagError) -> (any Command.Type, [String]) {
    for count in [2, 1] {
      let name = words.prefix(count).joined(separator: " ")
      guard let command = all.first(where: { $0.name == name }) else { continue }
      // What takes no operands and is followed by one was to be another command of that noun.
      if command.operands.isEmpty, let next = words.dropFirst(count).first, !next.hasPrefix("-"),
        all.contains(where: { $0.name.hasPrefix(name + " ") })
      {
        throw unknown(name + " " + next)
      }
      return (command, Array(words.dropFirst(count)))
    }
    throw unknown(words.first ?? "")
  }

  private static func unknown(_ name: String) -> GymbagError {
    let help = "gymbag --help lists the commands"
    if name.hasPrefix("-") {
      return GymbagError(.usage, "unknown option \(name)", hint: help)
    }
    let nearest = EditDistance.nearest(to: name, among: all.map { $0.name })
    return GymbagError(
      .usage, "unknown command \(name)",
      hint: nearest.map { "did you mean gymbag \($0)?" } ?? help)
  }
}
