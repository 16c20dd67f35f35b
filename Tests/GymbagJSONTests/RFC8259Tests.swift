import GymbagJSON
import GymbagModel
import Testing

/// What one rule of RFC 8259 has the reader take and refuse.
private struct Rule: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let takes: [String]
  let refuses: [String]

  init(_ name: String, takes: [String] = [], refuses: [String] = []) {
    testDescription = name
    self.takes = takes
    self.refuses = refuses
  }
}

private func levels(_ count: Int, _ opening: String, _ inner: String, _ closing: String) -> String {
  String(repeating: opening, count: count) + inner + String(repeating: closing, count: count)
}

private let controls = (UInt8(0)..<0x20).map { String(Unicode.Scalar($0)) }

private let grammar = [
  Rule(
    "2: white space is space, tab, LF and CR, before and behind each of the six structural tokens",
    takes: [
      " \t\r\n1 \t\r\n", " [ 1 , 2 ] ", "\r\n{\t\"a\"\n:\r1\t,\n\"b\" : [ ] }\n",
      "[" + String(repeating: " ", count: 100) + "]", "[1\n,\n2]", "{ }",
    ],
    refuses: [
      "\u{b}1", "\u{c}1", "\u{a0}1", "\u{85}1", "\u{1680}1", "\u{2000}1", "\u{2028}1", "\u{3000}1",
      "\u{0}1", "1\u{0}", "[1,\u{c}2]", "[1\u{a0}]", "{\"a\"\u{b}:1}", "\u{feff}[]", "[\u{feff}]",
      "[]\u{feff}", "/* */ 1", "1 // x", "# x\n1", "[1,/**/2]",
    ]),
  Rule(
    "2: a text is exactly one value", takes: ["0", "null", "\"\"", "[]", "{}"],
    refuses: [
      "", " ", "\n\n", "1 2", "[][]", "{}{}", "[]]", "{}}", "1,", "[1]x", ",", ":", "]", "}",
    ]),
  Rule(
    "3: values are three literal names in lower case, numbers, strings, arrays, objects",
    takes: ["true", "false", "null", "[true,false,null]", "1", "\"\"", "[]", "{}"],
    refuses: [
      "True", "TRUE", "nulL", "t", "tru", "truee", "true1", "fals", "falsy", "n", "nul", "nulx",
      "nulll", "[tru]", "[nul]", "{\"a\":fals}", "NaN", "nan", "Infinity", "-Infinity", "inf",
      "undefined", "[,]", "a", "[a]", "<null>", "*", "ａ", "[truefalse]",
    ]),
  Rule(
    "4: an object is members between braces, each a string, a colon and a value, between commas",
    takes: [
      "{}", #"{"a":1}"#, #"{"":0}"#, #"{"a":{"b":[1,{"c":null}]}}"#, #"{"a":{},"b":[]}"#,
      #"{"\u0000":1}"#, #"{"é💪":1}"#, #"{"a":1,"b":2,"c":3}"#,
    ],
    refuses: [
      "{", "{,}", #"{"a""#, #"{"a":"#, #"{"a":1"#, #"{"a":1,"#, #"{"a":1,}"#, #"{,"a":1}"#,
      #"{"a":1,,"b":2}"#, "{a:1}", "{'a':1}", "{1:2}", "{null:1}", "{[]:1}", "{{}:1}",
      #"{"a" 1}"#, #"{"a"}"#, #"{"a",1}"#, #"{"a":1 "b":2}"#, #"{"a":}"#, #"{:1}"#, #"{"a"::1}"#,
      #"{"a":1:2}"#, "{]", #"{"a":1]"#, #"{"a":1}x"#, "{b c}", #"{"a":1;"b":2}"#, #"{"a"=1}"#,
      #"{"a":b}"#, #"{"a","b"}"#, #"{"a":1,2}"#, #"{"a":1,"b"}"#,
    ]),
  Rule(
    "4: names should be unique; text that repeats them is passed on all the same",
    takes: [#"{"a":1,"a":2}"#, #"{"a":1,"\u0061":2}"#, #"{"":1,"":1}"#]),
  Rule(
    "5: an array is values between brackets and commas, of any kinds",
    takes: ["[]", "[1]", "[[]]", "[1,\"a\",null,{},[]]", "[[],[[]],[[],[]]]"],
    refuses: [
      "[", "[1", "[1,", "[1,]", "[,1]", "[1,,2]", "[1 2]", "[1:2]", "[\"a\":1]", "[}", "[1}",
      "[1]]",
      "[,]", "[[1]", "[1;2]", "[\"a\" \"b\"]", "(1)", "[1\n2]", "[-]", "[\"a\",\n",
    ]),
  Rule(
    "6: a number is an optional minus, digits without a leading zero, a fraction, an exponent",
    takes: [
      "0", "-0", "1", "9", "10", "-10", "1234567", "12345678", "123456789", "0.5", "1.50", "-0.0",
      "0.1234567", "0.12345678", "1e2", "1E2", "1e+2", "1E-2", "1e-02", "0e0", "0E+00", "-0.0e0",
      "1.5e10", "[0,-1,2.5,-3.25e-1]",
    ],
    refuses: [
      "-", "+1", "--1", "00", "01", "-01", "-00", "001.5", "1.", "-1.", ".5", "-.5", "1..2",
      "1.2.3",
      "1e", "1E", "1e+", "1e-", "1.e2", "1.5e", "e1", "1e1.5", "1ee2", "1e+-2", "0x10", "1_000",
      "1,000", "1 000", "1a", "- 1", "-a", "１", "[-]", "[1.]", "[1e]", "[01]", "[1.5.]", "[2.e3]",
      "[-a]", "{\"a\":+1}", "1f", "1L", "0b1", "∞", "1/2",
    ]),
  Rule(
    "6: numbers may be of any size and precision",
    takes: [
      "1e400", "-1e+9999", "1e-9999", "0.4e00669999999999999999999999", "9223372036854775808",
      "123456789012345678901234567890", "3.141592653589793238462643383279",
      String(repeating: "9", count: 5000), "0." + String(repeating: "0", count: 5000) + "1",
      "1e" + String(repeating: "1", count: 5000),
    ]),
  Rule(
    "7: a string stands between quotes",
    takes: [#""""#, #""a""#, "\"'\"", "\"/\"", "\" \"", "\"\u{7f}\""],
    refuses: [
      "\"", "\"a", "a\"", "'a'", "\"a\"b\"", "\"a\" \"b\"", "`a`", "“a”", "[\"a]", "[\"a\",\"]",
    ]),
  Rule(
    "7: of the escapes, eight are a letter or sign and one is u and four hex digits",
    takes: [
      #""\"""#, #""\\""#, #""\/""#, #""\b""#, #""\f""#, #""\n""#, #""\r""#, #""\t""#, #""\u0041""#,
      #""\uabcd\uABCD\u09aF""#, #""\\\"\\""#, #""\\u12""#, #""\u0000""#, #""\u00410""#,
      #""\"\\\/\b\f\n\r\t\u0041 and more than sixteen bytes \n of it""#,
    ],
    refuses: [
      #""\"#, #""\""#, #""\\\""#, #""\a""#, #""\v""#, #""\0""#, #""\x41""#, #""\'""#, #""\U0041""#,
      #""\N""#, #""\é""#, #""\💪""#, "\"\\\n\"", "\"\\\u{0}\"", #""\u""#, #""\u1""#, #""\u12""#,
      #""\u123""#, #""\u123"#, #""\u12g4""#, #""\u 123""#, #""\u+123""#, #""\u-123""#, #""\u{41}""#,
      #""\u００41""#, #"[\n]"#, #"\u0022a""#, #"["\u00A"]"#, #""\u"#, #""\ ""#,
    ]),
  Rule(
    "7: a surrogate may stand alone in text that is passed on",
    takes: [
      #""\ud83d\udcaa""#, #""\uD800""#, #""\uDFFF""#, #""\uDC00\uD800""#, #""\uD800\uD800\uDC00""#,
      #""\ud800x\udc00""#, #""\ud800\n""#, #"{"\udfaa":0}"#, #""\ud800\u0041""#,
    ],
    refuses: [#""\ud800\u""#, #""\ud800\udc0""#, #""\ud800\"#, #""\ud83d\u1""#]),
  Rule(
    "7: a control character is escaped; all else beyond ASCII may stand as it is",
    takes: ["\"\u{80}\u{9f}\u{a0}é山\u{fffd}\u{ffff}💪\u{10ffff}\"", "\"\u{2028}\u{2029}\u{feff}\""],
    refuses: controls.map { "\"\($0)\"" } + controls.map { "{\"more than sixteen bytes\($0)\":1}" }),
  Rule(
    "9: a reader may limit the depth; ours is 512",
    takes: [
      levels(512, "[", "", "]"), levels(512, "[", "0", "]"), levels(512, "{\"a\":", "1", "}"),
      levels(256, "[{\"a\":", "1", "}]"),
      "[\(levels(511, "[", "", "]")),\(levels(511, "[", "", "]"))]",
    ],
    refuses: [
      levels(513, "[", "", "]"), levels(512, "{\"a\":", "{}", "}"),
      levels(256, "[{\"a\":", "[]", "}]"),
      "[1," + levels(512, "[", "", "]") + "]", levels(2_000_000, "[", "", ""),
      levels(1_000_000, "{\"a\":", "1", "}"),
    ]),
]

@Suite("RFC 8259, section by section") struct RFC8259Tests {
  private func reads(_ bytes: [UInt8]) -> Bool {
    (try? JSONDocument(bytes, source: "test")) != nil
  }

  @Test("the reader takes what a rule allows, and refuses what it does not", arguments: grammar)
  private func rule(_ rule: Rule) throws {
    // Beside much else, too: near the end of a text fewer bytes are looked at at a time.
    let beside = ", \"and what makes the text longer than is looked at at once\" ]"
    for text in rule.takes {
      #expect(throws: Never.self) { try JSONDocument(Array(text.utf8), source: "test") }
      if !rule.testDescription.hasPrefix("9") {
        #expect(reads(Array("[ \(text)\(beside)".utf8)), "\(text) in an array")
      }
    }
    for text in rule.refuses {
      #expect(!reads(Array(text.utf8)), "\(text.prefix(80))")
      // What is more than one value is right in no array but for one with commas.
      if !rule.testDescription.hasSuffix("one value") {
        #expect(!reads(Array("[ \(text)\(beside)".utf8)), "\(text.prefix(80)) in an array")
      }
    }
  }

  @Test(
    "8: text is UTF-8 and nothing else",
    arguments: [
      // UTF-16 and UTF-32, in either order and with a byte order mark.
      [0x22, 0, 0x61, 0, 0x22, 0], [0, 0x22, 0, 0x61, 0, 0x22], [0xff, 0xfe, 0x31, 0],
      [0xfe, 0xff, 0, 0x31], [0x31, 0, 0, 0], [0, 0, 0, 0x31],
      // UTF-8 with one, whole or cut, before a text or alone.
      [0xef, 0xbb, 0xbf], [0xef, 0xbb, 0xbf, 0x31], [0xef, 0xbb, 0x31], [0xef, 0x31],
      // Latin-1 outside strings.
      [0xe9], [0x5b, 0xe9, 0x5d], [0x31, 0xa0],
    ] as [[UInt8]])
  func encodings(bytes: [UInt8]) {
    #expect(!reads(bytes))
  }

  /// The table of well-formed sequences of RFC 3629, section 4: the first and the last of each row,
  /// and what lies just beyond.
  @Test(
    "8: a string holds well-formed sequences only, wherever they stand",
    arguments: [
      ([0xc2, 0x80], true), ([0xdf, 0xbf], true), ([0xe0, 0xa0, 0x80], true),
      ([0xe0, 0xbf, 0xbf], true), ([0xe1, 0x80, 0x80], true), ([0xec, 0xbf, 0xbf], true),
      ([0xed, 0x80, 0x80], true), ([0xed, 0x9f, 0xbf], true), ([0xee, 0x80, 0x80], true),
      ([0xef, 0xbf, 0xbf], true), ([0xf0, 0x90, 0x80, 0x80], true),
      ([0xf0, 0xbf, 0xbf, 0xbf], true), ([0xf1, 0x80, 0x80, 0x80], true),
      ([0xf3, 0xbf, 0xbf, 0xbf], true), ([0xf4, 0x80, 0x80, 0x80], true),
      ([0xf4, 0x8f, 0xbf, 0xbf], true),
      // A byte that follows nothing, and what begins nothing.
      ([0x80], false), ([0xbf], false), ([0xc0, 0x80], false), ([0xc1, 0xbf], false),
      ([0xf5, 0x80, 0x80, 0x80], false), ([0xf8, 0x88, 0x80, 0x80, 0x80], false),
      ([0xfc, 0x84, 0x80, 0x80, 0x80, 0x80], false), ([0xfe], false), ([0xff], false),
      // Overlong, surrogates (also as pairs), beyond U+10FFFF.
      ([0xe0, 0x80, 0x80], false), ([0xe0, 0x9f, 0xbf], false), ([0xf0, 0x80, 0x80, 0x80], false),
      ([0xf0, 0x8f, 0xbf, 0xbf], false), ([0xed, 0xa0, 0x80], false), ([0xed, 0xbf, 0xbf], false),
      ([0xed, 0xa0, 0xbd, 0xed, 0xb2, 0xaa], false), ([0xf4, 0x90, 0x80, 0x80], false),
      // Cut, or with a byte in it that does not continue.
      ([0xc3], false), ([0xc3, 0x28], false), ([0xc3, 0xc3], false), ([0xe2, 0x82], false),
      ([0xe2, 0x28, 0xa1], false), ([0xe2, 0x82, 0x28], false), ([0xe2, 0x82, 0xc0], false),
      ([0xf0, 0x9f, 0x92], false), ([0xf0, 0x28, 0x8c, 0xbc], false),
      ([0xf0, 0x90, 0x28, 0xbc], false), ([0xf0, 0x90, 0x8c, 0x28], false),
      ([0xf0, 0x90, 0x8c, 0xff], false),
    ] as [([UInt8], Bool)])
  func sequences(sequence: [UInt8], isWellFormed: Bool) {
    for before in 0..<20 {
      for behind in [0, 20] {
        let quoted =
          [0x22] + Array(repeating: 0x78, count: before) + sequence
          + Array(repeating: 0x79, count: behind) + [0x22]
        #expect(reads(quoted) == isWellFormed)
        #expect(reads([0x7b] + quoted + [0x3a, 0x31, 0x7d]) == isWellFormed)
      }
    }
  }

  @Test("7: finds what may not stand in a string wherever it stands", arguments: 0..<40)
  func positions(position: Int) {
    for byte in Array(UInt8(0)..<0x20) + [0x22, 0x5c, 0x80, 0xff] {
      var text = Array(repeating: UInt8(ascii: "x"), count: 40)
      text[position] = byte
      #expect(!reads([0x22] + text + [0x22]))
      #expect(!reads([0x5b, 0x22] + text + [0x22, 0x2c, 0x22] + text + [0x22, 0x5d]))
    }
  }
}
