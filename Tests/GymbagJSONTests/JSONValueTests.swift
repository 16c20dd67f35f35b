import GymbagJSON
import GymbagModel
import Testing

@Suite("A JSON value") struct JSONValueTests {
  private func root(_ text: String) throws -> JSONValue {
    try JSONDocument(Array(text.utf8), source: "test").root
  }

  @Test(
    "keeps its exact bytes",
    arguments: [
      "129.9", "1e400", "9223372036854775808", "-0", "82.500000000000001", "1E+2",
      #""Zo\u00eb \/ \ud83d\udcaa""#,
    ])
  func exactBytes(spelling: String) throws {
    let list = Array(try root("[ \(spelling) ,{\"a\": \(spelling)}]").elements())
    #expect(String(decoding: list[0].bytes, as: UTF8.self) == spelling)
    let member = try #require(try list[1].object()["a"])
    #expect(String(decoding: member.compact(), as: UTF8.self) == spelling)
  }

  @Test("loses the white space between its tokens and nothing else")
  func compaction() throws {
    let text = "{ \"a b\" :\t[ 1.50 , \" x \\n\" ,\r\n true ] , \"\" : { } }"
    #expect(
      String(decoding: try root(text).compact(), as: UTF8.self)
        == "{\"a b\":[1.50,\" x \\n\",true],\"\":{}}")
    let inner = try root(" [ [ 1 , 2 ] , 3 ] ").elements().map(\.self)[0]
    #expect(String(decoding: inner.compact(), as: UTF8.self) == "[1,2]")
  }

  @Test(
    "keeps what is not for it to judge when it is passed on",
    arguments: [
      #"{"a":1,"a":2}"#, #"{"a":1,"\u0061":2}"#, #"["\ud800","\udc00\ud800"]"#, #"{"\udfaa":"\/"}"#,
      "[0.10,1E+2,-0,1e999,18446744073709551616]", "[\"\u{feff}\"]",
    ])
  func passingOn(text: String) throws {
    #expect(String(decoding: try root(text).compact(), as: UTF8.self) == text)
    let spread = text.replacing(",", with: " ,\n  ").replacing("[", with: "[ ")
    #expect(String(decoding: try root(spread).compact(), as: UTF8.self) == text)
  }

  @Test("reads strings, with their escapes undone")
  func strings() throws {
    #expect(
      try root(#""a\"\\\/\b\f\n\r\tA\u00e9\uD83D\uDCAAé""#).string() == "a\"\\/\u{8}\u{c}\n\r\tAé💪é"
    )
    #expect(try root(#""\ud800x\udc00\ud83d\u0041""#).string() == "\u{fffd}x\u{fffd}\u{fffd}A")
  }

  @Test(
    "is an id only as a whole string",
    arguments: ["7", "null", #""""#, #""\u0000""#, #""a\ud800""#, "[]"])
  func ids(text: String) throws {
    #expect(try root(#""007""#).id().text == "007")
    #expect(throws: GymbagError.self) { try root(text).id() }
  }

  @Test("is a whole number only within 64 bits and without a fraction")
  func integers() throws {
    #expect(try root("9223372036854775807").integer() == .max)
    #expect(try root("-9223372036854775808").integer() == .min)
    #expect(try root("[0,-7,12345678]").integers() == [0, -7, 12_345_678])
    #expect(try root("[]").integers().isEmpty)
    for text in [
      "9223372036854775808", "-9223372036854775809", "99999999999999999999", "1.0", "1e3", "\"1\"",
      "true", "[]",
    ] {
      #expect(throws: GymbagError.self) { try root(text).integer() }
      #expect {
        try root("[1,\(text)]").integers()
      } throws: {
        ($0 as? GymbagError)?.message.hasPrefix("$[1]: expected a whole number") == true
      }
    }
    #expect(throws: GymbagError.self) { try root("[0]").elements().map(\.self)[0].integers() }
  }

  @Test(
    "refuses a key that stands twice, however it is spelled",
    arguments: [#"{"a":1,"a":2}"#, #"{"a":1,"b":2,"\u0061":3}"#])
  func repeatedKeys(text: String) throws {
    #expect {
      try root("[\(text)]").elements().map(\.self)[0].object()
    } throws: {
      ($0 as? GymbagError)?.message == "$[0]: the key \"a\" stands twice (test)"
    }
    // Among many keys, too; and many that are not the same are no reason to refuse any.
    for count in [1, 2, 15, 16, 17, 40] {
      let many = (0..<count).map { "\"k\($0)\":{\"k\":0}" }
      #expect(try root("{\(many.joined(separator: ","))}").object().members.count == count)
      #expect(throws: GymbagError.self) {
        try root("{\((many + ["\"k\(count / 2)\":0"]).joined(separator: ","))}").object()
      }
    }
  }

  @Test("finds members, also those whose keys are escaped")
  func members() throws {
    let object = try root(#"{"id":1,"n\u0061me":"x","none":null,"é":2}"#).object()
    #expect(try object.required("name").string() == "x")
    #expect(object["é"] != nil && object["nam"] == nil && object["names"] == nil)
    #expect(object.optional("none") == nil && object["none"] != nil)
    #expect(object.members.map(\.key) == ["id", "name", "none", "é"])
  }

  @Test("says its path, what was expected and what was found")
  func errors() throws {
    let value = try root(#"[0,{"a":{},"participants":[{"userID":"x"},{"userID":7}]}]"#)
    let person = try value.elements().map(\.self)[1].object().required("participants").elements()
      .map(\.self)[1].object()
    #expect {
      try person.required("userID").id()
    } throws: {
      ($0 as? GymbagError)?.message
        == "$[1].participants[1].userID: expected an id, found 7 (test)"
    }
    #expect {
      try person.required("name")
    } throws: {
      ($0 as? GymbagError)?.message == "$[1].participants[1]: \"name\" is missing (test)"
    }
  }

  @Test("shows members at every depth")
  func everyMember() throws {
    let text = #"{"a":[{"b":1},[{"c":{"d":2}}]],"\u0065":"f","bb":"b","x":"a"}"#
    var found: [String] = []
    try root(text).forEachMember(named: ["a", "b", "d", "e", "bbb"]) { key, value in
      found.append(key.text + "=" + value.path)
    }
    #expect(found == ["a=$.a", "b=$.a[0].b", "d=$.a[1][0].c.d", "e=$.e"])
  }
}

