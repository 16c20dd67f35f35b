import GymbagJSON
import GymbagKit
import GymbagModel

/// `gymbag completions`: what makes a shell complete gymbag's commands.
struct CompletionsCommand: Command {
  static let name = "completions"
  static let operands = "SHELL"
  static let summary = "print what makes bash, zsh or fish complete gymbag's words"
  static let manual = """
    SHELL is bash, zsh or fish. Commands, options, days, entries, workouts, keys, zones and files are
    completed, as they are when you ask. For bash:

      gymbag completions bash > ~/.local/share/bash-completion/completions/gymbag
    """
  static let options: [Option] = []

  private let script: CompletionScript

  init(_ arguments: inout Arguments) throws(GymbagError) {
    let shell = try arguments.required("SHELL")
    guard let script = CompletionScript(rawValue: shell) else {
      throw GymbagError(
        .usage, "no such shell: \(shell)", hint: "gymbag completes in bash, zsh and fish")
    }
    self.script = script
  }

  func run(_ context: Context) throws(GymbagError) -> ExitCode {
    try context.console.print { json in
      json.member("script", script.text)
    } text: {
      script.text
    }
    return .ok
  }
}
