import GymbagArchive
import GymbagJSON
import GymbagKit
import GymbagModel

/// `gymbag verify`: checks archives from the first byte to the last.
struct VerifyCommand: Command {
  static let name = "verify"
  static let operands = "[DAY|FILE...]"
  static let summary = "check packed days from the first byte to the last"
  static let manual = """
    Checks that the archive is in canonical form, signed by a key that is trusted for its owner, that
    it holds what is listed and nothing else, every digest and size, and that what its index says is
    what the payload says. All problems are listed, not the first alone. Exit 65 for a damaged
    archive, 77 for one that no trusted key has signed. No network is used.

    \(Help.day) Without any it is today.
    """
  static let options: [Option] = []

  private let words: [String]

  init(_ arguments: inout Arguments) throws(GymbagError) {
    let given = arguments.rest()
    words = given.isEmpty ? ["today"] : given
  }

  func run(_ context: Context) throws(GymbagError) -> ExitCode {
    let packed = PackedDays(try context.places())
    var references: [DayReference] = []
    for word in words { references.append(try DayReference(word, today: context.today)) }
    let (verdicts, failures) = context.each(of: references) { reference throws(GymbagError) in
      VerifyReport.Verdict(
        path: packed.path(of: reference), verification: try packed.verify(reference))
    }
    let codes = failures + verdicts.flatMap(\.verification.problems).map { ExitCode($0.kind) }
    guard !verdicts.isEmpty else { return .worst(of: codes) }
    try context.console.print { json in
      json.member("archives", verdicts) { VerifyReport.write($1, to: &$0) }
    } text: {
      verdicts.map(VerifyReport.text).joined()
    }
    return .worst(of: codes)
  }
}
