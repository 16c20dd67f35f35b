import GymbagJSON
import GymbagModel
import GymbagTestSupport
import Testing

/// Texts that nobody thought of: what ours says of them and what Python says must be the same, and
/// what is read must be what was written, token for token and value for value.
@Suite("The JSON reader beside Python's") struct JSONOracleTests {
  @Test("agrees on texts made by the grammar, and on what random damage makes of them")
  func random() throws {
    var texts: [[UInt8]] = []
    for seed in Seeded.seeds(30) {
      var maker = JSONMaker(seed: UInt64(seed))
      for _ in 0..<40 {
        let text = maker.text()
        texts.append(text)
        for _ in 0..<4 { texts.append(maker.damaged(text)) }
      }
    }
    let taken = try compare(texts)
    #expect(taken >= texts.count / 5, "what the grammar makes is JSON")
  }

  /// Long enough strings and numbers, all kinds of tokens, and each beside each.
  private static let rich =
    #"{"a":[-12.50e+10,true,null,false,"é💪\u00e9\n\ud83d\udcaa"], "a name of some length":{"b":"#
    + "\n\t{}},\"\":[[],0,0.25,1234567,\"\\\\\"]}"

  @Test("agrees on a text in which one byte was replaced, put in or left out, anywhere")
  func everyByte() throws {
    let rich = Array(Self.rich.utf8)
    var texts: [[UInt8]] = []
    for position in rich.indices {
      let (before, behind) = (rich[..<position], rich[position...])
      texts.append(Array(before + behind.dropFirst()))
      for byte in JSONMaker.bytes {
        texts.append(before + [byte] + behind)
        texts.append(before + [byte] + behind.dropFirst())
      }
    }
    _ = try compare(texts)
  }

  @Test("refuses a text that is cut, at every byte")
  func truncation() throws {
    let rich = Array(Self.rich.utf8)
    #expect(try compare((0..<rich.count).map { Array(rich[..<$0]) }) == 0)
    #expect(try compare([rich, rich + [0x0a]]) == 2)
  }

  /// - Returns: how many of the texts are JSON.
  private func compare(_ texts: [[UInt8]]) throws -> Int {
    let output = try Tool.output(
      ["python3", "-B", Repository.path("Tests/GymbagJSONTests/strict_json.py")],
      input: texts.map { hex($0) + "\n" }.joined())
    let answers = output.split(separator: "\n")
    try #require(answers.count == texts.count)
    var taken = 0
    for (text, answer) in zip(texts, answers) {
      let ours = ours(text)
      if ours != "-" { taken += 1 }
      #expect(ours == answer, "\(String(decoding: text, as: UTF8.self))")
    }
    return taken
  }

  private func ours(_ text: [UInt8]) -> String {
    guard let root = try? JSONDocument(text, source: "test").root else { return "-" }
    return hex(root.compact()) + " " + show(root)
  }

  private func show(_ value: JSONValue) -> String {
    if let elements = try? value.elements() {
      return "[" + elements.map(show).joined(separator: ",") + "]"
    }
    if let string = try? value.string() { return quoted(string) }
    guard value.isObject else { return String(decoding: value.bytes, as: UTF8.self) }
    guard let object = try? value.object() else { return "repeated" }
    let members = object.members.map { quoted($0.key) + ":" + show($0.value) }
    return "{" + members.joined(separator: ",") + "}"
  }

  private func quoted(_ text: String) -> String { "\"" + hex(Array(text.utf8)) + "\"" }

  private func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
