import GymbagModel
import Testing

@Suite("Ids that look alike") struct LookalikesTests {
  private func ids(_ texts: [String]) -> [ID] { texts.compactMap(ID.init) }

  @Test(
    "differ in zeros before, a fraction of zero, case, accents or blanks",
    arguments: [
      ("7", ["007"]), ("07", ["007"]), ("7.0", ["007"]), ("7,00", ["007"]), ("+7", ["007"]),
      ("'007", ["007"]), (" 007\u{a0}", ["007"]), ("0", ["00"]), ("a-1", ["A-01"]),
      ("A-001", ["A-01"]), ("zo\u{eb}", ["Zoe\u{308}"]), ("70", []), ("10", ["010"]), ("1", []),
      ("100", []), ("A-10", []), ("A01", []), ("Zoe", []), ("ww ", ["ww"]), (".0", [".0"]),
      ("x.0", ["X.0"]),
      ("WW", ["ww", "Ww"]), ("'", []), ("7e0", []),
    ])
  func alike(text: String, expected: [String]) throws {
    let lookalikes = Lookalikes(
      among: ids(["007", "00", "A-01", "Zoe\u{308}", "010", ".0", "X.0", "ww", "Ww", "a", "A.5"]))
    #expect(lookalikes.ids(like: try #require(ID(text))) == ids(expected))
  }

  @Test("only look the same when nothing that is seen is another")
  func same() throws {
    let (one, other) = try (#require(ID("Zo\u{eb}")), #require(ID("Zoe\u{308} ")))
    #expect(one != other && Lookalikes.lookSame(one, other))
    #expect(try !Lookalikes.lookSame(#require(ID("007")), #require(ID("7"))))
  }

  @Test(
    "are found without the blanks at their ends",
    arguments: [
      ("", ""), (" ", ""), ("\u{a0}\u{3000}", ""), ("\r\n", ""), (" a b\t", "a b"),
      ("\u{feff}a", "a"), ("a\u{200b}", "a"), ("\u{301}", "\u{301}"), ("a \u{301}", "a \u{301}"),
    ])
  func blanks(text: String, expected: String) {
    #expect(text.withoutBlanks == expected)
  }
}
