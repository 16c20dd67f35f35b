import Foundation
import GymbagKit
import GymbagModel
import GymbagTestSupport
import Testing

/// One roster, as different programs save it.
@Suite("A roster from a spreadsheet") struct RosterDialectTests {
  private static let plain = """
    athlete_id,name,workouts
    A-07,Ivo,w-1;w-2
    007,"Weß, Zoë",
    7,"x ""y""\",w/3
    山田,💪,

    """
  private let expected: Roster

  init() throws { expected = try Self.read(Array(Self.plain.utf8)) }

  private static func read(_ bytes: [UInt8]) throws -> Roster {
    try RosterFile(bytes, source: "roster").roster
  }

  /// The plain one with another separator; a semicolon makes quotes necessary.
  private static func separated(by separator: String) -> String {
    plain.split(separator: "\n").map { line in
      let fields = line.replacing("Weß, Zoë", with: "Weß\u{1} Zoë").split(
        separator: ",", omittingEmptySubsequences: false)
      return fields.map { field in
        let field = field.replacing("\u{1}", with: ",")
        return field.contains(separator) && !field.hasPrefix("\"") ? "\"\(field)\"" : String(field)
      }.joined(separator: separator)
    }.joined(separator: "\n")
  }

  @Test(
    "is the same with commas, semicolons and tabs, and what a first line sep= names",
    arguments: [",", ";", "\t", "|"])
  func separators(separator: String) throws {
    let text = Self.separated(by: separator)
    let title = text.prefix { $0 != "\n" }
    let plain =
      separator == "|" ? [] : [text, "\n" + text, text.replacing(title, with: title.uppercased())]
    let declared = ["sep=\(separator)\n\(text)", "\"SEP=\(separator)\"\r\n\(text)"]
    for text in plain + declared {
      for end in ["\n", "\r\n", "\r"] {
        let text = text.replacing("\r\n", with: "\n").replacing("\n", with: end)
        #expect(try Self.read(Array(text.utf8)) == expected)
        #expect(try Self.read(Array("\u{feff}\(text)".utf8)) == expected)
      }
    }
  }

  @Test("has the separator that makes a column for the id, whatever else the header holds")
  func otherSeparators() throws {
    for text in [
      "id;\"Name, first\";Last, or nick\nA;x;\n", "Team;Name, first, last;id\nx;y;A\n",
      "\"id\";\"a;b,c\"\nA;\"1,2\"\n", "id\tname;nick, or so\nA\tx;y\n",
      "id,workouts (a;b;c)\nA,\n", "id;note\nA;1,5\n",
    ] {
      #expect(try Self.read(Array(text.utf8)).entries.map(\.id.text) == ["A"], "\(text)")
    }
  }

  private static let unicode: [(String, mark: [UInt8], String.Encoding)] = [
    ("UTF-8", [0xef, 0xbb, 0xbf], .utf8), ("UTF-16 LE", [0xff, 0xfe], .utf16LittleEndian),
    ("UTF-16 BE", [0xfe, 0xff], .utf16BigEndian),
  ]

  @Test(
    "is the same in UTF-8 and in UTF-16, with and without a byte order mark", arguments: unicode)
  func encodings(name: String, mark: [UInt8], encoding: String.Encoding) throws {
    let json = #"[{"id":"é"},"💪"]"#
    for (text, roster) in [
      (Self.plain, expected), ("sep=;\n" + Self.separated(by: ";"), expected),
      (json, try Self.read(Array(json.utf8))),
    ] {
      let bytes = Array(try #require(text.data(using: encoding)))
      #expect(try Self.read(mark + bytes) == roster)
      // A first line that is not ASCII is no evidence of UTF-16.
      if encoding == .utf8 || !text.hasPrefix("[") { #expect(try Self.read(bytes) == roster) }
    }
  }

  @Test(
    "in any other encoding is refused with the line, and with what to do",
    arguments: [
      (Array("id,name\nA,Zo".utf8) + [0xeb, 0x0a], "line 2: this is not text in UTF-8"),
      (Array("id,name\r\rA,".utf8) + [0xc0, 0x80], "line 3: this is not text in UTF-8"),
      (Array("id\nA\n".utf8) + [0xed, 0xa0, 0x80], "line 3: this is not text in UTF-8"),
      (Array("id\nA".utf8) + [0xc3], "line 2: this is not text in UTF-8"),
      ([0xff, 0xfe, 0x41, 0x00, 0x42], "line 1: this is broken UTF-16"),
      ([0xff, 0xfe, 0x41, 0x00, 0x0a, 0x00, 0x00, 0xd8], "line 2: this is broken UTF-16"),
      ([0xfe, 0xff, 0xdc, 0x00, 0x00, 0x41], "line 1: this is broken UTF-16"),
      ([0xff, 0xfe, 0x00, 0x00, 0x41, 0x00, 0x00, 0x00], "line 1: a NUL"),
      ([0x41, 0x00, 0x42, 0x43, 0x0a, 0x00], "line 1: a NUL"),
      ([0x50, 0x4b, 0x03, 0x04, 0x14, 0x00], "a zip archive, as .xlsx and .ods are"),
      ([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1], "a workbook of an old Excel"),
      ([0xff, 0xfe, 0x3c, 0x00, 0x68, 0x00], "HTML or XML"),
    ] as [([UInt8], String)])
  func otherEncodings(bytes: [UInt8], message: String) {
    #expect {
      try Self.read(bytes)
    } throws: {
      let error = $0 as? GymbagError
      return error?.kind == .badData && error?.message.contains(message) == true
        && error?.hint != nil
    }
  }

  @Test("that Python's csv module writes, in any of its dialects, has everyone in it", .scratch)
  func python() throws {
    let seeds = Array(Seeded.seeds(300))
    let dialects = try Tool.output(
      [
        "python3", "-B", Repository.path("Tests/GymbagKitTests/roster_dialects.py"),
        Scratch.directory,
      ] + seeds.map(String.init)
    ).split(separator: "\n")
    try #require(dialects.count == seeds.count)
    for (seed, dialect) in zip(seeds, dialects) {
      let written = try RosterFile.read(Scratch.path("\(seed).json")).roster
      do {
        #expect(
          try RosterFile.read(Scratch.path("\(seed).csv")).roster == written,
          "seed \(seed): \(dialect)")
      } catch {
        Issue.record("seed \(seed), \(dialect): \(error)")
      }
    }
  }
}
