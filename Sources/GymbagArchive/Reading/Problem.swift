package import GymbagModel

/// One thing that is wrong with an archive.
package struct Problem: Equatable, Sendable {
  /// `badData` for damage, `refused` for what nobody trusted has signed.
  package let kind: GymbagError.Kind
  /// The file within the archive; nil when it is about the archive as a whole.
  package let entry: String?
  /// What is wrong with it.
  package let text: String
  /// What to do about it.
  package let hint: String

  /// What helps against damage, whatever caused it.
  static let damageHint = "pack the day again, or copy the archive again from where it is whole"

  /// A problem.
  package init(
    _ entry: String?, _ text: String, _ kind: GymbagError.Kind = .badData,
    hint: String = Problem.damageHint
  ) {
    self.kind = kind
    self.entry = entry
    self.text = text
    self.hint = hint
  }

  /// The content of a file is not what it was when the file was packed.
  static func wrongDigest(_ entry: String) -> Problem {
    Problem(entry, "does not have the digest that it was packed with")
  }

  /// What is wrong, and with which file.
  package var words: String { (entry.map { $0 + ": " } ?? "") + text }

  /// The problem as an error about the archive at `path`.
  package func error(in path: String) -> GymbagError {
    GymbagError(kind, "\(words) (\(path))", hint: hint)
  }
}
