import GymbagKit
import GymbagModel
import Testing

@Suite("Where a DAY stands") struct DayReferenceTests {
  /// 2026-11-30 is a Monday.
  private func day(_ text: String) throws -> String {
    let today = try #require(DayKey("2026-11-30"))
    return try DayReference.day(text) { () throws(GymbagError) in today }.description
  }

  @Test(
    "words mean days of the local calendar; a weekday is the next one, today included",
    arguments: [
      ("2020-02-29", "2020-02-29"), ("today", "2026-11-30"), ("tomorrow", "2026-12-01"),
      ("yesterday", "2026-11-29"), ("mon", "2026-11-30"), ("tue", "2026-12-01"),
      ("sunday", "2026-12-06"), ("Tomorrow", "2026-12-01"), ("SAT", "2026-12-05"),
    ])
  func words(text: String, expected: String) throws {
    #expect(try day(text) == expected)
  }

  @Test(
    "nothing else is taken for a day",
    arguments: ["", "tomorow", "2026-12-1", "12-01", "tu", "tuesda", "2026-02-30", "+1"])
  func refusal(text: String) {
    #expect {
      try day(text)
    } throws: {
      ($0 as? GymbagError)?.kind == .usage
    }
  }

  @Test("a slip gets the word that was meant")
  func slips() {
    #expect {
      try day("tomorow")
    } throws: {
      ($0 as? GymbagError)?.hint == "did you mean tomorrow?"
    }
  }

  @Test("a date needs no clock, and a file neither")
  func noClock() throws {
    func noToday() throws(GymbagError) -> DayKey { throw GymbagError(.config, "no time zone") }
    #expect(
      try DayReference("2026-12-01", today: noToday) == .day(#require(DayKey("2026-12-01"))))
    for file in ["x.tar", "./today", "/stick/2026-12-01.tar"] {
      #expect(try DayReference(file, today: noToday) == .file(file))
    }
  }

  @Test("a file that is named after a day must be of that day")
  func promisedDay() throws {
    #expect(DayReference.file("/stick/2026-12-01.tar").asked == DayKey("2026-12-01"))
    #expect(DayReference.file("tuesday.tar").asked == nil)
    #expect(DayReference.file("./2026-12-01").asked == nil)
  }
}
