package import GymbagModel

/// The members of an object, each key once. Looking one up walks the members: objects are small.
package struct JSONObject: Sendable {
  /// The object itself.
  package let value: JSONValue

  init(_ value: JSONValue) throws(GymbagError) {
    self.value = value
    if let repeated = firstRepeatedKey() {
      throw GymbagError(
        .badData,
        "\(value.path): the key \"\(repeated.text.prefix(40))\" stands twice "
          + "(\(value.document.source))")
    }
  }

  /// The members in the order of the text.
  package var members: [(key: String, value: JSONValue)] {
    var members: [(key: String, value: JSONValue)] = []
    forEachKey { members.append(($0.text, $0.member)) }
    return members
  }

  /// The value of a key; nil when the object does not have it.
  package subscript(_ name: StaticString) -> JSONValue? {
    let document = value.document
    let end = document.next(value.index) - 1
    var index = value.index + 1
    while index < end {
      if JSONKey.matches(name, document, index) {
        return JSONValue(document: document, index: index + 1)
      }
      index = document.next(index + 1)
    }
    return nil
  }

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

  private func forEachKey(_ body: (JSONKey) -> Void) {
    let document = value.document
    let end = document.next(value.index) - 1
    var index = value.index + 1
    while index < end {
      body(JSONKey(document: document, index: index))
      index = document.next(index + 1)
    }
  }

  /// For few keys, which is nearly every object, hashes on the stack show that no two are the same.
  private func firstRepeatedKey() -> JSONKey? {
    var hashes = InlineArray<16, UInt64>(repeating: 0)
    var count = 0
    var isSettled = true
    forEachKey { key in
      guard count < hashes.count, isSettled else { return isSettled = false }
      let hash = key.quickHash
      for position in 0..<count where hashes[position] == hash { isSettled = false }
      hashes[count] = hash
      count += 1
    }
    if isSettled { return nil }
    var seen: Set<ArraySlice<UInt8>> = []
    var repeated: JSONKey?
    forEachKey { key in
      if !seen.insert(key.bytes).inserted, repeated == nil { repeated = key }
    }
    return repeated
  }
}

/// The key of a member. Two keys are the same when they are after their escapes are undone.
package struct JSONKey: Sendable {
  let document: JSONDocument
  let index: Int

  private var node: JSONNode { document.nodes[index] }

  /// The value behind the colon.
  var member: JSONValue { JSONValue(document: document, index: index + 1) }

  /// The key's text in UTF-8.
  var bytes: ArraySlice<UInt8> {
    let quoted = document.bytes[document.range(index)]
    return node.kind == .key
      ? quoted.dropFirst().dropLast() : JSONEscapes.resolve(quoted).text[...]
  }

  /// The key's text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The same for equal keys.
  fileprivate var quickHash: UInt64 {
    guard node.kind == .key else { return bytes.reduce(0, Self.mix) }
    return document.bytes.withUnsafeBufferPointer { bytes in
      var hash: UInt64 = 0
      for position in node.start + 1..<node.start + node.extent - 1 {
        hash = Self.mix(hash, bytes[position])
      }
      return hash
    }
  }

  private static func mix(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    let mixed = (hash ^ UInt64(byte)) &* 0x9e37_79b9_7f4a_7c15
    return mixed ^ (mixed >> 29)
  }

  /// Whether the key is this one, which is spelled without escapes.
  package static func == (key: JSONKey, name: StaticString) -> Bool {
    matches(name, key.document, key.index)
  }

  fileprivate static func matches(_ name: StaticString, _ document: JSONDocument, _ index: Int)
    -> Bool
  {
    let node = document.nodes[index]
    guard node.kind == .key else {
      return JSONKey(document: document, index: index).bytes.elementsEqual("\(name)".utf8)
    }
    let start = node.start + 1
    guard node.extent - 2 == name.utf8CodeUnitCount else { return false }
    return document.bytes.withUnsafeBufferPointer { bytes in
      for offset in 0..<name.utf8CodeUnitCount
      where bytes[start + offset] != name.utf8Start[offset] {
        return false
      }
      return true
    }
  }
}
