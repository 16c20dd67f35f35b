import GymbagKit
import GymbagModel
import GymbagSystem

/// One run of the tool.
enum Program {
  /// Runs what the arguments ask for, the program's name left out.
  static func run(_ arguments: [String]) -> ExitCode {
    // A guess, until the rest is understood: an error about the rest is JSON, too.
    let console = Console(isJSON: arguments.contains("--json"))
    do throws(GymbagError) {
      guard let word = arguments.first else {
        console.complain(Help.overview)
        return .usage
      }
      switch word {
      case "--version":
        try console.print("gymbag \(Version.current)\n")
      case "--help", "help":
        try console.print(Help.overview)
      default:
        let (command, words) = try CommandTable.find(arguments)
        return try run(command, words, console)
      }
      return .ok
    } catch {
      console.report(error)
      return ExitCode(error.kind)
    }
  }

  private static func run(_ command: any Command.Type, _ words: [String], _ console: Console)
    throws(GymbagError) -> ExitCode
  {
    var arguments = try Arguments(words, command)
    if arguments.flag("help") {
      try console.print(Help.text(of: command))
      return .ok
    }
    let context = try Context(arguments, environment: .ofProcess(), clock: .system)
    do throws(GymbagError) {
      let parsed = try command.init(&arguments)
      try arguments.finish()
      // A zone that does not exist is said even where none is needed, and so is a profile.
      if arguments.value("time-zone") != nil { _ = try context.calendar() }
      if arguments.value("profile") != nil { _ = try context.places() }
      let code = try parsed.run(context)
      try context.console.finish(code)
      return code
    } catch {
      context.console.report(error)
      let code = ExitCode(error.kind)
      try context.console.finish(code)
      return code
    }
  }

  /// Ends the process.
  static func exit(with code: ExitCode) -> Never {
    Terminal.exit(code == .interrupted ? Interruption.exitCode : code.rawValue)
  }
}
