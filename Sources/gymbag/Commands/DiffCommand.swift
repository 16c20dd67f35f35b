import GymbagArchive
import GymbagJSON
import GymbagKit
import GymbagModel

/// `gymbag diff`: what one archive holds and another does not.
struct DiffCommand: Command {
  static let name = "diff"
  static let operands = "DAY|FILE DAY|FILE"
  static let summary = "compare two packed days, or two packs of a day"
  static let manual = """
    Names the workouts, athletes and covered pairs that only the first holds (-) or only the second
    (+), who is expected by the roster of one alone, and what both hold and differs (~). An entry
    differs when what it inflates to does. When and where the two were packed is shown, and no
    difference by itself.

    Exit 0: nothing differs. 1: something does.

    \(Help.day)
    """
  static let options: [Option] = []

  private let words: [String]

  init(_ arguments: inout Arguments) throws(GymbagError) {
    words = [try arguments.required("DAY"), try arguments.required("the second DAY")]
  }

  func run(_ context: Context) throws(GymbagError) -> ExitCode {
    let packed = try context.packedDays()
    let first = try open(words[0], packed, context)
    let second = try open(words[1], packed, context)
    let difference = try first.difference(to: second)
    try context.console.print { json in
      DiffReport.write(difference, first, second, to: &json)
    } text: {
      DiffReport.text(difference, first, second)
    }
    return difference.isEmpty ? .ok : .no
  }

  private func open(_ word: String, _ packed: PackedDays, _ context: Context) throws(GymbagError)
    -> ArchiveHead
  {
    let head = try packed.open(DayReference(word, today: context.today))
    for remark in packed.remarks(on: head) { context.console.warn(remark) }
    return head
  }
}
