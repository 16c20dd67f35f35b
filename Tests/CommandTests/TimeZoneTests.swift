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

  /// Zones, moments in UTC, and the date there: worked out by hand from the zones' rules.
  static let moments = [
    // Midnight does not exist: the day begins at 01:00 and has 23 hours.
    ("America/Sao_Paulo", "2018-11-04 02:59:00", "2018-11-03"),
    ("America/Sao_Paulo", "2018-11-04 03:00:00", "2018-11-04"),
    ("America/Sao_Paulo", "2018-11-05 01:59:00", "2018-11-04"),
    ("America/Sao_Paulo", "2018-11-05 02:00:00", "2018-11-05"),
    ("Africa/Cairo", "2026-04-23 21:59:00", "2026-04-23"),
    ("Africa/Cairo", "2026-04-23 22:00:00", "2026-04-24"),
    // A day of 25 hours, and an hour that comes twice.
    ("America/New_York", "2026-11-01 03:59:00", "2026-10-31"),
    ("America/New_York", "2026-11-01 04:00:00", "2026-11-01"),
    ("America/New_York", "2026-11-02 04:59:00", "2026-11-01"),
    ("America/New_York", "2026-11-02 05:00:00", "2026-11-02"),
    // Midnight comes twice: 23:00 follows 23:59:59.
    ("America/Havana", "2026-11-01 03:59:00", "2026-10-31"),
    ("America/Havana", "2026-11-01 04:00:00", "2026-11-01"),
    // A date that the calendar of the place does not have.
    ("Pacific/Apia", "2011-12-30 09:59:00", "2011-12-29"),
    ("Pacific/Apia", "2011-12-30 10:00:00", "2011-12-31"),
    // Half an hour of change, quarters of an hour of offset.
    ("Australia/Lord_Howe", "2026-04-05 13:29:00", "2026-04-05"),
    ("Australia/Lord_Howe", "2026-04-05 13:30:00", "2026-04-06"),
    ("Asia/Kathmandu", "2026-12-31 18:14:00", "2026-12-31"),
    ("Asia/Kathmandu", "2026-12-31 18:15:00", "2027-01-01"),
    // Late in the evening and early in the morning.
    ("Asia/Kolkata", "2026-07-01 19:00:00", "2026-07-02"),
    ("America/New_York", "2026-06-04 00:30:00", "2026-06-03"),
    // The days of December that belong to a week of the next year.
    ("Europe/Berlin", "2026-12-27 12:00:00", "2026-12-27"),
    ("Europe/Berlin", "2026-12-31 22:59:00", "2026-12-31"),
    ("Europe/Berlin", "2026-12-31 23:00:00", "2027-01-01"),
    ("Europe/Berlin", "2018-12-31 12:00:00", "2018-12-31"),
    ("UTC", "2028-02-29 23:59:00", "2028-02-29"), ("UTC", "2036-02-07 06:28:16", "2036-02-07"),
    ("UTC", "1970-01-01 00:00:00", "1970-01-01"),
  ]

  /// What day it is at a moment in UTC, which goes on from there.
  private func today(
    at moment: String, _ gymbag: Gymbag, _ variables: [String: String?], _ words: [String] = []
  ) throws -> Tool {
    // faketime reads the moment in its own zone; the tool is asked in the one under test.
    let changes = variables.flatMap { name, value in
      value.map { ["\(name)=\($0)"] } ?? ["-u", name]
    }
    return try Tool.run(
      [
        "env", "-i", "TZ=UTC", "PATH=/usr/bin:/bin", "HOME=" + gymbag.home, "faketime", moment,
        "env",
      ]
        // Options stand before assignments.
        + changes.filter { !$0.contains("=") } + changes.filter { $0.contains("=") }
        + [Gymbag.binary, "status", "--json"] + words)
  }

  private func day(_ tool: Tool) throws -> String {
    guard tool.status == 0 else { throw Failure(tool.errors) }
    return try Tool.output(["jq", "-r", ".today"], input: tool.output)
      .trimmingCharacters(in: .newlines)
  }

  @Test("has the dates of each zone, whatever its clock changes do to midnight")
  func moments() throws {
    let gymbag = try Gymbag()
    try gymbag.start(on: SampleBackend.url)
    for (zone, moment, date) in Self.moments {
      #expect(try day(today(at: moment, gymbag, ["TZ": zone])) == date, "\(zone) \(moment)")
      #expect(
        try day(today(at: moment, gymbag, ["TZ": "UTC"], ["--time-zone", zone])) == date,
        "\(zone) \(moment)")
    }
  }

  @Test("is the same in every locale, in ASCII digits of the Gregorian calendar")
  func locales() throws {
    let gymbag = try Gymbag()
    try gymbag.start(on: SampleBackend.url)
    let locales = Scratch.path("locales")
    try FileManager.default.createDirectory(atPath: locales, withIntermediateDirectories: true)
    for name in ["th_TH", "ar_EG", "fa_IR", "en_US"] {
      let file = locales + "/\(name).UTF-8"
      try Tool.output(["localedef", "-i", name, "-f", "UTF-8", file])
      let variables = ["TZ": "Europe/Berlin", "LC_ALL": name + ".UTF-8", "LOCPATH": locales]
      for date in 27...31 {
        let moment = "2026-12-\(date) 12:00:00"
        #expect(try day(today(at: moment, gymbag, variables)) == "2026-12-\(date)", "\(name)")
      }
    }
    let persian = try Tool.output(
      ["date", "+%Od"], environment: ["LC_ALL": "fa_IR.UTF-8", "LOCPATH": locales])
    #expect(persian.unicodeScalars.allSatisfy { !("0"..."9").contains($0) }, "the locale is in use")
  }

  @Test("is that of the machine when cron sets nothing, and an error when the machine has none")
  func emptyEnvironment() throws {
    let gymbag = try Gymbag()
    try gymbag.start(on: SampleBackend.url)
    let moment = "2026-07-01 19:00:00"
    let here = try Tool.output(
      ["env", "-u", "TZ", "date", "-d", "2026-07-01T19:00:00Z", "+%F"], environment: [:])
    let tool = try today(at: moment, gymbag, ["TZ": nil])
    #expect(try day(tool) + "\n" == here)
    let script = """
      mount -t tmpfs none /usr/share/zoneinfo
      env -i HOME="$1" "$2" status
      env -i HOME="$1" TZ=Europe/Berlin "$2" status
      env -i HOME="$1" "$2" list --time-zone Europe/Berlin
      """
    let bare = try Tool.run(
      ["unshare", "--mount"] + (geteuid() == 0 ? [] : ["--map-root-user"])
        + ["bash", "-c", script, "bare", gymbag.home, Gymbag.binary])
    let errors = bare.errors.split(separator: "\n").filter { $0.contains(": error: ") }
    #expect(bare.output == "" && errors.count == 3, "\(bare.errors)")
    #expect(bare.errors.contains("does not say in which time zone it is") || here.isEmpty)
    #expect(bare.errors.contains("install the package tzdata"))
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
