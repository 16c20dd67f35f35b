import GymbagJSON
import GymbagModel
import Testing

@Suite("A text that is no JSON") struct JSONErrorTests {
  @Test(
    "is refused with the line, the column, what was found and what was expected",
    arguments: [
      ("", "line 1, column 1: the text ends where a value was expected"),
      (" \n ", "line 2, column 2: the text ends where a value was expected"),
      ("\u{feff}1", "line 1, column 1: a byte order mark, which JSON forbids"),
      ("[", "line 1, column 2: the text ends where a value was expected"),
      ("[1", "line 1, column 3: the text ends where \",\" or \"]\" was expected"),
      ("{", "line 1, column 2: the text ends where a key in quotes was expected"),
      ("{\"a\":1", "line 1, column 7: the text ends where \",\" or \"}\" was expected"),
      ("{\n  \"a\": [1,\n   x]}", "line 3, column 4: found \"x\" where a value was expected"),
      ("[1,]", "line 1, column 4: found \"]\" where a value was expected"),
      ("{\"a\":1,}", "line 1, column 8: found \"}\" where a key in quotes was expected"),
      ("{\"a\" 1}", "line 1, column 6: found \"1\" where \":\" was expected"),
      ("{\"a\":1 2}", "line 1, column 8: found \"2\" where \",\" or \"}\" was expected"),
      ("[1 2]", "line 1, column 4: found \"2\" where \",\" or \"]\" was expected"),
      ("[1}", "line 1, column 3: found \"}\" where \",\" or \"]\" was expected"),
      ("1 x", "line 1, column 3: found \"x\" where the end of the text was expected"),
      ("nul", "line 1, column 1: found \"n\" where null was expected"),
      ("[trux]", "line 1, column 2: found \"t\" where true was expected"),
      ("falsE", "line 1, column 1: found \"f\" where false was expected"),
      ("-", "line 1, column 2: the text ends where a digit was expected"),
      ("[01]", "line 1, column 3: found \"1\" where \",\" or \"]\" was expected"),
      ("1.", "line 1, column 3: the text ends where a digit was expected"),
      ("[1.e5]", "line 1, column 4: found \"e\" where a digit was expected"),
      ("[1e+]", "line 1, column 5: found \"]\" where a digit was expected"),
      ("\"ab", "line 1, column 4: the text ends where the end of a string was expected"),
      (
        "\"a\nb\"",
        "line 1, column 3: a control character in a string; it must be escaped"
      ),
      ("\"a\\x\"", "line 1, column 3: a backslash that begins no escape"),
      ("\"\\", "line 1, column 2: a backslash that begins no escape"),
      ("\"a\\u12g4\"", "line 1, column 3: a \\u that four hex digits do not follow"),
      ("\"é\\q\"", "line 1, column 4: a backslash that begins no escape"),
      ("\u{a0}", "line 1, column 1: found byte 0xc2 where a value was expected"),
      ("[\u{0}]", "line 1, column 2: found byte 0x0 where a value was expected"),
    ])
  func places(text: String, message: String) {
    // What stands behind the place must not change what is said of it.
    let isAtEnd = message.contains("the text ends") || text.hasSuffix("\\")
    for behind in isAtEnd ? [""] : ["", String(repeating: " ", count: 40) + "\"1\"]"] {
      #expect {
        try JSONDocument(Array((text + behind).utf8), source: "roster.json")
      } throws: {
        ($0 as? GymbagError)?.kind == .badData
          && ($0 as? GymbagError)?.message == "not JSON: \(message) (roster.json)"
      }
    }
  }

  @Test("is refused for bytes that are not UTF-8 where their sequence begins")
  func badUTF8() {
    let bytes = Array("[\"long enough to be looked at at once ".utf8) + [0xe2, 0x82, 0x22, 0x5d]
    #expect {
      try JSONDocument(bytes, source: "test")
    } throws: {
      ($0 as? GymbagError)?.message
        == "not JSON: line 1, column 39: bytes that are not UTF-8 (test)"
    }
  }

  @Test("is refused at the bracket that is one too deep")
  func depth() {
    #expect {
      try JSONDocument(Array(repeating: UInt8(ascii: "["), count: 600), source: "test")
    } throws: {
      ($0 as? GymbagError)?.message
        == "not JSON: line 1, column 513: nested more than 512 deep (test)"
    }
  }
}
