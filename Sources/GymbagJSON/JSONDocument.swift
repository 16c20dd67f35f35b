package import GymbagModel

/// One JSON text that has been read: its bytes, and where each value stands in them.
///
/// The reader decides for all of gymbag what JSON is: RFC 8259 to the letter, in valid UTF-8, nested
/// at most 512 deep, below 1 GiB. Nothing is converted on the way: a number keeps its spelling, a
/// string its escapes, and every value knows its exact bytes. Keys that are repeated are legal in a
/// text that is passed on; `JSONValue.object()` refuses them where we interpret.
package final class JSONDocument: @unchecked Sendable {
  // Sendable: nothing changes after `init`, and `nodes` is freed by `deinit` alone.

  /// The bytes that the text stands in: all of it, or a file of which it is one line.
  package let bytes: [UInt8]
  /// Where its values stand in `bytes`; the first is the root.
  let nodes: UnsafePointer<JSONNode>
  /// There is no white space between tokens.
  package let isCompact: Bool
  private let file: String
  private let line: Int?

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - bytes: exactly one JSON value with optional white space around it, no byte order mark.
  ///   - source: where it came from, for errors.
  /// - Throws: `badData` with the line, the column (in bytes, from 1), what was found and what was
  ///   expected.
  /// - Complexity: O(n); one pass.
  package convenience init(_ bytes: [UInt8], source: String) throws(GymbagError) {
    try self.init(bytes, range: bytes.indices, file: source, line: nil)
  }

  /// Reads the text at `range` of `bytes`, which is the whole of them or a line.
  init(_ bytes: [UInt8], range: Range<Int>, file: String, line: Int?) throws(GymbagError) {
    do throws(JSONSyntaxError) {
      (nodes, isCompact) = try bytes.withUnsafeBufferPointer { buffer throws(JSONSyntaxError) in
        try JSONParser.parse(buffer, range)
      }
    } catch {
      throw error.described(in: bytes[range], line: line, file: file)
    }
    self.bytes = bytes
    self.file = file
    self.line = line
  }

  deinit { nodes.deallocate() }

  /// Where the text came from, for errors: a file, a file and a line, a request.
  package var source: String { line.map { "\(file), line \($0)" } ?? file }

  /// The node behind the one at `index` and all that is in it.
  @inline(__always)
  func next(_ index: Int) -> Int {
    let node = nodes[index]
    return node.isContainer ? index + node.extent : index + 1
  }

  /// Where the value or key at `index` stands in `bytes`.
  @inline(__always)
  func range(_ index: Int) -> Range<Int> {
    let node = nodes[index]
    let end =
      node.isContainer ? nodes[index + node.extent - 1].start + 1 : node.start + node.extent
    return Range(uncheckedBounds: (node.start, end))
  }

  /// The whole number that a node is; nil for any other value, and beyond 64 bits.
  func integer(at index: Int) -> Int64? {
    let node = nodes[index]
    guard node.kind == .number else { return nil }
    return bytes.withUnsafeBufferPointer { bytes in
      var position = node.start
      let end = node.start + node.extent
      let isNegative = bytes[position] == UInt8(ascii: "-")
      if isNegative { position += 1 }
      // Counted downwards: the smallest number has no positive counterpart.
      var negative: Int64 = 0
      while position < end {
        let digit = bytes[position] &- UInt8(ascii: "0")
        guard digit < 10 else { return nil }
        let (tens, overflow) = negative.multipliedReportingOverflow(by: 10)
        let (sum, overflowAgain) = tens.subtractingReportingOverflow(Int64(digit))
        if overflow || overflowAgain { return nil }
        negative = sum
        position += 1
      }
      // A zero with a sign is what arithmetic made of something, and no number that was counted.
      if isNegative { return negative == 0 ? nil : negative }
      return negative == .min ? nil : -negative
    }
  }

  /// The value that the text is.
  package var root: JSONValue { JSONValue(document: self, index: 0) }
}

/// Where a text stops being JSON.
struct JSONSyntaxError: Error {
  let offset: Int
  let reason: String

  /// - Parameter line: the line of the file that the text is; nil when it is the whole file.
  func described(in text: ArraySlice<UInt8>, line: Int?, file: String) -> GymbagError {
    let before = text[..<offset]
    let breaks = before.count { $0 == UInt8(ascii: "\n") }
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? text.startIndex
    let place = "line \(line ?? breaks + 1), column \(offset - lineStart + 1)"
    return GymbagError(.badData, "not JSON: \(place): \(reason) (\(file))")
  }
}
