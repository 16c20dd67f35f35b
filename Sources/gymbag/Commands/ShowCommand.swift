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

    \(Help.day) Without one it is today.
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
    let packed = try context.packedDays()
    let head = try packed.open(reference)
    for remark in packed.remarks(on: head) { context.console.warn(remark) }
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
