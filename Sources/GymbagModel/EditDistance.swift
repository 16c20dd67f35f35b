/// How far a mistyped word is from those that exist.
package enum EditDistance {
  /// The word that is the fewest edits from `word`, if these are at most a third of its letters, or
  /// two.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    let ranked = candidates.map { (word: $0, distance: between(word, $0)) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(2, word.count / 3) && best.distance < word.count ? best.word : nil
  }

  /// The number of insertions, deletions and substitutions that make `b` out of `a` (Levenshtein).
  static func between(_ a: String, _ b: String) -> Int {
    let b = Array(b)
    var row = Array(0...b.count)
    for (position, letter) in a.enumerated() {
      var diagonal = row[0]
      row[0] = position + 1
      for column in b.indices {
        let substituted = diagonal + (b[column] == letter ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(substituted, min(diagonal, row[column]) + 1)
      }
    }
    return row[b.count]
  }
}
