import Foundation
import Glibc

/// A real process: what it was, what it printed, how it ended.
package struct Tool: Sendable {
  /// What it printed to standard output.
  package let output: String
  /// What it printed to standard error.
  package let errors: String
  /// Its exit code, or the negative number of the signal that ended it.
  package let status: Int32

  /// Runs a program and waits for its end. Output goes through files, so that a full pipe cannot
  /// hold it up.
  ///
  /// - Parameters:
  ///   - command: the program, found in PATH, and its arguments.
  ///   - environment: its whole environment; nil for ours.
  ///   - directory: where it runs; nil for where we run.
  ///   - input: what it finds on standard input.
  /// - Throws: when the program is missing: a test without its tool proves nothing.
  @discardableResult
  package static func run(
    _ command: [String], environment: [String: String]? = nil, directory: String? = nil,
    input: String = ""
  ) throws -> Tool {
    let base = NSTemporaryDirectory() + "/gymbag-tool-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: base, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: base) }
    try Data(input.utf8).write(to: URL(fileURLWithPath: base + "/in"))
    let process = try ChildProcess(
      command, environment: environment, directory: directory,
      streams: (base + "/in", base + "/out", base + "/err"))
    let status = process.wait()
    func text(_ name: String) throws -> String {
      String(decoding: try Data(contentsOf: URL(fileURLWithPath: base + "/" + name)), as: UTF8.self)
    }
    return Tool(output: try text("out"), errors: try text("err"), status: status)
  }

  /// Runs a program that must succeed.
  ///
  /// - Returns: what it printed to standard output.
  @discardableResult
  package static func output(
    _ command: [String], environment: [String: String]? = nil, directory: String? = nil,
    input: String = ""
  ) throws -> String {
    let tool = try run(command, environment: environment, directory: directory, input: input)
    guard tool.status == 0 else {
      throw Failure("\(command.joined(separator: " ")) ended with \(tool.status): \(tool.errors)")
    }
    return tool.output
  }

  /// The path of a program.
  package static func find(_ name: String) throws -> String {
    if name.contains("/") { return name }
    let places = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let paths = (places + ":/usr/sbin:/sbin").split(separator: ":").map { "\($0)/\(name)" }
    guard let found = paths.first(where: { access($0, X_OK) == 0 }) else {
      throw Failure("\(name) is not installed; Tests/run installs it")
    }
    return found
  }
}

/// Why a test cannot go on.
package struct Failure: Error, CustomStringConvertible {
  /// The reason.
  package let description: String

  /// A reason.
  package init(_ description: String) { self.description = description }
}
