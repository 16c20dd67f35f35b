extension JSONValue {
  /// Calls `body` for every member of an object at any depth, in no particular order.
  ///
  /// - Complexity: O(n) in the values.
  package func forEachMember<E: Error>(
    _ body: (_ key: JSONKey, _ value: JSONValue) throws(E) -> Void
  ) throws(E) {
    var containers = [self]
    while let container = containers.popLast() {
      let isObject = container.node.kind == .object
      guard isObject || container.node.kind == .array else { continue }
      var child = container.index + 1
      while child < Int(container.node.next) {
        let value = JSONValue(document: document, index: isObject ? child + 1 : child)
        if isObject {
          try body(JSONKey(string: JSONValue(document: document, index: child)), value)
        }
        if value.isArray || value.isObject { containers.append(value) }
        child = Int(value.node.next)
      }
    }
  }
}
