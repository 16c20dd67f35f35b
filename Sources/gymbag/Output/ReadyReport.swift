import GymbagJSON
import GymbagKit
import GymbagModel

/// Whether the coach can leave, in words and as JSON.
struct ReadyReport {
  /// What a command that is advised must be given.
  let options: PlaceOptions

  func text(_ readiness: Readiness) -> String {
    let verdict: String =
      switch readiness.verdict {
      case .go: "Go."
      case .remark: "Go, with remarks."
      case .noGo: "No-go."
      }
    return readiness.days.map(text).joined() + "This machine\n" + lines(readiness.machine) + verdict
      + "\n"
  }

  /// One day, with its lines.
  func text(_ day: DayReadiness) -> String {
    (day.day.map { "\($0)" } ?? day.path.printable) + "\n" + lines(day.checks)
  }

  /// The lines about one thing.
  func lines(_ checks: [ReadyCheck]) -> String {
    checks.map { check in
      let advice = check.advice.map { advice in
        "".padding(to: 23) + "→ " + options.insert(into: advice).shown + "\n"
      }
      return "  " + words(check.verdict).padding(to: 8) + words(check.subject).padding(to: 13)
        + check.finding.shown + "\n" + (advice ?? "")
    }.joined()
  }

  private func words(_ verdict: ReadyCheck.Verdict) -> String {
    switch verdict {
    case .go: "go"
    case .remark: "remark"
    case .noGo: "no-go"
    }
  }

  private func words(_ subject: ReadyCheck.Subject) -> String {
    subject == .fileSystem ? "file system" : subject.rawValue
  }

  func write(_ readiness: Readiness, to json: inout JSONWriter) {
    json.member("verdict", readiness.verdict.rawValue)
    json.member("days", readiness.days) { write($1, to: &$0) }
    json.member("machine", readiness.machine) { write($1, to: &$0) }
  }

  /// One day, with its lines.
  func write(_ day: DayReadiness, to json: inout JSONWriter) {
    json.object { json in
      json.member("day", day.day.map { "\($0)" })
      json.member("path", day.path)
      json.member("verdict", day.verdict.rawValue)
      json.member("checks", day.checks) { write($1, to: &$0) }
    }
  }

  private func write(_ check: ReadyCheck, to json: inout JSONWriter) {
    json.object { json in
      json.member("subject", check.subject.rawValue)
      json.member("verdict", check.verdict.rawValue)
      json.member("finding", check.finding)
      json.member("advice", check.advice.map(options.insert))
    }
  }
}
