import GymbagArchive
import GymbagModel
import GymbagSystem

/// A file that may be an archive.
///
/// Only one archive is signed by a key that is trusted here, so nothing but that one may be found to
/// be without fault.
enum ArchiveReaders {
  static let head: Input.Reader = { bytes throws(GymbagError) in
    try SmallArchive.file.become(bytes)
    let head = try ArchiveHead.read(
      SmallArchive.file.file, trust: SmallArchive.trusted, asked: nil)
    Input.check(head.byteCount == Int64(bytes.count), "another length")
    guard head.problems.isEmpty else { return check(head.problems) }
    let seed = SmallArchive.bytes
    Input.check(
      bytes.count == seed.count
        && bytes[..<SmallArchive.headByteCount] == seed[..<SmallArchive.headByteCount],
      "a head that nobody signed has no problems")
    Input.check(head.signer != nil, "a head without problems and without a signer")
  }

  static let archive: Input.Reader = { bytes throws(GymbagError) in
    try SmallArchive.file.become(bytes)
    let verification = try Verification.run(
      SmallArchive.file.file, trust: SmallArchive.trusted, asked: nil, threads: 1)
    guard verification.problems.isEmpty else { return check(verification.problems) }
    Input.check(bytes == SmallArchive.bytes, "an archive that nobody signed has no problems")
  }

  private static func check(_ problems: [Problem]) {
    for problem in problems {
      Input.check(!problem.text.isEmpty, "a problem without words")
      Input.check(
        problem.kind == .badData || problem.kind == .refused,
        "a problem of the kind \(problem.kind): \(problem.text)")
    }
  }
}

/// One open file whose content is replaced for each input.
final class ChangingFile: Sendable {
  let file: File

  init(in directory: String) throws(GymbagError) {
    file = try File(directory + "/input.tar", .create)
  }

  /// Puts `bytes` in the place of all that was there.
  func become(_ bytes: [UInt8]) throws(GymbagError) {
    try file.truncate(to: 0)
    try file.write(bytes, at: 0)
  }
}
