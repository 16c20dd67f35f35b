/// How long ago something was, for people.
package enum Ago {
  /// `just now`, `5 minutes ago`, `3 hours ago`, `2 days ago`, rounded down; a moment to come is
  /// `in 3 hours`.
  package static func words(from moment: Instant, to now: Instant) -> String {
    let seconds = now.unixSeconds - moment.unixSeconds
    let size = seconds.magnitude
    guard size >= 60 else { return "just now" }
    let (number, unit): (UInt64, String) =
      switch size {
      case ..<3600: (size / 60, "minute")
      case ..<86_400: (size / 3600, "hour")
      default: (size / 86_400, "day")
      }
    let words = "\(number) \(unit)\(number == 1 ? "" : "s")"
    return seconds < 0 ? "in " + words : words + " ago"
  }
}

extension DayKey {
  /// How far the day is from another, `today`, `tomorrow`, `in 3 days`, `yesterday`, `3 days ago`.
  package func distance(from today: DayKey) -> String {
    let days = daysSince1970 - today.daysSince1970
    switch days {
    case -1: return "yesterday"
    case 0: return "today"
    case 1: return "tomorrow"
    default: return days > 0 ? "in \(days) days" : "\(-days) days ago"
    }
  }
}
