import GymbagArchive
import GymbagKit
import GymbagModel

/// `gymbag prune`: removes the archives of days that are over.
struct PruneCommand: Command {
  static let name = "prune"
  static let operands = "--before DAY|--keep-days N|--keep-last N"
  static let summary = "remove the archives of days that are over"
  static let manual = """
    The rule is the consent: nothing is asked. Removed are only archives of the home's owner that a
    trusted key has signed, never today's or a later day's, never one that something still needs, and
    the newest only with --all. Everything else that lies there is named and stays. Leftovers in the
    home of runs that died go, too. With a clock that is plainly wrong nothing is removed (exit 77).

    DAY is \(Help.dayWords).
    """
  static let options = [
    Option("before", value: "DAY", "remove what is of an earlier day"),
    Option("keep-days", value: "N", "keep N calendar days, today included"),
    Option("keep-last", value: "N", "keep the N newest archives by their days"),
    Option("in", value: "DIR", "prune this directory, a stick, instead of the home"),
    Option("dry-run", "show the plan and remove nothing"),
    Option("all", "remove the newest archive, too, if the rule does"),
  ]

  private enum Rule {
    case before(String)
    case counted(PruneRule)
  }

  private let rule: Rule
  private let directory: String?
  private let isDryRun: Bool
  private let isAll: Bool

  init(_ arguments: inout Arguments) throws(GymbagError) {
    let counts = PruneRule.counts
    let rules =
      arguments.values("before").map(Rule.before)
      + (try arguments.numbers("keep-days", in: counts)).map { .counted(.keepDays($0)) }
      + (try arguments.numbers("keep-last", in: counts)).map { .counted(.keepLast($0)) }
    guard rules.count == 1 else {
      throw GymbagError(
        .usage, rules.isEmpty ? "no rule says what is removed" : "one rule, and not several",
        hint: "--before DAY, --keep-days N or --keep-last N; --dry-run shows what it would remove")
    }
    rule = rules[0]
    directory = arguments.value("in")
    guard directory != "" else { throw GymbagError(.usage, "the directory is an empty name") }
    isDryRun = arguments.flag("dry-run")
    isAll = arguments.flag("all")
  }

  func run(_ context: Context) throws(GymbagError) -> ExitCode {
    let rule: PruneRule =
      switch self.rule {
      case .before(let word): .before(try DayReference.day(word, today: context.today))
      case .counted(let rule): rule
      }
    let pruning = try Pruning(
      context.places(), clock: context.clock, calendar: context.calendar(), directory: directory)
    let result = try pruning.run(rule, isAll: isAll, isDryRun: isDryRun)
    try context.console.print { json in
      PruneReport.write(result, isDryRun: isDryRun, to: &json)
    } text: {
      PruneReport.text(result, isDryRun: isDryRun)
    }
    for failure in result.failures { context.console.report(failure) }
    return .worst(of: result.failures.map { ExitCode($0.kind) })
  }
}
