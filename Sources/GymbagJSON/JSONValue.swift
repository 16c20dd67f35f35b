package import GymbagModel

/// One value of a document. What is read from it is checked, and errors name its path.
package struct JSONValue: Sendable {
  /// The document it stands in.
  package let document: JSONDocument
  let index: Int

  var node: JSONNode { document.nodes[index] }

  /// The value's exact bytes within `document.bytes`, quotes included.
  package var range: Range<Int> { document.range(index) }

  /// The value's exact bytes.
  package var bytes: ArraySlice<UInt8> { document.bytes[range] }

  /// Whether it is `null`.
  package var isNull: Bool { node.kind == .null }

  /// Whether it is an array.
  package var isArray: Bool { node.kind == .array }

  /// Whether it is an object.
  package var isObject: Bool { node.kind == .object }

  /// The text of a string. A surrogate that stands alone reads as U+FFFD.
  ///
  /// - Throws: `badData` for anything but a string.
  package func string() throws(GymbagError) -> String {
    switch node.kind {
    case .string:
      document.bytes.withUnsafeBufferPointer { bytes in
        String(decoding: bytes[node.start + 1..<node.start + node.extent - 1], as: UTF8.self)
      }
    case .escapedString: String(decoding: JSONEscapes.resolve(bytes).text, as: UTF8.self)
    default: throw mismatch("a string")
    }
  }

  /// An id: a string that is not empty and holds neither NUL nor half a surrogate pair.
  ///
  /// Numbers are refused: `7` and `"007"` could not be told apart from what was meant.
  ///
  /// - Throws: `badData`.
  package func id() throws(GymbagError) -> ID {
    switch node.kind {
    case .string: break
    case .escapedString where JSONEscapes.resolve(bytes).isWhole: break
    default: throw mismatch("an id")
    }
    guard let id = ID(try string()) else { throw mismatch("an id") }
    return id
  }

  /// The ids in an array.
  ///
  /// - Throws: `badData` for anything but an array of ids.
  package func ids() throws(GymbagError) -> [ID] {
    var ids: [ID] = []
    for element in try elements() { ids.append(try element.id()) }
    return ids
  }

  /// A whole number within 64 bits, spelled with digits alone.
  ///
  /// - Throws: `badData` for anything else, `1.0` and `1e3` included.
  package func integer() throws(GymbagError) -> Int64 {
    guard let number = document.integer(at: index) else { throw mismatch("a whole number") }
    return number
  }

  /// A whole number within a range.
  ///
  /// - Throws: `badData` for anything else.
  package func integer(in range: ClosedRange<Int64>) throws(GymbagError) -> Int64 {
    let number = try integer()
    guard range.contains(number) else {
      throw mismatch("a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// The whole numbers in an array.
  ///
  /// - Throws: `badData` for anything but an array of whole numbers within 64 bits.
  package func integers() throws(GymbagError) -> [Int64] {
    guard node.kind == .array else { throw mismatch("an array") }
    var numbers: [Int64] = []
    for position in index + 1..<document.next(index) - 1 {
      guard let number = document.integer(at: position) else {
        throw JSONValue(document: document, index: position).mismatch("a whole number")
      }
      numbers.append(number)
    }
    return numbers
  }

  /// The elements of an array.
  ///
  /// - Throws: `badData` for anything but an array.
  package func elements() throws(GymbagError) -> JSONElements {
    guard node.kind == .array else { throw mismatch("an array") }
    return JSONElements(document: document, position: index + 1, end: document.next(index) - 1)
  }

  /// The members of an object.
  ///
  /// - Throws: `badData` for anything but an object, and for one that repeats a key.
  package func object() throws(GymbagError) -> JSONObject {
    guard node.kind == .object else { throw mismatch("an object") }
    return try JSONObject(self)
  }

  /// Says that the value is not what it must be: where, what was expected, what was found.
  package func mismatch(_ expected: String) -> GymbagError {
    GymbagError(.badData, "\(path): expected \(expected), found \(summary) (\(document.source))")
  }

  /// The beginning of the value, fit to be shown on one line.
  private var summary: String {
    switch node.kind {
    case .object: return "an object"
    case .array: return "an array"
    default:
      let text = String(decoding: bytes.prefix(40), as: UTF8.self)
      return bytes.count > 40 ? text + "…" : text
    }
  }

  /// The way from the root to the value, `$[3].participants[0].userID`.
  package var path: String {
    let nodes = document.nodes
    var text = "$"
    var current = 0
    while current != index {
      let isObject = nodes[current].kind == .object
      var child = current + 1
      var position = 0
      // Over the members or elements that end before the value begins.
      while document.next(isObject ? child + 1 : child) <= index {
        child = document.next(isObject ? child + 1 : child)
        position += 1
      }
      text += isObject ? "." + JSONKey(document: document, index: child).text : "[\(position)]"
      current = isObject ? child + 1 : child
    }
    return text
  }
}

/// The elements of an array, one after another.
package struct JSONElements: Sequence, IteratorProtocol, Sendable {
  fileprivate let document: JSONDocument
  fileprivate var position: Int
  fileprivate let end: Int

  package mutating func next() -> JSONValue? {
    guard position < end else { return nil }
    defer { position = document.next(position) }
    return JSONValue(document: document, index: position)
  }
}
