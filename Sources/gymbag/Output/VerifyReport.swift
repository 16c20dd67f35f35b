import GymbagArchive
import GymbagJSON
import GymbagKit
import GymbagModel

/// The verdict on an archive, in words and as JSON.
struct VerifyReport {
  /// What a command that is advised must be given.
  let options: PlaceOptions

  /// How many problems are printed for people; a script gets them all.
  private static let shownLimit = 50

  func text(_ verdict: Verdict) -> String {
    let problems = verdict.problems
    let stamp = verdict.head.index.stamp
    let remarks = verdict.remarks.map { "  remark: \($0.shown)\n" }.joined()
    guard !problems.isEmpty else {
      let judgement = verdict.isContentRead ? "valid" : "the head is right, content NOT VERIFIED"
      return """
        \(stamp.day)  \(judgement): \
        \(counted(verdict.head.index.entries.count, "entry", "entries")), \
        \(ByteCount.words(verdict.head.byteCount)), packed \(stamp.packedAt)
          owner      \("\(stamp.owner)".shown)
          signed by  \(verdict.head.signer ?? "nobody")
        \(remarks)
        """
    }
    var out =
      "\(stamp.day)  NOT VALID: \(counted(problems.count, "problem")) in \(verdict.path.printable)\n"
    for problem in problems.prefix(Self.shownLimit) {
      out +=
        "  " + (problem.entry.map { $0.shown + ": " } ?? "") + problem.text.shown + "\n"
    }
    if problems.count > Self.shownLimit {
      out += "  … and \(problems.count - Self.shownLimit) more\n"
    }
    for hint in Set(problems.map(\.hint)).sorted() {
      out += "  hint: \(options.insert(into: hint).shown)\n"
    }
    return out + remarks
  }

  func write(_ verdict: Verdict, to json: inout JSONWriter) {
    let head = verdict.head
    json.object { json in
      json.member("path", verdict.path)
      json.member("day", "\(head.index.stamp.day)")
      json.member("owner", "\(head.index.stamp.owner)")
      json.member("serial", head.index.stamp.serial)
      json.member("packedAt", "\(head.index.stamp.packedAt)")
      json.member("signer", head.signer)
      json.member("contentRead", verdict.isContentRead)
      // Whether it is valid nobody knows who has not read it.
      let isSound = verdict.problems.isEmpty
      json.key("valid")
      json.token(isSound ? (verdict.isContentRead ? "true" : "null") : "false")
      json.member("remarks", verdict.remarks) { $0.string($1) }
      json.member("problems", verdict.problems) { json, problem in
        json.object { json in
          json.member("kind", problem.kind.rawValue)
          json.member("entry", problem.entry)
          json.member("problem", problem.text)
        }
      }
    }
  }
}
