import GymbagJSON
import GymbagKit
import GymbagModel

/// `gymbag pack`: downloads days and packs each into one signed archive.
struct PackCommand: Command {
  static let name = "pack"
  static let operands = "DAY..."
  static let summary = "download a day and pack it into one signed archive"
  static let manual = """
    DAY is \(Help.dayWords).

    The archive holds the day's workouts, the exercise instances of those who take part, every
    exercise and base that these mention, and the reference catalogues. It replaces the archive of
    that day that is there, and what it holds less than that one is said; if anything cannot be had,
    that one stays as it is.

    With --roster, the roster is packed, too, and the exercise instances of athletes who do not take
    part in what the roster wants of them. It stays with the day: packing again keeps it, until
    another one is given.

    A day without workouts is not packed, and what is packed of it stays (exit 1; 0 with
    --allow-none if nothing is).
    """
  static let options = [
    Option("allow-none", "a day without workouts is no failure"),
    Option(
      "password-file", value: "FILE", "read the key's password from a file; - is standard input"),
    RosterOptions.roster, RosterOptions.idColumn,
  ]

  private let words: [String]
  private let passwordFile: String?
  private let rosterFile: String?
  private let idColumn: String?
  private let allowNone: Bool

  init(_ arguments: inout Arguments) throws(GymbagError) {
    words = [try arguments.required("DAY")] + arguments.rest()
    passwordFile = arguments.value("password-file")
    rosterFile = arguments.value("roster")
    allowNone = arguments.flag("allow-none")
    idColumn = try RosterOptions.idColumn(arguments, rosterFile: rosterFile)
    if passwordFile == "-", rosterFile == "-" {
      throw GymbagError(.usage, "--roster and --password-file cannot both be standard input")
    }
  }

  func run(_ context: Context) throws(GymbagError) -> ExitCode {
    var days: [DayKey] = []
    for word in words { days.append(try DayReference.day(word, today: context.today)) }
    let roster = try rosterFile.map { file throws(GymbagError) in
      try DayRoster(file: file, idColumn: idColumn)
    }
    for remark in roster?.file?.remarks ?? [] { context.console.warn(remark) }
    let packer = try DayPacker(
      places: try context.places(), environment: context.environment, clock: context.clock,
      calendar: try context.calendar(), note: context.console.note
    ) { () throws(GymbagError) in try PasswordSource.password(file: passwordFile) }
    if words.contains(where: DayReference.isCountedFromToday) { try packer.believeClock() }
    let look = try ReadyLook(
      context.places(), clock: context.clock, calendar: context.calendar())
    let (outcomes, failures) = context.each(of: days) { day throws(GymbagError) in
      try context.watching("pack \(day)") { progress throws(GymbagError) in
        (day: day, outcome: try packer.pack(day, for: roster, progress))
      }
    }
    var packed: [PackReport] = []
    for (day, outcome) in outcomes {
      packed.append(
        PackReport(
          day: day, outcome: outcome, allowsNone: allowNone,
          readiness: try outcome.readiness(of: day, look, context),
          ready: ReadyReport(options: context.placeOptions)))
    }
    try PackReport.print(packed, context.console)
    return .worst(of: failures + packed.map(\.exitCode))
  }
}
