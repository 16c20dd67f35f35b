package import GymbagModel
package import GymbagSystem
import GymbagCrypto
import GymbagJSON

/// The head of a day archive: the signed index, and everything that vouches for it.
///
/// Reading it costs what the index costs, whatever the archive weighs. It shows who packed what for
/// whom, and how long the file must be; that the payload is what the index says, only `verify` shows.
package struct ArchiveHead: Sendable {
  /// The archive.
  let file: File
  /// What the archive says about its day.
  package let index: DayIndex
  /// The fingerprint of the key that signed it; nil when no trusted key did.
  package let signer: String?
  /// What is wrong with the head or the length of the archive; empty when nothing is.
  package let problems: [Problem]
  /// The length of the file, in bytes.
  package let byteCount: Int64

  /// The digests of the index and, in their order, of the entries behind it; nil when it does not go
  /// with the index.
  let manifest: Manifest?
  let members: HeadMembers

  /// Where the first header behind the index stands.
  var payloadOffset: Int64 { members.byteCount }
}

extension ArchiveHead {
  /// Reads the head of an archive.
  ///
  /// - Parameters:
  ///   - file: the archive.
  ///   - trust: the keys that it may be signed with.
  ///   - asked: the day that it shall be of; nil when any will do.
  /// - Throws: `badData` when there is no index to be had, because it is no day archive or its head
  ///   is damaged; `io`. All else that is wrong is in `problems`.
  package static func read(_ file: File, trust: any Trust, asked: DayKey?)
    throws(GymbagError) -> ArchiveHead
  {
    let byteCount = try file.byteCount()
    let members = try HeadMembers.read(file, byteCount: byteCount)
    let document = try JSONDocument(
      members.content(EntryName.index), source: "\(file.path): \(EntryName.index)")
    let index = try DayIndex(json: document)
    guard document.isCompact else {
      throw Problem(EntryName.index, "has white space between its tokens").error(in: file.path)
    }
    var check = HeadCheck(members: members, index: index)
    let manifest = try check.manifests()
    try check.derivedFiles(asked: asked)
    let signer = try check.signature(trust)
    check.length(byteCount)
    return ArchiveHead(
      file: file, index: index, signer: signer, problems: check.problems, byteCount: byteCount,
      manifest: manifest, members: members)
  }

  /// SHA-256 of the tag manifest, in hexadecimal: what the signature is over.
  package func tagManifestDigest() throws(GymbagError) -> String {
    try SHA256.digest(of: members.content(TagFiles.tagManifestName)).hex
  }

  /// Where the archive is.
  package var path: String { file.path }

  /// The head, if nothing is wrong with it.
  ///
  /// - Throws: the first problem.
  package func sound() throws(GymbagError) -> ArchiveHead {
    if let first = problems.first { throw first.error(in: path) }
    return self
  }

  /// The same with one more problem, which only who asked could see.
  package func adding(_ problem: Problem?) -> ArchiveHead {
    ArchiveHead(
      file: file, index: index, signer: signer,
      problems: problems + [problem].compactMap(\.self), byteCount: byteCount, manifest: manifest,
      members: members)
  }

  /// The content of a file, inflated if it is gzip, once its digest is right.
  ///
  /// - Parameter name: its name below the day's directory, `data/workouts/w-1.json.gz`, or what is
  ///   left of it without `data/` and without `.json.gz` or `.jsonl.gz`.
  /// - Throws: `notFound` with a name that is like it; `badData`; `io`.
  package func content(of name: String) throws(GymbagError) -> [UInt8] {
    let names = ArchiveLayout.headNames + index.entries.map(\.name)
    let matches = names.filter { $0 == name || EntryName.short($0) == name }
    guard let match = matches.first, matches.count == 1 else {
      let nearest = EditDistance.nearest(to: name, among: names.map(EntryName.short))
      throw GymbagError(
        .notFound, "\(index.stamp.day) has no entry \(name) (\(path))",
        hint: nearest.map { "did you mean \($0)?" }
          ?? "gymbag show \(index.stamp.day) lists the entries")
    }
    if ArchiveLayout.headNames.contains(match) { return members.content(match) }
    guard let manifest, let place = PlacedEntry.list(self).first(where: { $0.name == match }) else {
      throw Problem(match, "is not where the index has it").error(in: path)
    }
    var reader = try EntryReader(self, manifest)
    return try text(of: place, reader: &reader)
  }
}
