extension JSONValue {
  /// Calls `body` for every member at any depth that has one of these keys, in the order of the
  /// text.
  ///
  /// - Parameter keys: at most 64, spelled without escapes.
  /// - Complexity: O(n) in the values.
  package func forEachMember<E: Error>(
    named keys: [StaticString], _ body: (_ key: JSONKey, _ value: JSONValue) throws(E) -> Void
  ) throws(E) {
    // Nearly every key is ruled out by its length.
    let lengths = keys.reduce(0) { $0 | UInt64(1) << ($1.utf8CodeUnitCount & 63) }
    for position in index..<document.next(index) {
      let node = document.nodes[position]
      guard node.isKey else { continue }
      let length = node.extent - 2
      guard node.kind == .escapedKey || lengths & (1 << (length & 63)) != 0 else { continue }
      let key = JSONKey(document: document, index: position)
      if keys.contains(where: { key == $0 }) { try body(key, key.member) }
    }
  }
}
