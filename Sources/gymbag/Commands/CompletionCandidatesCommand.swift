import GymbagJSON
import GymbagKit
import GymbagModel

/// `gymbag completions candidates`: what the completion scripts ask.
struct CompletionCandidatesCommand: Command {
  static let name = "completions candidates"
  static let operands = "-- [WORD...]"
  static let summary = "say what may stand in place of the last word, for completion scripts"
  static let manual = """
    The words are those of a command line behind gymbag, the last one as far as it was typed. Prints
    :none, :directories or :files, for the names that the shell may add, then each candidate on a line,
    a tab, and what it means.
    """
  static let options: [Option] = []

  private let words: [String]

  init(_ arguments: inout Arguments) throws(GymbagError) { words = arguments.rest() }

  func run(_ context: Context) throws(GymbagError) -> ExitCode {
    let completion = Completion(of: words) { kind, arguments in
      CompletionValues(context, arguments)?.candidates(for: kind) ?? []
    }
    // What holds control characters cannot be typed.
    let candidates = completion.candidates.filter { $0.word == $0.word.printable }
    try context.console.print { json in
      json.member("paths", completion.paths.rawValue)
      json.member("candidates", candidates) { json, candidate in
        json.object { json in
          json.member("word", candidate.word)
          json.member("summary", candidate.summary)
        }
      }
    } text: {
      ":\(completion.paths.rawValue)\n"
        + candidates.map { "\($0.word)\t\($0.summary.printable)\n" }.joined()
    }
    return .ok
  }
}
