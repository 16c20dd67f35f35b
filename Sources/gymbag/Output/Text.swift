import GymbagModel
import GymbagSystem

extension String {
  /// The text fit to be shown on one line, and not too much of it: it may hold what servers, files
  /// and people wrote, and any amount of it.
  var shown: String {
    let limit = 2000
    return (utf8.count > limit ? String(prefix(limit)) + "…" : self).printable
  }

  /// The text with spaces behind it up to `width` columns of a terminal.
  func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - Terminal.width(of: self)))
  }

  /// The text with spaces before it up to `width` columns of a terminal.
  func padding(left width: Int) -> String {
    String(repeating: " ", count: max(0, width - Terminal.width(of: self))) + self
  }

  /// The text cut to `width` columns of a terminal, with a mark where it was cut.
  func truncated(to width: Int) -> String {
    guard Terminal.width(of: self) > width else { return self }
    var out = ""
    var taken = 0
    for character in self {
      taken += Terminal.width(of: String(character))
      // Marks without width could go on for ever.
      if taken > width - 1 || out.utf8.count > 16 * width { break }
      out.append(character)
    }
    return out + "…"
  }
}

/// A number and what it counts, `1 workout`, `2 workouts`; `plural` for nouns that take no s.
func counted(_ number: some BinaryInteger, _ noun: String, _ plural: String? = nil) -> String {
  "\(number) \(number == 1 ? noun : plural ?? noun + "s")"
}
