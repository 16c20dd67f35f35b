import GymbagModel

/// What `--help` prints, from the command table.
enum Help {
  /// How a DAY is written.
  static let dayWords =
    "2026-12-01, today, tomorrow, yesterday or a weekday (tue: the next one, today\nincluded)"

  /// What may stand where a DAY is only read.
  static let day = """
    DAY is \(dayWords); FILE is an archive, a name with / or .tar.
    """

  /// The whole tool on one screen.
  static var overview: String {
    let width = CommandTable.all.map { $0.name.count }.max() ?? 0
    let commands = CommandTable.all.map { command in
      "  " + command.name.padding(to: width) + "  " + command.summary
    }
    return """
      gymbag packs a training day into one signed archive, for gyms without internet.

      usage: gymbag COMMAND [options]

      \(commands.joined(separator: "\n"))

      gymbag COMMAND --help says more; so does man gymbag. gymbag --version says which it is.

      """
  }

  /// One command.
  static func text(of command: any Command.Type) -> String {
    let options = command.options + Option.common
    let heads = options.map { "--" + $0.name + ($0.value.map { " " + $0 } ?? "") }
    let width = heads.map(\.count).max() ?? 0
    let lines = zip(options, heads).map { "  " + $1.padding(to: width) + "  " + $0.summary }
    return """
      \(command.name): \(command.summary)

      usage: \(usage(of: command))

      \(command.manual)

      options:
      \(lines.joined(separator: "\n"))

      """
  }

  /// The usage line of a command.
  static func usage(of command: any Command.Type) -> String {
    ["gymbag", command.name, command.operands, "[options]"].filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}
