import GymbagArchive
import GymbagJSON
import GymbagKit
import GymbagModel

/// What is removed from a directory of archives and what stays, in words and as JSON.
enum PruneReport {
  static func text(_ result: Pruning.Result, isDryRun: Bool) -> String {
    let lines = result.outcomes.map { outcome in
      let candidate = outcome.entry.candidate
      let name = candidate.day?.description ?? candidate.name.shown
      return "\(name)  \(verb(outcome, isDryRun).shown)\n"
    }
    return lines.joined() + total(result, isDryRun) + "\n"
  }

  private static func verb(_ outcome: Pruning.Outcome, _ isDryRun: Bool) -> String {
    let reason = outcome.entry.reason.text
    return switch outcome.entry.verdict {
    case .remove where isDryRun: "would remove: " + reason
    case .remove where !outcome.isRemoved: "NOT removed: " + reason
    case .remove: "remove: " + reason
    case .keep: "kept: " + reason
    case .ignore: "not ours: " + reason
    }
  }

  private static func total(_ result: Pruning.Result, _ isDryRun: Bool) -> String {
    let count = result.outcomes.count { $0.entry.verdict == .remove }
    let kept = result.outcomes.count { $0.entry.verdict == .keep }
    let ignored = result.outcomes.count { $0.entry.verdict == .ignore }
    let rest = "\(kept) kept, \(ignored) not ours (\(result.directory.shown))"
    if count == 0 { return "Nothing to remove: \(rest)" }
    if isDryRun {
      return "Would remove \(counted(count, "file")), \(ByteCount.words(planned(result))): \(rest)"
    }
    let removed = result.outcomes.count(where: \.isRemoved)
    let failed = removed < count ? " of \(count)" : ""
    return "Removed \(removed)\(failed) \(count == 1 ? "file" : "files"), "
      + "\(ByteCount.words(freed(result))): \(rest)"
  }

  private static func planned(_ result: Pruning.Result) -> Int64 {
    size(result.outcomes.filter { $0.entry.verdict == .remove })
  }

  private static func freed(_ result: Pruning.Result) -> Int64 {
    size(result.outcomes.filter(\.isRemoved))
  }

  private static func size(_ outcomes: [Pruning.Outcome]) -> Int64 {
    outcomes.reduce(0) { $0 + $1.entry.candidate.byteCount }
  }

  static func write(_ result: Pruning.Result, isDryRun: Bool, to json: inout JSONWriter) {
    json.member("directory", result.directory)
    json.member("today", "\(result.today)")
    json.member("dryRun", isDryRun)
    json.member("entries", result.outcomes) { json, outcome in
      let candidate = outcome.entry.candidate
      json.object { json in
        json.member("name", candidate.name)
        json.member("path", outcome.path)
        json.member("day", candidate.day?.description)
        json.member("size", candidate.byteCount)
        json.member("verdict", outcome.entry.verdict.rawValue)
        json.member("reason", outcome.entry.reason.word)
        json.member("text", outcome.entry.reason.text)
        json.member("removed", outcome.isRemoved)
      }
    }
    json.member("plannedSize", planned(result))
    json.member("freedSize", freed(result))
  }
}
