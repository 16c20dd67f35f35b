import GymbagArchive
import GymbagJSON
import GymbagKit
import GymbagModel
import GymbagSystem

/// `gymbag list`: what is packed.
struct ListCommand: Command {
  static let name = "list"
  static let operands = ""
  static let summary = "list the days that are packed"
  static let manual = """
    One line a day, from the head of each archive, and when it was last checked with the server; what
    lies behind the head is not read. An archive whose head is damaged, or that no trusted key has
    signed, is named with the reason.
    """
  static let options: [Option] = []

  init(_ arguments: inout Arguments) throws(GymbagError) {}

  func run(_ context: Context) throws(GymbagError) -> ExitCode {
    let packed = try context.packedDays()
    let packedDays = try packed.days()
    let (days, codes) = context.each(of: packedDays) { day throws(GymbagError) in
      let head = try packed.open(.day(day))
      for remark in packed.remarks(on: head) { context.console.warn(remark) }
      return head
    }
    let now = context.clock.now()
    if packedDays.isEmpty { context.console.warn("no day is packed yet") }
    try context.console.print { json in
      json.member("days", days) { json, day in
        json.object { json in
          json.member("day", "\(day.index.stamp.day)")
          json.member("path", day.path)
          json.member("size", day.byteCount)
          json.member("workouts", day.index.workouts.count)
          json.member("athletes", day.index.athletes.count)
          json.member("athletesWithInstances", day.index.athletes.count { $0.entry != nil })
          json.member("packedAt", "\(day.index.stamp.packedAt)")
          json.member("checkedAt", "\(day.checkedAt)")
          json.member("serial", day.index.stamp.serial)
        }
      }
    } text: {
      days.map { day in
        let index = day.index
        return """
          \(index.stamp.day)  \(counted(index.workouts.count, "workout")), \
          \(index.athletes.count { $0.entry != nil }) of \
          \(counted(index.athletes.count, "athlete")), \
          \(ByteCount.words(day.byteCount)), packed \(index.stamp.packedAt), checked \
          \(Ago.words(from: day.checkedAt, to: now))

          """
      }.joined()
    }
    return .worst(of: codes)
  }
}
