import GymbagKit
import GymbagModel

/// `gymbag owner`: whose home it is.
struct OwnerCommand: Command {
  static let name = "owner"
  static let operands = ""
  static let summary = "show whose home it is, and whether you are signed in"
  static let manual = """
    The account, the address of its server now and before, where home and configuration are, whether a
    token is kept, the key that signs, and how many days are packed. No network is used. The exit code
    is 0 if nothing keeps you from packing but a missing token.
    """
  static let options: [Option] = []

  init(_ arguments: inout Arguments) throws(GymbagError) {}

  func run(_ context: Context) throws(GymbagError) -> ExitCode {
    let places = try context.places()
    let status = try OwnerStatus(places, context.environment, context.packedDays())
    try context.console.print { json in
      OwnerReport.write(status, places, to: &json)
    } text: {
      OwnerReport.text(status, places, context.placeOptions)
    }
    for problem in status.problems { context.console.report(problem) }
    return .worst(of: status.problems.map { ExitCode($0.kind) })
  }
}
