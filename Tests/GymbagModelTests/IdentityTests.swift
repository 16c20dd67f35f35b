import GymbagModel
import GymbagTestSupport
import Testing

@Suite("An id") struct IDTests {
  @Test("is compared by its bytes, not by what Unicode holds to be the same")
  func bytes() throws {
    let composed = try #require(ID("Zo\u{eb}"))
    let decomposed = try #require(ID("Zoe\u{308}"))
    #expect("Zo\u{eb}" == "Zoe\u{308}", "Swift itself sees no difference")
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed]).count == 2)
    #expect(try #require(ID("007")) != (try #require(ID("7"))))
  }

  @Test("is never empty and holds no NUL", arguments: ["", "\0", "w\0x"])
  func refusal(text: String) {
    #expect(ID(text) == nil)
  }
}

@Suite("An owner") struct OwnerTests {
  @Test(
    "is written baseURL::userID and read back",
    arguments: [
      ("https://api.example", "u-1", "https://api.example::u-1"),
      ("https://[::1]:8443/v1", "a::b", "https://[::1]:8443/v1::a%3A%3Ab"),
      ("http://127.0.0.1:80", "coach/Ü 1", "http://127.0.0.1:80::coach%2F%C3%9C%201"),
    ])
  func spelling(baseURL: String, userID: String, text: String) throws {
    let owner = Owner(baseURL: baseURL, userID: try #require(ID(userID)))
    #expect(owner.description == text)
    #expect(Owner(text) == owner)
  }

  @Test(
    "is not read from another spelling",
    arguments: [
      "https://api.example", "https://api.example::", "::u", "ftp://x::u", "https://x::a b",
      "https://x::%7a", "https://x::%", "https://x::%zz", "https://x::%ff", "https://x::%00",
      "http://h b::u", "https://é.example::u", "httpx://h::u",
    ])
  func refusal(text: String) {
    #expect(Owner(text) == nil)
  }
}

@Suite("Text that is shown") struct PrintableTests {
  @Test("cannot steer a terminal, forge a line or turn the direction of what follows")
  func control() {
    let hostile = "a\u{1b}[31m\nb\r\u{7f}\u{9b}c\u{202e}d\u{2066}e\u{2028}f\tg"
    #expect(hostile.printable.unicodeScalars.allSatisfy { $0 == "\u{fffd}" || $0.value >= 0x20 })
    #expect(hostile.printable.filter { $0 != "\u{fffd}" } == "a[31mbcdefg")
    #expect("Zoë 山田 رنا 💪🏽".printable == "Zoë 山田 رنا 💪🏽")
  }
}

@Suite("The nearest word") struct EditDistanceTests {
  @Test(
    "is found for slips of the finger",
    arguments: [("pcak", "pack"), ("coverge", "coverage"), ("lst", "list"), ("verfiy", "verify")])
  func slips(typed: String, meant: String) {
    let words = ["init", "pack", "list", "show", "verify", "coverage"]
    #expect(EditDistance.nearest(to: typed, among: words) == meant)
  }

  @Test("is not guessed for another word", arguments: ["upload", "x", "", "zzzzzz"])
  func others(typed: String) {
    #expect(EditDistance.nearest(to: typed, among: ["init", "pack", "verify"]) == nil)
  }
}

@Suite("A set of bits") struct BitSetTests {
  @Test("is the set that Swift's own set is")
  func operations() {
    let a: Set<Int> = [0, 3, 63, 64, 130]
    let b: Set<Int> = [3, 64, 65, 200]
    let (bitsA, bitsB) = (BitSet(Array(a)), BitSet(Array(b)))
    #expect(bitsA.union(bitsB) == BitSet(Array(a.union(b))))
    #expect(bitsA.intersection(bitsB) == BitSet(Array(a.intersection(b))))
    #expect(bitsA.subtracting(bitsB) == BitSet(Array(a.subtracting(b))))
    #expect(bitsB.subtracting(bitsB) == BitSet())
    #expect(bitsA.indices == a.sorted() && bitsA.count == 5)
    #expect(bitsA.contains(130) && !bitsA.contains(129) && !bitsA.contains(10_000))
  }
}

@Suite("A word for a shell") struct ShellQuotingTests {
  @Test(
    "is the text again when a shell has read it",
    arguments: [
      "plain", "/a/b-c.tar", "it's", "two words", "$(id)", "`id`", "a;b", "", "*", "~", "a\\b", "é",
      "https://a';id>/tmp/x;'::u", "line\nbreak", "!",
    ])
  func roundTrip(text: String) throws {
    let read = try Tool.output(["sh", "-c", "printf %s " + text.quotedForShell])
    #expect(read == text)
  }
}
