import GymbagArchive
import GymbagCrypto
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
    archive, 77 for one that no trusted key has signed, and for one in whose place a newer one was seen
    on this machine. No network is used.

    \(Help.day) Without any it is today.
    """
  static let options = [
    Option("key", value: "FILE", "count this public key alone, whoever the owner is"),
    Option("quick", "look at the head and the length alone: the content is NOT VERIFIED"),
    Option.allowOlder,
  ]

  private let words: [String]
  private let keyFile: String?
  private let isQuick: Bool
  private let allowOlder: Bool

  init(_ arguments: inout Arguments) throws(GymbagError) {
    let given = arguments.rest()
    words = given.isEmpty ? ["today"] : given
    keyFile = arguments.value("key")
    isQuick = arguments.flag("quick")
    allowOlder = arguments.flag("allow-older")
  }

  func run(_ context: Context) throws(GymbagError) -> ExitCode {
    let key = try keyFile.map { file throws(GymbagError) in try PublicKey(path: file) }
    let packed = try context.packedDays(key: key)
    var references: [DayReference] = []
    for word in words { references.append(try DayReference(word, today: context.today)) }
    let (verdicts, failures) = context.each(of: references) { reference throws(GymbagError) in
      if isQuick { return try packed.look(reference, allowOlder: allowOlder) }
      return try context.watching("verify") { progress throws(GymbagError) in
        try packed.verify(reference, allowOlder: allowOlder, progress: progress)
      }
    }
    let codes = failures + verdicts.flatMap(\.problems).map { ExitCode($0.kind) }
    guard !verdicts.isEmpty else { return .worst(of: codes) }
    let report = VerifyReport(options: context.placeOptions)
    try context.console.print { json in
      json.member("archives", verdicts) { report.write($1, to: &$0) }
    } text: {
      verdicts.map(report.text).joined()
    }
    return .worst(of: codes)
  }
}
