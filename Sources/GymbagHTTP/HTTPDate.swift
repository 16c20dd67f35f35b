package import GymbagModel

/// The time stamps of HTTP (RFC 9110, section 5.6.7), in the one form that servers must send.
package enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The moment that `text` spells, `Sun, 06 Nov 1994 08:49:37 GMT`; nil for anything else.
  package static func parse(_ text: String) -> Instant? {
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[0].hasSuffix(","), parts[5] == "GMT",
      let month = months.firstIndex(of: String(parts[2])),
      let day = Int(parts[1]), let year = Int(parts[3]),
      let date = DayKey(year: year, month: month + 1, day: day)
    else { return nil }
    return Instant("\(date)T\(parts[4])Z")
  }
}
