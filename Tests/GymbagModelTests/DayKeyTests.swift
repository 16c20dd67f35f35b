import Foundation
import GymbagModel
import Testing

@Suite("A day key") struct DayKeyTests {
  @Test(
    "is spelled YYYY-MM-DD and in no other way",
    arguments: ["2026-12-01", "0001-01-01", "2024-02-29"])
  func spelling(text: String) throws {
    #expect(try #require(DayKey(text)).description == text)
  }

  @Test(
    "refuses what is no date",
    arguments: [
      "", "2026-12-1", "2026-13-01", "2026-00-10", "2026-02-29", "2026-04-31", "26-12-01",
      "2026-12-01 ", "2026/12/01", "+026-12-01", "٢٠٢٦-١٢-٠١", "2026-12-0１", "0000-01-01",
    ])
  func refusal(text: String) {
    #expect(DayKey(text) == nil)
  }

  @Test("counts days as Foundation's Gregorian calendar does, over eight centuries")
  func dayNumbers() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    for number in stride(from: -140_000, to: 160_000, by: 97) {
      let day = try #require(DayKey(daysSince1970: number))
      let date = Date(timeIntervalSince1970: Double(number) * 86_400)
      let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: date)
      #expect(day.year == parts.year && day.month == parts.month && day.day == parts.day)
      #expect(day.daysSince1970 == number)
      // Foundation counts weekdays from Sunday, 1.
      let weekday = try #require(parts.weekday)
      #expect(day.weekday == Weekday.allCases[(weekday + 5) % 7])
    }
  }

  @Test("ends with the year 9999")
  func limits() throws {
    let last = try #require(DayKey("9999-12-31"))
    #expect(last.adding(days: 1) == nil)
    #expect(try #require(DayKey("0001-01-01")).adding(days: -1) == nil)
  }
}

@Suite("An instant") struct InstantTests {
  @Test(
    "is written in RFC 3339 and read back",
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (1_796_065_890, "2026-11-30T19:11:30Z"),
      (-1, "1969-12-31T23:59:59Z"), (951_782_400, "2000-02-29T00:00:00Z"),
    ])
  func spelling(seconds: Int, text: String) {
    #expect(Instant(unixSeconds: Int64(seconds)).description == text)
    #expect(Instant(text) == Instant(unixSeconds: Int64(seconds)))
  }

  @Test(
    "is read in that spelling alone",
    arguments: [
      "2026-11-30T19:11:30", "2026-11-30T19:11:30+00:00", "2026-11-30 19:11:30Z",
      "2026-11-30T24:00:00Z", "2026-11-30T19:11:60Z", "2026-11-30T9:11:30Z", "2026-11-30T+9:11:30Z",
      "2026-11-30T9223372036854775807:00:00Z", "2026-11-30T19:11:3٠Z", "",
    ])
  func refusal(text: String) {
    #expect(Instant(text) == nil)
  }
}
