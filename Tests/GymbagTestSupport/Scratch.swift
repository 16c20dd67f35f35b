import Foundation
package import Testing

/// A directory of its own for each test, removed at the end unless `GYMBAG_KEEP_SCRATCH=1`.
package struct Scratch: TestTrait, SuiteTrait, TestScoping {
  /// The directory of the test that runs.
  @TaskLocal package static var directory = ""

  /// A path in the directory of the test that runs.
  package static func path(_ name: String) -> String { directory + "/" + name }

  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    let directory = NSTemporaryDirectory() + "/gymbag-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer {
      if ProcessInfo.processInfo.environment["GYMBAG_KEEP_SCRATCH"] != "1" {
        try? FileManager.default.removeItem(atPath: directory)
      }
    }
    try await Self.$directory.withValue(directory) { try await function() }
  }
}

extension Trait where Self == Scratch {
  /// A directory of its own: `Scratch.directory`.
  package static var scratch: Scratch { Scratch() }
}
