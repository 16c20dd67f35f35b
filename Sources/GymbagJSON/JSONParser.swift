/// The one pass over a text: checks it against RFC 8259 and notes where its values stand.
///
/// What changes is inlined into `parse`, so that it stays in registers; what is called is told
/// positions and returns them.
struct JSONParser {
  static let depthLimit = 512

  private let tokens: JSONTokens
  private var position: Int
  private var nodes: JSONNodeBuffer
  private var isCompact = true
  /// The innermost array or object that is open, -1 for none. While one is open, the extent of its
  /// node is the position of the one around it and 1: there is no stack beside the nodes.
  private var innermost = -1
  private var depth = 0

  /// Reads the one value at a range of `bytes`.
  ///
  /// - Returns: its nodes, which are the caller's to free, and whether no white space stands between
  ///   its tokens.
  static func parse(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>)
    throws(JSONSyntaxError) -> (nodes: UnsafePointer<JSONNode>, isCompact: Bool)
  {
    guard range.upperBound < JSONNode.byteLimit else {
      throw JSONSyntaxError(offset: range.lowerBound, reason: "longer than 1 GiB")
    }
    guard let base = bytes.baseAddress, !range.isEmpty else {
      throw JSONSyntaxError(
        offset: range.lowerBound, reason: "the text ends where a value was expected")
    }
    var parser = JSONParser(JSONTokens(base, end: range.upperBound), range)
    do throws(JSONSyntaxError) {
      try parser.parseText()
    } catch {
      parser.nodes.free()
      throw error
    }
    return (UnsafePointer(parser.nodes.base), parser.isCompact)
  }

  private init(_ tokens: JSONTokens, _ range: Range<Int>) {
    self.tokens = tokens
    position = range.lowerBound
    nodes = JSONNodeBuffer(for: range.count)
  }

  @inline(__always)
  private mutating func parseText() throws(JSONSyntaxError) {
    if byte == 0xef, tokens[position + 1] == 0xbb, tokens[position + 2] == 0xbf {
      throw tokens.fail(at: position, "a byte order mark, which JSON forbids")
    }
    var isObject = false
    repeat {
      // At a member of an object, an element of an array, or the root.
      skipSpace()
      if isObject {
        guard byte == UInt8(ascii: "\"") else { throw unexpected("a key in quotes") }
        let (end, isEscaped) = try tokens.endOfString(position)
        add(isEscaped ? .escapedKey : .key, to: end)
        skipSpace()
        guard byte == UInt8(ascii: ":") else { throw unexpected("\":\"") }
        position &+= 1
        skipSpace()
      }
      switch byte {
      case UInt8(ascii: "\""):
        let (end, isEscaped) = try tokens.endOfString(position)
        add(isEscaped ? .escapedString : .string, to: end)
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        add(.number, to: try tokens.endOfNumber(position))
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        isObject = byte == UInt8(ascii: "{")
        try begin(isObject ? .object : .array)
        skipSpace()
        if byte != closer(isObject) { continue }
      case UInt8(ascii: "t"): add(.true, to: try tokens.endOfLiteral(position, "true"))
      case UInt8(ascii: "f"): add(.false, to: try tokens.endOfLiteral(position, "false"))
      case UInt8(ascii: "n"): add(.null, to: try tokens.endOfLiteral(position, "null"))
      default: throw unexpected("a value")
      }
      // Behind a value, or at the end of an array or object that is empty.
      while innermost >= 0 {
        skipSpace()
        if byte == UInt8(ascii: ",") {
          position &+= 1
          break
        }
        guard byte == closer(isObject) else {
          throw unexpected(isObject ? "\",\" or \"}\"" : "\",\" or \"]\"")
        }
        close()
        isObject = innermost >= 0 && nodes[innermost].isOf(.object)
      }
    } while innermost >= 0
    skipSpace()
    if position < tokens.end { throw unexpected("the end of the text") }
  }

  @inline(__always)
  private var byte: UInt8 { tokens[position] }

  @inline(__always)
  private func closer(_ isObject: Bool) -> UInt8 {
    isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
  }

  @inline(__always)
  private mutating func skipSpace() {
    // Most often there is none.
    if byte > UInt8(ascii: " ") { return }
    let end = tokens.endOfSpace(position)
    if end > position { isCompact = false }
    position = end
  }

  /// Notes what ends at `end`, and goes on there.
  @inline(__always)
  private mutating func add(_ kind: JSONNode.Kind, to end: Int) {
    nodes.append(JSONNode(kind, start: position, extent: end &- position))
    position = end
  }

  /// At the bracket that begins an array or object.
  @inline(__always)
  private mutating func begin(_ kind: JSONNode.Kind) throws(JSONSyntaxError) {
    if depth == Self.depthLimit {
      throw tokens.fail(at: position, "nested more than \(Self.depthLimit) deep")
    }
    depth &+= 1
    let outer = innermost &+ 1
    innermost = nodes.count
    nodes.append(JSONNode(kind, start: position, extent: outer))
    position &+= 1
  }

  /// At the bracket that ends the innermost array or object.
  @inline(__always)
  private mutating func close() {
    let node = nodes[innermost]
    nodes.append(JSONNode(.end, start: position, extent: 1))
    nodes[innermost] = node.closed(extent: nodes.count &- innermost)
    position &+= 1
    depth &-= 1
    innermost = node.extent &- 1
  }

  private func unexpected(_ expected: String) -> JSONSyntaxError {
    tokens.unexpected(at: position, expected)
  }
}
