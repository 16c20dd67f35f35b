import GymbagModel
import Testing

/// Times, distances and sizes as people say them.
@Suite("In words") struct WordsTests {
  @Test(
    "how long ago something was, rounded down",
    arguments: [
      (0, "just now"), (59, "just now"), (60, "1 minute ago"), (3599, "59 minutes ago"),
      (3600, "1 hour ago"), (86_399, "23 hours ago"), (86_400, "1 day ago"),
      (30 * 86_400, "30 days ago"), (-59, "just now"), (-7200, "in 2 hours"),
    ])
  func ago(seconds: Int64, words: String) {
    let now = Instant(unixSeconds: 1_796_000_000)
    #expect(Ago.words(from: Instant(unixSeconds: now.unixSeconds - seconds), to: now) == words)
  }

  @Test(
    "how far a day is, by the calendar",
    arguments: [
      ("2026-03-01", "today"), ("2026-03-02", "tomorrow"), ("2026-02-28", "yesterday"),
      ("2026-02-27", "2 days ago"), ("2026-03-31", "in 30 days"), ("2027-03-01", "in 365 days"),
    ])
  func distance(day: String, words: String) throws {
    let today = try #require(DayKey("2026-03-01"))
    #expect(try #require(DayKey(day)).distance(from: today) == words)
  }

  @Test(
    "how large something is",
    arguments: [
      (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"), (9_999, "9.9 kB"),
      (10_000, "10 kB"), (1_000_000, "1.0 MB"), (79_400_000_000, "79 GB"),
      (Int64.max, "9.2 EB"),
    ])
  func size(byteCount: Int64, words: String) {
    #expect(ByteCount.words(byteCount) == words)
  }
}
