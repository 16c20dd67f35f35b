import GymbagArchive
import GymbagJSON
import GymbagKit
import GymbagModel

/// `gymbag unpack`: verified extraction.
struct UnpackCommand: Command {
  static let name = "unpack"
  static let operands = "DAY|FILE DIR"
  static let summary = "unpack a valid archive into a directory"
  static let manual = """
    Makes DIR/2026-12-01 as tar would, if nothing is there. Everything is checked while it is written,
    as verify does, and has its name only once all of it is right: an archive that is not valid leaves
    nothing behind.

    \(Help.day)
    """
  static let options = [Option.allowOlder]

  private let day: String
  private let directory: String
  private let allowOlder: Bool

  init(_ arguments: inout Arguments) throws(GymbagError) {
    day = try arguments.required("DAY")
    directory = try arguments.required("DIR")
    allowOlder = arguments.flag("allow-older")
  }

  func run(_ context: Context) throws(GymbagError) -> ExitCode {
    let reference = try DayReference(day, today: context.today)
    let packed = try context.packedDays()
    let result = try context.watching("unpack") { progress throws(GymbagError) in
      try Unpacking.run(
        reference, from: packed, into: directory, allowOlder: allowOlder, progress)
    }
    let isValid = result.verdict.problems.isEmpty
    let report = VerifyReport(options: context.placeOptions)
    try context.console.print { json in
      json.member("path", isValid ? result.path : nil)
      json.key("archive")
      report.write(result.verdict, to: &json)
    } text: {
      report.text(result.verdict)
        + (isValid ? "  unpacked   \(result.path.printable)\n" : "Nothing was unpacked.\n")
    }
    return .worst(of: result.verdict.problems.map { ExitCode($0.kind) })
  }
}
