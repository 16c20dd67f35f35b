/// A set of small indices, kept as bits: a million pairs of a large club are 125 kB.
package struct BitSet: Equatable, Sendable {
  private var words: [UInt64] = []

  /// The empty set.
  package init() {}

  /// The set of these indices, each not negative.
  package init(_ indices: [Int]) {
    for index in indices { insert(index) }
  }

  /// Adds an index that is not negative.
  package mutating func insert(_ index: Int) {
    let word = index / 64
    if word >= words.count {
      words.append(contentsOf: repeatElement(0, count: word + 1 - words.count))
    }
    words[word] |= 1 << UInt64(index % 64)
  }

  /// Whether the index is in the set.
  package func contains(_ index: Int) -> Bool {
    let word = index / 64
    return word < words.count && words[word] & (1 << UInt64(index % 64)) != 0
  }

  /// How many indices it holds.
  package var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// Whether it holds none.
  package var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// The indices, ascending.
  package var indices: [Int] {
    var out: [Int] = []
    for (position, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        out.append(position * 64 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return out
  }

  /// What is here or in `other`.
  package func union(_ other: BitSet) -> BitSet { combined(other) { $0 | $1 } }

  /// What is here and in `other`.
  package func intersection(_ other: BitSet) -> BitSet { combined(other) { $0 & $1 } }

  /// What is here and not in `other`.
  package func subtracting(_ other: BitSet) -> BitSet { combined(other) { $0 & ~$1 } }

  private func combined(_ other: BitSet, _ join: (UInt64, UInt64) -> UInt64) -> BitSet {
    var result = BitSet()
    for position in 0..<max(words.count, other.words.count) {
      let mine = position < words.count ? words[position] : 0
      let theirs = position < other.words.count ? other.words[position] : 0
      result.words.append(join(mine, theirs))
    }
    // No zero words at the end: equal sets are then equal values.
    while result.words.last == 0 { result.words.removeLast() }
    return result
  }
}
