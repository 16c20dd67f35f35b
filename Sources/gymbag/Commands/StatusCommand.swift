import GymbagArchive
import GymbagJSON
import GymbagKit
import GymbagModel

/// `gymbag status`: one line for a prompt.
struct StatusCommand: Command {
  static let name = "status"
  static let operands = ""
  static let summary = "say in one line which day comes next, for a prompt"
  static let manual = """
    The next packed day from today on, how far away it is, and when it was last checked with the
    server; then how many more are packed. Only the head of that one archive is read.
    """
  static let options: [Option] = []

  init(_ arguments: inout Arguments) throws(GymbagError) {}

  func run(_ context: Context) throws(GymbagError) -> ExitCode {
    let status = try HomeStatus(
      try context.places(), clock: context.clock, calendar: try context.calendar())
    try context.console.print { json in
      json.member("owner", "\(status.owner)")
      json.member("today", "\(status.today)")
      json.member("next", status.toCome.first.map { "\($0)" })
      json.member("checkedAt", (status.next?.checkedAt).map { "\($0)" })
      json.member("problem", status.problem?.message)
      json.member("daysToCome", status.toCome) { $0.string("\($1)") }
      json.member("daysOver", status.over) { $0.string("\($1)") }
    } text: {
      Self.line(status) + "\n"
    }
    for remark in status.remarks { context.console.warn(remark) }
    if let problem = status.problem { context.console.report(problem) }
    return status.problem.map { ExitCode($0.kind) } ?? .ok
  }

  private static func line(_ status: HomeStatus) -> String {
    guard let day = status.toCome.first else { return "nothing packed from today on" }
    let more = status.toCome.count > 1 ? ", \(status.toCome.count - 1) more" : ""
    let distance = day.distance(from: status.today)
    guard let head = status.next else { return "\(day) (\(distance)) cannot be used\(more)" }
    let ago = Ago.words(from: head.checkedAt, to: status.now)
    return "\(day) (\(distance)) packed, checked \(ago)\(more)"
  }
}
