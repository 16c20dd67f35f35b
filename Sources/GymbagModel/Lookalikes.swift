/// Which of some ids one could have meant that is none of them.
///
/// Spreadsheets and people change an id in a few ways: `007` becomes `7` or `7.0`, a letter its case, an
/// accent its composition; a space comes along. Ids that differ in nothing else look alike. That is for
/// a hint: which athlete is meant is for a person to say.
package struct Lookalikes: Sendable {
  // By a String, not by bytes: Swift holds an accent to be the same, however it is composed.
  private var ids: [String: [ID]] = [:]

  /// The lookalikes among `ids`.
  package init(among ids: some Sequence<ID>) {
    for id in ids { self.ids[Self.likeness(of: id.text), default: []].append(id) }
  }

  /// The ids that look like this one, in the order that they were given in; where some look the same,
  /// those alone.
  package func ids(like id: ID) -> [ID] {
    let alike = ids[Self.likeness(of: id.text)] ?? []
    let same = alike.filter { Self.lookSame($0, id) }
    return same.isEmpty ? alike : same
  }

  /// Whether nobody could tell the two apart by eye.
  package static func lookSame(_ a: ID, _ b: ID) -> Bool {
    a.text.withoutBlanks == b.text.withoutBlanks
  }

  /// What is left of an id without all that does not count: the same for ids that look alike.
  private static func likeness(of text: String) -> String {
    var letters = Array(text.withoutBlanks.lowercased().unicodeScalars)
    if letters.count > 1, ["'", "+"].contains(letters[0]) { letters.removeFirst() }
    // As a number with a fraction that is zero: 7.0, or 7,0 where that is how it is written.
    let whole = letters.prefix(letters.count - letters.reversed().prefix { $0 == "0" }.count)
    if whole.count < letters.count, let mark = whole.last, mark == "." || mark == ",",
      let digit = whole.dropLast().last, digit.isDigit
    {
      letters = Array(whole.dropLast())
    }
    var likeness = String.UnicodeScalarView()
    for (position, letter) in letters.enumerated() {
      let isLeadingZero =
        letter == "0" && !(likeness.last?.isDigit ?? false)
        && position + 1 < letters.count && letters[position + 1].isDigit
      if !isLeadingZero { likeness.append(letter) }
    }
    return String(likeness)
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
