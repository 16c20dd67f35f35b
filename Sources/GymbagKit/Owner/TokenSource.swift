import GymbagHome
package import GymbagModel
package import GymbagSystem

/// Where a token comes from: a file or a command that is named, else the variable `GYMBAG_TOKEN`, else
/// what the caller has.
package struct TokenSource: Sendable {
  private let file: String?
  private let command: String?

  private static let limit = 1 << 16

  /// The source that a person has named, if any.
  ///
  /// - Parameters:
  ///   - file: a file that nobody else can read; `-` is standard input.
  ///   - command: for the shell; the one line that it prints is the token.
  /// - Throws: `usage` when both are named.
  package init(file: String? = nil, command: String? = nil) throws(GymbagError) {
    guard file == nil || command == nil else {
      throw GymbagError(
        .usage, "the token is either in a file or printed by a command",
        hint: "leave out --token-file or --token-command")
    }
    self.file = file
    self.command = command
  }

  /// Whether a person has named a source on the command line: such a token was chosen for this run.
  package var isNamed: Bool { file != nil || command != nil }

  /// Whether a token is in the environment.
  package static func isInEnvironment(_ environment: Environment) -> Bool {
    environment.nonEmpty("GYMBAG_TOKEN") != nil
  }

  /// The token to use.
  ///
  /// - Parameters:
  ///   - environment: where the variable is looked for.
  ///   - otherwise: asked last.
  /// - Throws: `signIn`; `refused` for a file that others can read; `notFound`, `io`, `interrupted`; what
  ///   `otherwise` throws.
  package func token(
    _ environment: Environment, otherwise: () throws(GymbagError) -> String
  ) throws(GymbagError) -> String {
    if file == "-" {
      return try TokenFile.parse(Terminal.readInput(limit: Self.limit), from: "standard input")
    }
    if let file { return try TokenFile.parse(PrivateFile.read(file), from: file) }
    if let command { return try Self.token(printedBy: command) }
    if let given = environment.nonEmpty("GYMBAG_TOKEN") {
      return try TokenFile.parse(Array(given.utf8), from: "GYMBAG_TOKEN")
    }
    return try otherwise()
  }

  /// Neither the command nor what it prints is ever shown: either may hold the secret.
  private static func token(printedBy command: String) throws(GymbagError) -> String {
    let (output, end) = try ShellCommand.run(command, limit: limit)
    switch end {
    case .exited(0): return try TokenFile.parse(output, from: "what --token-command prints")
    case .exited(let code):
      throw GymbagError(
        .signIn, "the command that should print the token failed, exit code \(code)")
    case .signalled(let number):
      throw GymbagError(
        .signIn, "the command that should print the token was ended by signal \(number)")
    }
  }

  /// Asks a person for a token.
  ///
  /// - Parameter place: what it is for.
  /// - Throws: `signIn` where nobody can be asked; `io`, `interrupted`.
  package static func ask(for place: String) throws(GymbagError) -> String {
    guard Terminal.canAsk else {
      throw GymbagError(
        .signIn, "there is no token, and nobody to ask",
        hint: "give it with --token-file FILE, --token-command COMMAND or the variable GYMBAG_TOKEN"
      )
    }
    let typed = try Terminal.askHidden("Token for \(place.printable): ")
    return try TokenFile.parse(typed, from: "what was typed")
  }

  /// How a person replaces a token that the server does not accept.
  package static func hint(_ environment: Environment) -> String {
    isInEnvironment(environment)
      ? "the token is the one in GYMBAG_TOKEN: put a new one there, or unset it and gymbag login"
      : TokenFile.hint
  }
}
