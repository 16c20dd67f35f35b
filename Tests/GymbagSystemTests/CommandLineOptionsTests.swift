import GymbagModel
import GymbagSystem
import Testing

/// `getopt_long` keeps its state in global variables, so one test at a time.
@Suite("A command line", .serialized) struct CommandLineOptionsTests {
  private static let known = [
    CommandLineOptions.Known(name: "roster", takesValue: true),
    CommandLineOptions.Known(name: "json", takesValue: false),
    CommandLineOptions.Known(name: "all-workouts", takesValue: false),
  ]

  @Test("is read as GNU tools read theirs: any order, = or a space, short forms, --")
  func conventions() throws {
    let parsed = try CommandLineOptions(
      ["tue", "--roster=a b", "--js", "x.tar", "--roster", "-", "--", "--json"], known: Self.known)
    #expect(parsed.options.map(\.name) == ["roster", "json", "roster"])
    #expect(parsed.options.map(\.value) == ["a b", nil, "-"])
    #expect(parsed.operands == ["tue", "x.tar", "--json"])
    #expect(try CommandLineOptions([], known: Self.known).operands == [])
  }

  @Test(
    "is refused with a sentence that helps",
    arguments: [
      (["--rooster", "x"], "unknown option --rooster", "did you mean --roster?"),
      (["--roster"], "--roster needs a value", nil),
      (["--json=1"], "--json takes no value", nil),
      (["-x"], "unknown option -x", "--help lists the options"),
      (["day", "-xyz"], "unknown option -x", "--help lists the options"),
      (["day", "--frobnicate=1"], "unknown option --frobnicate=1", "--help lists the options"),
    ] as [([String], String, String?)])
  func mistakes(words: [String], message: String, hint: String?) {
    #expect {
      try CommandLineOptions(words, known: Self.known)
    } throws: {
      $0 as? GymbagError == GymbagError(.usage, message, hint: hint)
    }
  }
}
