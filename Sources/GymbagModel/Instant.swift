/// A moment, in whole seconds since 1970-01-01T00:00:00Z.
package struct Instant: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Seconds since 1970, without leap seconds.
  package let unixSeconds: Int64

  /// The moment that many seconds after 1970.
  package init(unixSeconds: Int64) { self.unixSeconds = unixSeconds }

  /// The moment that `text` spells, exactly as `description` does; nil for anything else.
  package init?(_ text: String) {
    // Checked first: an hour of twenty digits would overflow below.
    guard text.utf8.count == "2026-12-01T18:00:00Z".utf8.count else { return nil }
    let parts = text.split(separator: "T", omittingEmptySubsequences: false)
    guard parts.count == 2, let day = DayKey(String(parts[0])) else { return nil }
    let clock = parts[1].dropLast().split(separator: ":", omittingEmptySubsequences: false)
    guard clock.count == 3, let h = Int64(clock[0]), let m = Int64(clock[1]),
      let s = Int64(clock[2])
    else { return nil }
    self.unixSeconds = Int64(day.daysSince1970) * 86_400 + h * 3600 + m * 60 + s
    // Written again and compared: that refuses signs, odd widths, 24:00:00 and every zone but Z.
    guard description.utf8.elementsEqual(text.utf8) else { return nil }
  }

  package static func < (a: Instant, b: Instant) -> Bool { a.unixSeconds < b.unixSeconds }

  /// The date in UTC, which is not a day of anyone's calendar; nil outside the years 1 to 9999.
  package var utcDate: DayKey? {
    DayKey(daysSince1970: Int((unixSeconds - secondOfDay) / 86_400))
  }

  /// RFC 3339 in UTC with seconds, `2026-12-01T18:00:00Z`.
  package var description: String {
    let second = Int(secondOfDay)
    let date = utcDate?.description ?? "0000-00-00"
    let clock = [second / 3600, second / 60 % 60, second % 60].map { $0.spelled(digits: 2) }
    return date + "T" + clock.joined(separator: ":") + "Z"
  }

  private var secondOfDay: Int64 { ((unixSeconds % 86_400) + 86_400) % 86_400 }
}
