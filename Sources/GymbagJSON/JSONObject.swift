package import GymbagModel

/// The members of an object, each key once.
package struct JSONObject: Sendable {
  /// The object itself.
  package let value: JSONValue
  private let keys: [JSONKey]

  init(_ value: JSONValue) throws(GymbagError) {
    self.value = value
    var keys: [JSONKey] = []
    var next = value.index + 1
    while next < Int(value.node.next) {
      let key = JSONKey(string: JSONValue(document: value.document, index: next))
      keys.append(key)
      next = Int(key.member.node.next)
    }
    self.keys = keys
    if let repeated = firstRepeatedKey() {
      throw GymbagError(
        .badData,
        "\(value.path): the key \"\(repeated.text)\" stands twice (\(value.document.source))")
    }
  }

  /// The members in the order of the text.
  package var members: [(key: String, value: JSONValue)] { keys.map { ($0.text, $0.member) } }

  /// The value of a key; nil when the object does not have it.
  package subscript(_ key: StaticString) -> JSONValue? { keys.first { $0 == key }?.member }

  /// The value of a key; nil when the object does not have it or says `null`.
  package func optional(_ key: StaticString) -> JSONValue? {
    self[key].flatMap { $0.isNull ? nil : $0 }
  }

  /// The value of a key.
  ///
  /// - Throws: `badData` when the object does not have it.
  package func required(_ key: StaticString) throws(GymbagError) -> JSONValue {
    guard let member = self[key] else {
      throw GymbagError(
        .badData, "\(value.path): \"\(key)\" is missing (\(value.document.source))")
    }
    return member
  }

  private func firstRepeatedKey() -> JSONKey? {
    let texts = keys.map(\.bytes)
    // Few keys are compared in pairs, without hashing; that is nearly every object.
    if texts.count <= 16 {
      return texts.indices.first { texts[..<$0].contains(texts[$0]) }.map { keys[$0] }
    }
    var seen: Set<ArraySlice<UInt8>> = []
    return texts.indices.first { !seen.insert(texts[$0]).inserted }.map { keys[$0] }
  }
}

/// The key of a member. Two keys are the same when they are after their escapes are undone.
package struct JSONKey: Sendable {
  private let string: JSONValue

  /// The key that a string before a colon is.
  init(string: JSONValue) { self.string = string }

  /// The value behind the colon.
  var member: JSONValue { JSONValue(document: string.document, index: string.index + 1) }

  /// The key's text in UTF-8.
  var bytes: ArraySlice<UInt8> {
    string.node.kind == .string
      ? string.bytes.dropFirst().dropLast() : JSONEscapes.resolve(string.bytes).text[...]
  }

  /// The key's text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether the key is this one, which is spelled without escapes.
  package static func == (key: JSONKey, name: StaticString) -> Bool {
    guard key.string.node.kind == .string else { return key.bytes.elementsEqual("\(name)".utf8) }
    let start = Int(key.string.node.start) + 1
    guard Int(key.string.node.end) - 1 - start == name.utf8CodeUnitCount else { return false }
    for offset in 0..<name.utf8CodeUnitCount
    where key.string.document.bytes[start + offset] != name.utf8Start[offset] {
      return false
    }
    return true
  }
}
