package import GymbagArchive

/// What is to be said of an archive.
package struct Verdict: Sendable {
  /// Where it is.
  package let path: String
  /// What its head shows.
  package let head: ArchiveHead
  /// What is wrong; empty when nothing is, as far as it was looked.
  package let problems: [Problem]
  /// What a person should know and nothing is wrong with.
  package let remarks: [String]
  /// Whether all of it was read; else what lies behind the head is not verified.
  package let isContentRead: Bool
}
