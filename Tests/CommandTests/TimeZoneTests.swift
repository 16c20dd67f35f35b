import Foundation
import GymbagTestSupport
import Testing

/// The zone is the process's own, so each question is a process.
@Suite("The local calendar", .sampleBackend, .scratch) struct TimeZoneTests {
  /// Which day the tool takes for today: the day that it does not find.
  private func today(_ variables: [String: String], _ options: [String] = []) throws -> Tool {
    var gymbag = try Gymbag()
    if !FileManager.default.fileExists(atPath: gymbag.config) {
      try gymbag.start(on: SampleBackend.url)
    }
    gymbag.environment["TZ"] = nil
    gymbag.environment.merge(variables) { $1 }
    return try Tool.run(
      [Gymbag.binary, "show", "today"] + options, environment: gymbag.environment)
  }

  private func expected(_ zone: String) throws -> String {
    try Tool.output(["date", "+%F"], environment: ["TZ": zone]).trimmingCharacters(in: .newlines)
  }

  @Test("is that of --time-zone, else of GYMBAG_TIME_ZONE, else of TZ")
  func precedence() throws {
    // 25 hours apart: never the same date.
    let (east, west) = ("Pacific/Kiritimati", "Pacific/Pago_Pago")
    #expect(try expected(east) != expected(west))
    for (variables, options, zone) in [
      (["TZ": west], [], west), (["TZ": ":" + east], [], east),
      (["TZ": west, "GYMBAG_TIME_ZONE": east], [], east),
      (["TZ": east, "GYMBAG_TIME_ZONE": east], ["--time-zone", west], west),
    ] {
      let tool = try today(variables, options)
      let day = try expected(zone)
      #expect(tool.status == 66 && tool.errors.contains("\(day) is not packed"))
    }
  }

  @Test(
    "that does not exist is an error and never UTC",
    arguments: ["Mars/Base", "", "CET-1CEST", "/etc/passwd", "../../etc/passwd", "Europe"])
  func unknown(zone: String) throws {
    let tool = try today(["TZ": zone])
    #expect(tool.status == 78 && tool.errors.contains("no time zone") && tool.output == "")
    #expect(try today([:], ["--time-zone", zone]).status == 2)
  }

  @Test("of a machine without zones says what to install")
  func noZones() throws {
    let tool = try today(["TZ": "Europe/Berlin", "TZDIR": "/nonexistent"])
    #expect(tool.status == 78 && tool.errors.contains("install the package tzdata"))
  }

  @Test("is written into the archive")
  func packed() throws {
    let gymbag = try Gymbag()
    try gymbag.start(on: SampleBackend.url)
    try gymbag.output("pack", SampleBackend.day, "--time-zone", "Asia/Kathmandu")
    let json = try gymbag.output("show", SampleBackend.day, "--json")
    #expect(try Tool.output(["jq", "-r", ".index.timeZone"], input: json) == "Asia/Kathmandu\n")
  }
}
