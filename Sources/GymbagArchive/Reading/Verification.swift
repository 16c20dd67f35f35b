package import GymbagModel
package import GymbagSystem

/// The whole check of an archive: everything in it is canonical, signed, listed and as it was
/// packed, and the index says what the payload says.
///
/// All problems are found in one run, with two exceptions. Behind an index that goes with no manifest
/// it cannot be told where anything is; and what nobody trusted has signed is compared with its
/// digests, but not looked into. Nothing is extracted, and nothing outside the file is asked.
package struct Verification: Sendable {
  /// What the head shows.
  package let head: ArchiveHead
  /// What is wrong; empty for a valid archive.
  package let problems: [Problem]

  /// Verifies an archive.
  ///
  /// - Parameters:
  ///   - file: the archive.
  ///   - trust: the keys that it may be signed with.
  ///   - asked: the day that it shall be of; nil when any will do.
  ///   - threadCount: how many threads read members.
  ///   - progress: moved on by what was read.
  ///   - take: given the head and each entry behind it as it was read and found to have its digest,
  ///     on several threads, before the rest is known; what it throws ends the run.
  /// - Throws: as `ArchiveHead.read`; `io` when the file cannot be read: that is no verdict.
  package static func run(
    _ file: File, trust: any Trust, asked: DayKey?,
    threads threadCount: Int = Processors.count, progress: Progress = .unwatched,
    _ take: EntryTaker? = nil
  ) throws(GymbagError) -> Verification {
    let head = try ArchiveHead.read(file, trust: trust, asked: asked)
    var problems = head.problems
    if let take, problems.isEmpty { try head.members.each(take) }
    if let manifest = head.manifest {
      let payload = try PayloadCheck.run(
        head, manifest, threads: threadCount, progress, take)
      problems += payload.problems
      // Damage is reported as what it is, not also as an index that seems to lie.
      if payload.problems.isEmpty, head.signer != nil {
        problems += try payload.contradictions(with: head.index)
      }
    } else {
      problems.append(Problem(nil, "what lies behind the index was not read"))
    }
    return Verification(head: head, problems: problems)
  }

  /// Takes a file of an archive: its name below the day's directory, and its content as stored.
  package typealias EntryTaker =
    @Sendable (_ name: String, _ content: ArraySlice<UInt8>) throws(GymbagError) -> Void
}
