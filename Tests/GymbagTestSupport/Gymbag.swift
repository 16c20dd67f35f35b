import Foundation

/// The built tool, with an environment of its own below the directory of a test.
package struct Gymbag: Sendable {
  /// Where HOME is.
  package let home: String
  /// What the tool finds in its environment.
  package var environment: [String: String]

  /// A tool whose HOME is `name` below the directory of the test that runs.
  package init(_ name: String = "home") throws {
    home = Scratch.path(name)
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    environment = ["HOME": home, "TZ": "Europe/Berlin"]
  }

  /// The binary under test: what `GYMBAG_BINARY` names, else the one beside the tests.
  package static let binary =
    ProcessInfo.processInfo.environment["GYMBAG_BINARY"]
    ?? URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("gymbag").path

  /// The directory of the home's archives.
  package var days: String { home + "/.local/share/gymbag/default/days" }
  /// The archive of the sample club's day.
  package var archive: String { days + "/\(SampleBackend.day).tar" }
  /// The configuration, with keys and token.
  package var config: String { home + "/.config/gymbag/default" }

  /// Runs the tool.
  ///
  /// - Parameters:
  ///   - words: its arguments.
  ///   - wrapper: a command that runs it, as in `strace gymbag …`.
  package func run(_ words: String..., within wrapper: [String] = [], input: String = "") throws
    -> Tool
  {
    try run(words, within: wrapper, input: input)
  }

  /// Runs the tool.
  package func run(_ words: [String], within wrapper: [String] = [], input: String = "") throws
    -> Tool
  {
    try Tool.run(wrapper + [Self.binary] + words, environment: environment, input: input)
  }

  /// Runs the tool, which must end with `code`.
  ///
  /// - Returns: what it printed to standard output.
  @discardableResult
  package func output(_ words: String..., input: String = "", code: Int32 = 0) throws -> String {
    let tool = try run(words, input: input)
    guard tool.status == code else {
      throw Failure("gymbag \(words.joined(separator: " ")): \(tool.status), \(tool.errors)")
    }
    return tool.output
  }

  /// Makes a home on a backend.
  package func start(on backend: String, token: String = SampleBackend.token) throws {
    try output("init", backend, "--token-file", "-", input: token + "\n")
  }

  /// Makes a home on a backend and packs the sample club's day.
  package func pack(from backend: String) throws {
    try start(on: backend)
    try output("pack", SampleBackend.day)
  }
}
