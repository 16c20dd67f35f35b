package import GymbagModel

/// How one packed day stands before the coach leaves.
package struct DayReadiness: Sendable {
  /// The day; nil when nothing shows of which day a file is.
  package let day: DayKey?
  /// What was looked at: the path of the archive.
  package let path: String
  /// Everything that was looked at, in the order of the archive's own importance.
  package let checks: [ReadyCheck]

  /// What it comes to.
  package var verdict: ReadyCheck.Verdict { .worst(of: checks.map(\.verdict)) }
}
