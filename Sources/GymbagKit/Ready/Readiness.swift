/// The answer of `ready`: can the coach leave, with what is packed and on this machine?
package struct Readiness: Sendable {
  /// What does not depend on a day.
  package let machine: [ReadyCheck]
  /// The days that were looked at, in their order.
  package let days: [DayReadiness]

  /// What it comes to.
  package var verdict: ReadyCheck.Verdict {
    .worst(of: machine.map(\.verdict) + days.map(\.verdict))
  }
}
