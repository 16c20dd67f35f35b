import Foundation

/// The checkout that the tests were built from.
package enum Repository {
  /// Its directory.
  package static let directory = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// A path in it.
  package static func path(_ name: String) -> String { directory + "/" + name }
}
