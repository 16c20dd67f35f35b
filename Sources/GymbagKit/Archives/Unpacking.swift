import GymbagArchive
package import GymbagModel
package import GymbagSystem

/// Unpacks an archive into a directory, as `tar` would, but only one that is valid.
///
/// What is written is what was checked, in one reading: a stick may answer differently the second
/// time. Until all of it has been checked it has no name of its own.
package enum Unpacking {
  /// What came of it.
  package struct Result: Sendable {
    /// The verdict on the archive; nothing was unpacked if it has problems.
    package let verdict: Verdict
    /// Where the day is.
    package let path: String
  }

  /// Unpacks an archive.
  ///
  /// - Parameters:
  ///   - directory: where the directory of the day shall be made; it must exist.
  ///   - allowOlder: as in `PackedDays.verify`.
  /// - Throws: `cannotCreate` when the day is there already; `notFound` without the directory;
  ///   `later` while another unpacks there; as `PackedDays.verify`; `io`.
  package static func run(
    _ reference: DayReference, from packed: PackedDays, into directory: String, allowOlder: Bool,
    _ progress: Progress
  ) throws(GymbagError) -> Result {
    try FileLock.hold(directory: directory, purpose: "another gymbag unpack") {
      () throws(GymbagError) in
      let first = try packed.look(reference, allowOlder: allowOlder)
      let day = first.head.index.stamp.day
      let path = directory + "/\(day)"
      guard first.problems.isEmpty else {
        // Nothing of it is worth writing; what else is wrong with it is worth knowing.
        let verdict = try packed.verify(reference, allowOlder: allowOlder, progress: progress)
        return Result(verdict: verdict, path: path)
      }
      FreshDirectory.removeLeftovers(of: path)
      let fresh = try FreshDirectory(path)
      do throws(GymbagError) {
        let verdict = try packed.verify(reference, allowOlder: allowOlder, progress: progress) {
          name, content throws(GymbagError) in
          try fresh.write(Array(content), to: name)
        }
        guard verdict.head.index.stamp.day == day else {
          throw GymbagError(.io, "the archive was replaced while it was read (\(verdict.path))")
        }
        if verdict.problems.isEmpty { try fresh.publish() } else { try fresh.discard() }
        return Result(verdict: verdict, path: path)
      } catch {
        try? fresh.discard()
        throw error
      }
    }
  }
}
