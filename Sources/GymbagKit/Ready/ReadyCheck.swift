/// One line of the answer to: can the coach leave?
package struct ReadyCheck: Equatable, Sendable {
  /// What was looked at. The raw value is its name in JSON.
  package enum Subject: String, Sendable {
    /// Whether anything is packed for what is to come.
    case days
    /// Whether the archive is whole and by whom it was signed.
    case archive
    /// Whether a newer archive of the day was seen here.
    case serial
    /// Which day it is for, and how far away that is.
    case day
    /// When the day was last checked with the server.
    case checked
    /// Whether those who are expected can train.
    case coverage
    /// From when the reference catalogues are.
    case catalogues
    /// Whether home and configuration are of one account.
    case owner
    /// The key that signs what is packed.
    case key
    /// The room that is left for what will be recorded.
    case space
    /// The file system that the home lies on.
    case fileSystem
  }

  /// What it comes to, from good to bad.
  package enum Verdict: String, CaseIterable, Sendable {
    case go
    /// The visit can take place; a person should know this first.
    case remark
    /// The visit cannot take place like this.
    case noGo

    /// The worst of several; `go` of none.
    package static func worst(of verdicts: some Sequence<Verdict>) -> Verdict {
      let all = Set(verdicts)
      return allCases.last(where: all.contains) ?? .go
    }
  }

  /// What was looked at.
  package let subject: Subject
  /// What it comes to.
  package let verdict: Verdict
  /// What was found.
  package let finding: String
  /// What to do about it; nil when nothing is to be done.
  package let advice: String?

  /// A line of these parts.
  package init(_ subject: Subject, _ verdict: Verdict, _ finding: String, advice: String? = nil) {
    self.subject = subject
    self.verdict = verdict
    self.finding = finding
    self.advice = advice
  }
}
