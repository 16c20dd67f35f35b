extension String {
  /// Whether the UTF-8 bytes are the same. `==` compares by Unicode equivalence instead.
  package func hasSameBytes(as other: String) -> Bool {
    // The first test is quick and rules out nearly all that differ; the second one decides.
    self == other && byteOrder(other) == 0
  }

  /// Negative, zero or positive, as the UTF-8 bytes stand before, with or behind those of `other`.
  func byteOrder(_ other: String) -> Int {
    let (left, right) = (utf8.span, other.utf8.span)
    for position in 0..<min(left.count, right.count) where left[position] != right[position] {
      return Int(left[position]) - Int(right[position])
    }
    return left.count - right.count
  }
}
