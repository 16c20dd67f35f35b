import GymbagTestSupport

/// Makes texts by the grammar of RFC 8259, and damages them; the same for the same seed.
struct JSONMaker {
  /// The bytes that mean something to JSON or to UTF-8, and neighbours of theirs.
  static let bytes =
    Array("{}[]:,\"\\/ \t\n019+-.eEutx".utf8)
    + [0x00, 0x0b, 0x1f, 0x7f, 0x80, 0xbf, 0xc0, 0xc2, 0xe0, 0xed, 0xf0, 0xf4, 0xff]

  private var random: Seeded

  init(seed: UInt64) { random = Seeded(seed) }

  /// A text that is JSON.
  mutating func text() -> [UInt8] {
    var out: [UInt8] = []
    space(&out)
    value(&out, depth: Int.random(in: 0...6, using: &random))
    space(&out)
    return out
  }

  /// A text in which something was changed; it may be JSON all the same.
  mutating func damaged(_ text: [UInt8]) -> [UInt8] {
    var text = text
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let position = Int.random(in: 0...text.count, using: &random)
      let end = Int.random(in: position...min(position + 8, text.count), using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: text.insert(oneOf(Self.bytes), at: position)
      case 1: text.replaceSubrange(position..<end, with: [])
      case 2: text.insert(contentsOf: text[position..<end], at: position)
      case 3: text.removeSubrange(position...)
      case 4 where position < text.count:
        text[position] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 5 where position < text.count: text[position] = oneOf(Self.bytes)
      default: break
      }
    }
    return text
  }

  private mutating func oneOf<Element>(_ choices: [Element]) -> Element {
    choices[Int.random(in: choices.indices, using: &random)]
  }

  private mutating func value(_ out: inout [UInt8], depth: Int) {
    switch Int.random(in: depth > 0 ? 0..<9 : 4..<9, using: &random) {
    case 0, 1:
      list(&out, "{", "}") { maker, out in
        maker.string(&out)
        maker.space(&out)
        out += ":".utf8
        maker.space(&out)
        maker.value(&out, depth: depth - 1)
      }
    case 2, 3: list(&out, "[", "]") { maker, out in maker.value(&out, depth: depth - 1) }
    case 4, 5: string(&out)
    case 6, 7: number(&out)
    default: out += oneOf(["true", "false", "null"]).utf8
    }
  }

  private mutating func list(
    _ out: inout [UInt8], _ opening: String, _ closing: String,
    _ element: (inout JSONMaker, inout [UInt8]) -> Void
  ) {
    out += opening.utf8
    space(&out)
    for position in 0..<Int.random(in: 0...5, using: &random) {
      if position > 0 {
        out += ",".utf8
        space(&out)
      }
      element(&self, &out)
      space(&out)
    }
    out += closing.utf8
  }

  private mutating func space(_ out: inout [UInt8]) {
    guard Int.random(in: 0..<3, using: &random) == 0 else { return }
    for _ in 0..<Int.random(in: 0...20, using: &random) {
      out += oneOf(["\t", "\n", "\r", " ", " ", " ", " "]).utf8
    }
  }

  private mutating func string(_ out: inout [UInt8]) {
    out += "\"".utf8
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: out += oneOf(["é", "山", "💪", "\u{7f}", "\u{10ffff}"]).utf8
      case 1:
        out +=
          oneOf(["\\\"", "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t"]).utf8
      case 2:
        // Any unit, half of them surrogates, which then also stand in pairs.
        let unit = UInt16.random(in: 0...UInt16.max, using: &random)
        let half = unit | (Bool.random(using: &random) ? 0xd800 : 0)
        let digits = String(half, radix: 16, uppercase: Bool.random(using: &random))
        out += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
      default:
        for _ in 0..<Int.random(in: 0...20, using: &random) {
          // Few letters, so that keys are repeated.
          out += oneOf(["a", "b", " ", "{", "]", ","]).utf8
        }
      }
    }
    out += "\"".utf8
  }

  private mutating func number(_ out: inout [UInt8]) {
    if Int.random(in: 0..<3, using: &random) == 0 { out += "-".utf8 }
    if Int.random(in: 0..<4, using: &random) == 0 {
      out += "0".utf8
    } else {
      out += oneOf(["1", "7", "9"]).utf8
      digits(&out, 0)
    }
    if Bool.random(using: &random) {
      out += ".".utf8
      digits(&out, 1)
    }
    if Int.random(in: 0..<4, using: &random) == 0 {
      out += oneOf(["e", "E", "e+", "E-"]).utf8
      digits(&out, 1)
    }
  }

  private mutating func digits(_ out: inout [UInt8], _ least: Int) {
    for _ in 0..<Int.random(in: least...12, using: &random) {
      out.append(UInt8(ascii: "0") + UInt8.random(in: 0...9, using: &random))
    }
  }
}
