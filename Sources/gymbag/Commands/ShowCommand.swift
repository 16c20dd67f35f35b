import GymbagArchive
import GymbagJSON
import GymbagKit
import GymbagModel
import GymbagSystem

/// `gymbag show`: what is in an archive, or one entry of it.
struct ShowCommand: Command {
  static let name = "show"
  static let operands = "[DAY|FILE [ENTRY]]"
  static let summary = "show what a packed day holds, or one entry of it"
  static let manual = """
    With ENTRY, that entry is printed, inflated, after its digest was checked:
    data/workouts/w-1.json.gz, or workouts/w-1 for short.

    With --roster, those who are expected are printed as a CSV roster, to be edited and given to
    coverage or pack: whom the day was packed for, else those who take part.

    \(Help.day) Without one it is today.
    """
  static let options = [Option("roster", "print the athletes as a CSV roster")]

  private let day: String
  private let entry: String?
  private let isRoster: Bool

  init(_ arguments: inout Arguments) throws(GymbagError) {
    day = arguments.operand() ?? "today"
    entry = arguments.operand()
    isRoster = arguments.flag("roster")
    if isRoster, entry != nil {
      throw GymbagError(.usage, "--roster and an ENTRY exclude each other")
    }
  }

  func run(_ context: Context) throws(GymbagError) -> ExitCode {
    let reference = try DayReference(day, today: context.today)
    let packed = try context.packedDays()
    let head = try packed.open(reference)
    for remark in packed.remarks(on: head) { context.console.warn(remark) }
    if isRoster {
      let expected = try DayRoster(of: head.index)
      let csv = context.console.isJSON ? "" : try expected.csv(of: head.index)
      try context.console.print { json in
        ShowReport.write(expected, of: head.index, to: &json)
      } text: {
        csv
      }
      return .ok
    }
    if let entry {
      try print(entry, of: head, context)
      return .ok
    }
    let index = try head.content(of: "data/day.json")
    try context.console.print { json in
      ShowReport.write(head, index, to: &json)
    } text: {
      ShowReport.text(head)
    }
    return .ok
  }

  private func print(_ entry: String, of head: ArchiveHead, _ context: Context)
    throws(GymbagError)
  {
    let text = String(decoding: try head.content(of: entry), as: UTF8.self)
    try context.console.print { json in
      json.member("path", head.path)
      json.member("entry", entry)
      json.member("text", text)
    } text: {
      // A text that ends without a newline would be glued to the next prompt.
      Terminal.isTerminal(.output) && text.utf8.last != UInt8(ascii: "\n") ? text + "\n" : text
    }
  }
}
