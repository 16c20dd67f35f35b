import GymbagKit
import GymbagModel

/// `gymbag show`: what is in an archive, or one entry of it.
struct ShowCommand: Command {
  static let name = "show"
  static let operands = "[DAY|FILE [ENTRY]]"
  static let summary = "show what a packed day holds, or one entry of it"
  static let manual = """
    DAY is a day as for pack, or the FILE of an archive (a name with / or .tar); without one it is
    today. With ENTRY, that entry is printed, inflated, after its digest was checked:
    data/workouts/w-1.json.gz, or workouts/w-1 for short.
    """
  static let options: [Option] = []

  private let day: String
  private let entry: String?

  init(_ arguments: inout Arguments) throws(GymbagError) {
    day = arguments.operand() ?? "today"
    entry = arguments.operand()
  }

  func run(_ context: Context) throws(GymbagError) -> ExitCode {
    let reference = try DayReference(day, today: context.today)
    let open = try PackedDays(try context.places()).open(reference)
    if let entry {
      try context.console.print(open.content(of: entry))
    } else {
      try context.console.print { json in
        ShowReport.write(open, to: &json)
      } text: {
        ShowReport.text(open)
      }
    }
    return .ok
  }
}
