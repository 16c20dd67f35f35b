extension JSONValue {
  /// Appends the value without the white space between its tokens; every token stays as it is.
  ///
  /// - Complexity: O(n) in the bytes of the value.
  package func appendCompact(to out: inout [UInt8]) {
    guard !document.isCompact else { return out.append(contentsOf: bytes) }
    // Strings may hold white space that counts: they are copied whole, and what lies between two
    // strings is looked through.
    var position = range.lowerBound
    func copyTokens(upTo end: Int) {
      for byte in document.bytes[position..<end] where byte > UInt8(ascii: " ") { out.append(byte) }
    }
    for index in index..<document.next(index) where document.nodes[index].isText {
      let text = document.range(index)
      copyTokens(upTo: text.lowerBound)
      out.append(contentsOf: document.bytes[text])
      position = text.upperBound
    }
    copyTokens(upTo: range.upperBound)
  }

  /// The value without the white space between its tokens.
  package func compact() -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(range.count)
    appendCompact(to: &out)
    return out
  }
}

extension JSONNode {
  /// Whether it stands in quotes.
  fileprivate var isText: Bool {
    switch kind {
    case .string, .escapedString, .key, .escapedKey: true
    default: false
    }
  }
}
