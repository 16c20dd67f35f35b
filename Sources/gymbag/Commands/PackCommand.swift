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
    that day that is there; if anything cannot be had, that one stays as it is. A day without
    workouts is not packed (exit 1).
    """
  static let options = [
    Option(
      "password-file", value: "FILE", "read the key's password from a file; - is standard input")
  ]

  private let words: [String]
  private let passwordFile: String?

  init(_ arguments: inout Arguments) throws(GymbagError) {
    words = [try arguments.required("DAY")] + arguments.rest()
    passwordFile = arguments.value("password-file")
  }

  func run(_ context: Context) throws(GymbagError) -> ExitCode {
    var days: [DayKey] = []
    for word in words { days.append(try DayReference.day(word, today: context.today)) }
    let packer = try DayPacker(
      places: try context.places(), environment: context.environment, clock: context.clock,
      calendar: try context.calendar()
    ) { () throws(GymbagError) in try PasswordSource.password(file: passwordFile) }
    let (outcomes, failures) = context.each(of: days) { day throws(GymbagError) in
      try context.watching("pack \(day)") { progress throws(GymbagError) in
        (day: day, outcome: try packer.pack(day, progress))
      }
    }
    let codes = failures + outcomes.map { if case .noWorkouts = $0.outcome { .no } else { .ok } }
    guard !outcomes.isEmpty else { return .worst(of: codes) }
    try context.console.print { json in
      json.member("days", outcomes) { PackReport.write($1.day, $1.outcome, to: &$0) }
    } text: {
      outcomes.map { PackReport.text($0.day, $0.outcome) }.joined()
    }
    return .worst(of: codes)
  }
}
