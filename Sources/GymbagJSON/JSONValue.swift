package import GymbagModel

/// One value of a document. What is read from it is checked, and errors name its path.
package struct JSONValue: Sendable {
  /// The document it stands in.
  package let document: JSONDocument
  let index: Int

  var node: JSONNode { document.nodes[index] }

  /// The value's exact bytes within `document.bytes`, quotes included.
  package var range: Range<Int> { Int(node.start)..<Int(node.end) }

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
    case .string: String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
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

  /// A whole number within 64 bits, spelled with digits alone.
  ///
  /// - Throws: `badData` for anything else, `1.0` and `1e3` included.
  package func integer() throws(GymbagError) -> Int64 {
    guard node.kind == .number, let value = Int64(String(decoding: bytes, as: UTF8.self)) else {
      throw mismatch("a whole number")
    }
    return value
  }

  /// The elements of an array.
  ///
  /// - Throws: `badData` for anything but an array.
  package func elements() throws(GymbagError) -> [JSONValue] {
    guard node.kind == .array else { throw mismatch("an array") }
    var out: [JSONValue] = []
    var child = index + 1
    while child < Int(node.next) {
      out.append(JSONValue(document: document, index: child))
      child = Int(document.nodes[child].next)
    }
    return out
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
    var text = "$"
    var current = 0
    while current != index {
      let isObject = document.nodes[current].kind == .object
      var child = current + 1
      var position = 0
      while Int(document.nodes[isObject ? child + 1 : child].next) <= index {
        child = Int(document.nodes[isObject ? child + 1 : child].next)
        position += 1
      }
      if isObject {
        let key = JSONValue(document: document, index: child)
        if child == index { return text }
        text += "." + ((try? key.string()) ?? "")
        current = child + 1
      } else {
        text += "[\(position)]"
        current = child
      }
    }
    return text
  }
}