@Suite("JSON lines") struct JSONLinesTests {
  @Test("end with LF alone: line separators of Unicode are text")
  func lines() throws {
    let text = "{\"a\":\"x\u{2028}y\u{85}z\"}\n[1]\n"
    var sizes: [Int] = []
    try JSONLines.read(Array(text.utf8), source: "test") { document throws(GymbagError) in
      sizes.append(document.root.bytes.count)
    }
    #expect(sizes == ["{\"a\":\"x\u{2028}y\u{85}z\"}".utf8.count, 3])
  }

  @Test("name the line that is no JSON, or that has no end", arguments: ["1\n2\nx\n", "1\n2\n3"])
  func damage(text: String) {
    #expect {
      try JSONLines.read(Array(text.utf8), source: "f.jsonl") { _ in }
    } throws: {
      ($0 as? GymbagError)?.message.contains("line 3") == true
    }
  }
}

@Suite("The JSON writer") struct JSONWriterTests {
  @Test("writes what the reader reads, without white space")
  func writing() throws {
    let bytes = JSONWriter.text { json in
      json.object { json in
        json.member("a", "q\"\\\n\t\u{1}\u{7f}é💪")
        json.member("b", [1, 2]) { $0.integer($1) }
        json.member("c", Optional<String>.none)
        json.key("d")
        json.array { json in
          json.object { _ in }
          json.boolean(true)
          json.token("1.50")
        }
      }
    }
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #"{"a":"q\"\\\n\t\u0001\u007fé💪","b":[1,2],"c":null,"d":[{},true,1.50]}"#)
    let value = try JSONDocument(bytes, source: "test").root.object().required("a")
    #expect(try value.string() == "q\"\\\n\t\u{1}\u{7f}é💪")
  }
}
