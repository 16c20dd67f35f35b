import GymbagModel
import GymbagTestSupport
import Testing

@testable import GymbagArchive

@Suite("An entry name") struct EntryNameTests {
  @Test(
    "keeps what is legal everywhere and encodes the rest",
    arguments: [
      ("w-1", "w-1"), ("a.b", "a.b"), ("007", "007"), ("Mia", "_4dia"), ("a_b", "a_5fb"),
      ("../x", "_2e._2fx"), (".", "_2e"), ("..", "_2e_2e"), ("a.", "a_2e"), (".a", "_2ea"),
      ("a/b", "a_2fb"), ("con", "_63on"), ("con.txt", "_63on.txt"), ("com1", "_63om1"),
      ("console", "console"), ("CON", "_43_4f_4e"), ("%2e", "_252e"), ("ü", "_c3_bc"),
      ("a b\n", "a_20b_0a"), ("set:12?", "set_3a12_3f"),
    ])
  func encoding(id: String, name: String) throws {
    #expect(try EntryName.encode(#require(ID(id))) == name)
  }

  @Test("of a long id is short, and another one for each id")
  func long() throws {
    let stem = String(repeating: "x", count: 299)
    let a = try EntryName.encode(#require(ID(stem + "a")))
    let b = try EntryName.encode(#require(ID(stem + "b")))
    #expect(a != b && a.utf8.count == 64 && a.hasPrefix(stem.prefix(30) + "_-"))
    // An id that looks like such a name is not taken for one.
    #expect(try EntryName.encode(#require(ID(a))) != a)
  }

  @Test("is one for each id, also without case, and legal on FAT", arguments: Seeded.seeds(20))
  func injective(seed: Int) throws {
    var random = Seeded(UInt64(seed))
    let alphabet = Array("aAbB._-%/\\:01é\u{301}e\u{e9} \ncon\u{1}💪").map(String.init)
    var names: [String: ID] = [:]
    for _ in 0..<2000 {
      let count = Int.random(in: 1...8, using: &random)
      let text = (0..<count).map { _ in alphabet.randomElement(using: &random) ?? "a" }.joined()
      let id = try #require(ID(text))
      let name = try EntryName.encode(id)
      if let other = names.updateValue(id, forKey: name.lowercased()) { #expect(other == id) }
      #expect(name.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789._-".utf8.contains($0) })
      #expect(!name.hasPrefix(".") && !name.hasSuffix(".") && name.utf8.count <= 64)
      #expect(!["con", "nul", "prn", "aux"].contains(name.prefix { $0 != "." }))
    }
  }
}
