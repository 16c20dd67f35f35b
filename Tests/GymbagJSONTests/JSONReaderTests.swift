import GymbagJSON
import GymbagModel
import Testing

/// What the sections of RFC 8259 allow and forbid.
@Suite("The JSON reader") struct JSONReaderTests {
  @Test(
    "takes every text that RFC 8259 allows",
    arguments: [
      "null", "true", "false", "0", "-0", "1", "10", "-10", "0.5", "1.50", "1e2", "1E+2", "1e-02",
      "-0.0e0", "1e400", "123456789012345678901234567890", #""""#, #""a""#, "[]", "{}", "[[]]",
      "[1,2]", #"{"a":1}"#, #"{"a":{"b":[1,{"c":null}]}}"#, " \t\r\n1 \t\r\n", "[ 1 , 2 ]",
      #"{ "a" : 1 , "b" : 2 }"#, #""\"\\\/\b\f\n\r\t\u0041""#, #""\u00e9\uD83D\uDCAA""#,
      #""\uD800""#, #""\uDC00\uD800""#, #"{"a":1,"a":2}"#, "\"\u{7f}é山💪\u{2028}\u{10ffff}\"",
      #"{"":0}"#, "[true,false,null]",
    ])
  func valid(text: String) throws {
    let bytes = Array(text.utf8)
    #expect(try JSONDocument(bytes, source: "test").bytes == bytes)
  }

  @Test(
    "refuses every text that it does not",
    arguments: [
      "", " ", "nul", "nulll", "nulx", "True", "NaN", "Infinity", "-Infinity", "01", "-01", "1.",
      ".5", "-", "+1", "1e", "1e+", "1.e2", "0x10", "1 2", "1,", "[", "[1", "[1,", "[1,]", "[,1]",
      "[1 2]", "[1,,2]", "]", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}",
      "{,}", "{a:1}", "{'a':1}", "{1:2}", "{\"a\" 1}", "{\"a\":1 \"b\":2}", "{\"a\":}", "[}", "{]",
      "\"", "\"a", "\"\\\"", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\\u 123\"", "\"a\nb\"",
      "\"a\tb\"", "\"\u{0}\"", "'a'", "\u{feff}1", "/* */ 1", "1 // x", "\u{a0}1", "[1]]", "{}{}",
      "\u{2028}1", "\"\\U0041\"", "{\"a\":1}x", "tru", "[nul]", "{b c}",
    ])
  func invalid(text: String) {
    #expect(throws: GymbagError.self) { try JSONDocument(Array(text.utf8), source: "test") }
  }

  /// The table of well-formed sequences of RFC 3629, section 4, and its edges.
  @Test(
    "refuses bytes that are not UTF-8, in values and in keys",
    arguments: [
      [0x80], [0xbf], [0xc0, 0x80], [0xc1, 0xbf], [0xc3], [0xc3, 0x28], [0xe0, 0x9f, 0xbf],
      [0xe2, 0x28, 0xa1], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xed, 0xbf, 0xbf],
      [0xf0, 0x8f, 0xbf, 0xbf], [0xf0, 0x90, 0x28, 0xbc], [0xf0, 0x9f, 0x92],
      [0xf4, 0x90, 0x80, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xff],
    ] as [[UInt8]])
  func badUTF8(sequence: [UInt8]) {
    for padding in 0..<10 {
      let text = Array(repeating: UInt8(ascii: "x"), count: padding) + sequence
      let quoted = [0x22] + text + [0x22]
      for bytes in [quoted, [0x7b] + quoted + [0x3a, 0x31, 0x7d]] {
        #expect(throws: GymbagError.self) { try JSONDocument(bytes, source: "test") }
      }
    }
  }

  @Test("finds a byte that must be escaped wherever it stands", arguments: 0..<40)
  func controlCharacters(position: Int) {
    for byte in UInt8(0)..<0x20 {
      var text = Array(repeating: UInt8(ascii: "x"), count: 40)
      text[position] = byte
      #expect(throws: GymbagError.self) {
        try JSONDocument([0x22] + text + [0x22], source: "test")
      }
    }
  }

  @Test("reads 512 levels and no more", arguments: ["[", #"{"a":"#])
  func depth(opening: String) throws {
    func nested(_ levels: Int) -> [UInt8] {
      let closing = opening == "[" ? "]" : "}"
      let inner = opening == "[" ? "" : "1"
      return Array(
        (String(repeating: opening, count: levels) + inner
          + String(repeating: closing, count: levels)).utf8)
    }
    _ = try JSONDocument(nested(512), source: "test")
    #expect(throws: GymbagError.self) { try JSONDocument(nested(513), source: "test") }
    #expect(throws: GymbagError.self) {
      try JSONDocument(nested(2_000_000), source: "test")
    }
  }

  @Test("refuses a text that is cut, at every byte")
  func truncation() throws {
    let text = #"{"a":[1.5e+10,true,null,"é💪\u00e9\n"],"long key of more than eight":{"b":"x"}}"#
    let bytes = Array(text.utf8)
    _ = try JSONDocument(bytes, source: "test")
    for length in 0..<bytes.count {
      #expect(throws: GymbagError.self) {
        try JSONDocument(Array(bytes[..<length]), source: "test")
      }
    }
  }

  @Test("says where a text stops being JSON")
  func position() {
    #expect {
      try JSONDocument(Array("{\n  \"a\": [1,\n   x]}".utf8), source: "roster.json")
    } throws: {
      let error = $0 as? GymbagError
      return error?.kind == .badData
        && error?.message
          == "not JSON: line 3, column 4: found \"x\" where a value was expected (roster.json)"
    }
  }
}
