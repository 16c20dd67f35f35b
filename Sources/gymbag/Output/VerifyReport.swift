import GymbagArchive
import GymbagJSON
import GymbagModel

/// The verdict on an archive, in words and as JSON.
enum VerifyReport {
  struct Verdict {
    let path: String
    let verification: Verification
  }

  /// How many problems are printed for people; a script gets them all.
  private static let shownLimit = 50

  static func text(_ verdict: Verdict) -> String {
    let head = verdict.verification.head
    let problems = verdict.verification.problems
    let stamp = head.index.stamp
    guard !problems.isEmpty else {
      return """
        \(stamp.day)  valid: \(counted(head.index.entries.count, "entry", "entries")), \
        \(humanSize(head.byteCount)), packed \(stamp.packedAt)
          owner      \(stamp.owner)
          signed by  \(head.signer ?? "nobody")

        """
    }
    var out = "\(stamp.day)  NOT VALID: \(counted(problems.count, "problem")) in \(verdict.path)\n"
    for problem in problems.prefix(shownLimit) {
      out +=
        "  " + (problem.entry.map { $0.printable + ": " } ?? "") + problem.text.printable + "\n"
    }
    if problems.count > shownLimit { out += "  … and \(problems.count - shownLimit) more\n" }
    for hint in Set(problems.map(\.hint)).sorted() { out += "  hint: \(hint.printable)\n" }
    return out
  }

  static func write(_ verdict: Verdict, to json: inout JSONWriter) {
    let head = verdict.verification.head
    json.object { json in
      json.member("path", verdict.path)
      json.member("day", "\(head.index.stamp.day)")
      json.member("owner", "\(head.index.stamp.owner)")
      json.member("serial", head.index.stamp.serial)
      json.member("packedAt", "\(head.index.stamp.packedAt)")
      json.member("signer", head.signer)
      json.member("contentRead", true)
      json.member("valid", verdict.verification.problems.isEmpty)
      json.member("problems", verdict.verification.problems) { json, problem in
        json.object { json in
          json.member("kind", problem.kind.rawValue)
          json.member("entry", problem.entry)
          json.member("problem", problem.text)
        }
      }
    }
  }
}
