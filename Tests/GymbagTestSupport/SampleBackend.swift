import Foundation
package import Testing

/// The sample server of `Samples/backend`, with the sample club; one for a suite.
package final class SampleBackend: SuiteTrait, TestScoping, Sendable {
  /// The day on which its club trains.
  package static let day = "2026-12-01"
  /// A token of the coach's account.
  package static let token = "sample-token-marta-laptop"
  /// A token of the other account.
  package static let otherToken = "sample-token-ruderclub"

  /// The base URL of the suite's server.
  @TaskLocal package static var url = ""

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let server = try Server()
    defer { server.stop() }
    try await Self.$url.withValue(server.url) { try await function() }
  }

  /// A server of one's own, to be stopped in the middle of a test.
  package final class Server {
    /// Its base URL.
    package let url: String
    private let process: ChildProcess

    /// Starts a server on a free port and waits until it accepts connections.
    package init() throws {
      let base = NSTemporaryDirectory() + "/gymbag-backend-" + UUID().uuidString
      try FileManager.default.createDirectory(atPath: base, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: base) }
      let urlFile = base + "/url"
      process = try ChildProcess(
        [
          "python3", "-B", Repository.path("Samples/backend/server.py"), "--club",
          Repository.path("Samples/club"), "--day", SampleBackend.day, "--url-file", urlFile,
        ], environment: nil, directory: nil, streams: ("/dev/null", "/dev/null", base + "/err"))
      for _ in 0..<1200 where !FileManager.default.fileExists(atPath: urlFile) {
        if process.hasEnded() {
          let errors = try String(contentsOfFile: base + "/err", encoding: .utf8)
          throw Failure("the sample server did not start: \(errors)")
        }
        usleep(50_000)
      }
      url = try String(contentsOfFile: urlFile, encoding: .utf8)
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Ends the server.
    package func stop() { process.end() }

    deinit { stop() }
  }
}

extension Trait where Self == SampleBackend {
  /// A running sample server: `SampleBackend.url`.
  package static var sampleBackend: SampleBackend { SampleBackend() }
}
