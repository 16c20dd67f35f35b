import GymbagKit
import GymbagModel

/// `gymbag coverage`: who of a roster can train what.
struct CoverageCommand: Command {
  static let name = "coverage"
  static let operands = "[DAY|FILE]"
  static let summary = "show who can train what, and what is missing"
  static let manual = """
    Required of each athlete are the items of the workouts that the roster names for them, else of
    those they take part in, else of every workout of the day. Without --roster, those are expected
    whom the day was packed for, else those who take part in its workouts.

    Exit 0: everything is covered. 1: something is missing, or the server does not know an athlete.
    3: a workout cannot start, because nothing of it is covered. Only the head of the archive is read
    and checked; the rest is "content not read".

    \(Help.day) Without one it is today.
    """
  static let options = [
    RosterOptions.roster, RosterOptions.idColumn,
    Option("workout", value: "ID", "ask about this workout alone"),
    Option("all-workouts", "ask every workout of everyone"),
    Option("csv", "print a table for spreadsheets"),
  ]

  private let day: String
  private let rosterFile: String?
  private let idColumn: String?
  private let question: Coverage.Question
  private let isCSV: Bool

  init(_ arguments: inout Arguments) throws(GymbagError) {
    day = arguments.operand() ?? "today"
    rosterFile = arguments.value("roster")
    idColumn = try RosterOptions.idColumn(arguments, rosterFile: rosterFile)
    isCSV = arguments.flag("csv")
    if isCSV, arguments.flag("json") {
      throw GymbagError(.usage, "--csv and --json exclude each other")
    }
    let workout = arguments.value("workout")
    question = Coverage.Question(
      allWorkouts: arguments.flag("all-workouts"), workout: workout.flatMap(ID.init))
    if workout != nil, question.workout == nil {
      throw GymbagError(.usage, "--workout needs the id of a workout")
    }
  }

  func run(_ context: Context) throws(GymbagError) -> ExitCode {
    let reference = try DayReference(day, today: context.today)
    let packed = try context.packedDays()
    let head = try packed.open(reference)
    let answer = try CoverageAnswer(
      of: head, rosterFile: rosterFile, idColumn: idColumn, question)
    for remark in packed.remarks(on: head) + answer.rosterRemarks { context.console.warn(remark) }
    if isCSV {
      try context.console.print(CoverageCSV.text(answer))
    } else {
      try context.console.print { json in
        CoverageJSON.write(answer, to: &json)
      } text: {
        CoverageText.text(answer, style: .ofTerminal(context.environment))
      }
    }
    return switch answer.coverage.verdict {
    case .covered: .ok
    case .gaps: .no
    case .noGo: .noGo
    }
  }
}
