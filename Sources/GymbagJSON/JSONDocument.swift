package import GymbagModel

/// One JSON text that has been read: its bytes, and where each value stands in them.
///
/// The reader decides for all of gymbag what JSON is: RFC 8259 to the letter, in valid UTF-8, nested
/// at most 512 deep, shorter than 4 GiB. Nothing is converted on the way: a number keeps its
/// spelling, a string its escapes, and every value knows its exact bytes. Keys that are repeated
/// are legal in a text that is passed on; `JSONValue.object()` refuses them where we interpret.
package final class JSONDocument: Sendable {
  /// The text.
  package let bytes: [UInt8]
  /// Where the text came from, for errors: a file and line, a request.
  package let source: String
  let nodes: [JSONNode]

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - bytes: exactly one JSON value with optional white space around it, no byte order mark.
  ///   - source: where it came from, for errors.
  /// - Throws: `badData` with the line, the column (in bytes, from 1), what was found and what was
  ///   expected.
  /// - Complexity: O(n); one pass.
  package init(_ bytes: [UInt8], source: String) throws(GymbagError) {
    do throws(JSONSyntaxError) {
      nodes = try bytes.withUnsafeBufferPointer { buffer throws(JSONSyntaxError) in
        try JSONParser.parse(buffer)
      }
    } catch {
      throw error.described(in: bytes, source: source)
    }
    self.bytes = bytes
    self.source = source
  }

  /// The value that the text is.
  package var root: JSONValue { JSONValue(document: self, index: 0) }
}

/// Where one value stands. Nodes lie in the order of the text; those of an object alternate
/// between keys and values.
struct JSONNode {
  enum Kind: UInt8 {
    case null, `false`, `true`, number, string, escapedString, array, object
  }

  let start: UInt32
  /// Behind the last byte.
  var end: UInt32
  /// The node behind this one and all that is in it.
  var next: UInt32
  let kind: Kind
}

/// Where a text stops being JSON.
struct JSONSyntaxError: Error {
  let offset: Int
  let reason: String

  func described(in bytes: [UInt8], source: String) -> GymbagError {
    let before = bytes.prefix(offset)
    let line = before.reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return GymbagError(
      .badData,
      "not JSON: line \(line), column \(offset - lineStart + 1): \(reason) (\(source))")
  }
}
