import GymbagJSON
import GymbagKit
import GymbagModel

/// `gymbag ready`: go or no-go before leaving.
struct ReadyCommand: Command {
  static let name = "ready"
  static let operands = "[DAY|FILE...]"
  static let summary = "say whether you can leave: go, go with remarks, or no-go"
  static let manual = """
    Looks at every packed day from today on, or at those that are named: whether the archive is
    whole, signed and the newest that was seen here, when it was last checked with the server, who of
    the roster can train, from when the catalogues are. Then at this machine: the key, the free space,
    the file system. Each line has its verdict, its reason, and what to do. No network is used.

    Exit 0: go. 1: go, with remarks. 3: no-go.

    \(Help.day)
    """
  static let options: [Option] = []

  private let words: [String]

  init(_ arguments: inout Arguments) throws(GymbagError) { words = arguments.rest() }

  func run(_ context: Context) throws(GymbagError) -> ExitCode {
    var references: [DayReference] = []
    for word in words { references.append(try DayReference(word, today: context.today)) }
    let look = try ReadyLook(
      try context.places(), clock: context.clock, calendar: try context.calendar())
    let readiness = try context.watching("ready") { progress throws(GymbagError) in
      try look.all(references, progress)
    }
    let report = ReadyReport(options: context.placeOptions)
    try context.console.print { json in
      report.write(readiness, to: &json)
    } text: {
      report.text(readiness)
    }
    return switch readiness.verdict {
    case .go: .ok
    case .remark: .no
    case .noGo: .noGo
    }
  }
}
