package import GymbagCrypto
package import GymbagModel
import GymbagSystem
import GymbagTar

/// Writes a day archive: compresses the parts, makes the index, signs, and publishes in one step.
package enum DayArchiveWriter {
  /// What was written.
  package struct Written: Sendable {
    /// The index of the archive.
    package let index: DayIndex
    /// SHA-256 of the tag manifest, in hexadecimal: what the signature is over.
    package let tagManifestDigest: String
    /// The length of the archive in bytes.
    package let byteCount: Int64
  }

  /// Writes the archive of a day over the one that is there, which stays as it is if this fails.
  ///
  /// - Parameters:
  ///   - parts: what the server sent.
  ///   - stamp: when, where and for whom it is packed.
  ///   - roster: who is expected; nil for those who take part.
  ///   - key: signs it.
  ///   - path: where the archive shall be; its directory exists.
  /// - Throws: `io`, `cannotCreate` or `badData`; `interrupted`.
  package static func write(
    _ parts: DayParts, _ stamp: PackStamp, expecting roster: Roster? = nil,
    signedBy key: SecretKey, to path: String
  ) throws(GymbagError) -> Written {
    let (names, pressed) = try parts.pressAll()
    let contents = names.compactMap { pressed[$0] }
    precondition(contents.count == names.count, "an entry was not pressed")
    let entries = zip(names, contents).map {
      ArchiveEntry(name: $0, byteCount: Int64($1.content.byteCount))
    }
    let index = try parts.facts(pressed).index(
      stamp, entries: entries, roster: roster,
      catalogues: parts.indexedCatalogues(loadedAt: stamp.packedAt))
    let head = try Head(index, json: index.json(), digests: contents.map(\.digest), key)
    let temporary = FileSystem.temporaryPath(beside: path)
    do throws(GymbagError) {
      try assemble(head, index, contents.map(\.content), in: parts.spool, to: temporary)
      try FileSystem.rename(temporary, to: path)
    } catch {
      try? FileSystem.remove(temporary)
      throw error
    }
    return Written(
      index: index, tagManifestDigest: try SHA256.digest(of: head.tagManifest).hex,
      byteCount: head.files.reduce(ArchiveLayout.endByteCount) {
        $0 + ArchiveLayout.memberByteCount(Int64($1.content.count))
      } + index.entries.reduce(0) { $0 + ArchiveLayout.memberByteCount($1.byteCount) })
  }

  /// The files in front of the payload, and the index.
  struct Head {
    let files: [(name: String, content: [UInt8])]
    let tagManifest: [UInt8]

    /// - Parameters:
    ///   - json: the bytes of the index.
    ///   - digests: of the entries behind the index, in their order.
    init(_ index: DayIndex, json: [UInt8], digests: [[UInt8]], _ key: SecretKey)
      throws(GymbagError)
    {
      let payload = PayloadSize(index, indexByteCount: json.count)
      let lines =
        [(digest: try SHA256.digest(of: json), path: EntryName.index)]
        + zip(digests, index.entries).map { ($0, $1.name) }
      let listed: [String: [UInt8]] = [
        TagFiles.bagItName: TagFiles.bagIt,
        TagFiles.bagInfoName: TagFiles.bagInfo(index, payload, agent: "gymbag \(Version.current)"),
        TagFiles.readmeName: TagFiles.readme(day: index.stamp.day),
        TagFiles.manifestName: Manifest.bytes(of: lines),
      ]
      var tagLines: [(digest: [UInt8], path: String)] = []
      for name in TagFiles.listedNames {
        tagLines.append((try SHA256.digest(of: listed[name] ?? []), name))
      }
      tagManifest = Manifest.bytes(of: tagLines)
      let signature = key.sign(
        tagManifest, untrustedComment: TagFiles.untrustedComment,
        trustedComment: TagFiles.trustedComment(index, payload)
      ).file
      let others = [
        TagFiles.tagManifestName: tagManifest, TagFiles.signatureName: signature,
        EntryName.index: json,
      ]
      files = ArchiveLayout.headNames.map { ($0, listed[$0] ?? others[$0] ?? []) }
      for file in files where file.content.count > ArchiveLayout.headLimit(file.name) {
        throw GymbagError(.badData, "the day is too large for an archive: \(file.name)")
      }
    }
  }

  static func assemble(
    _ head: Head, _ index: DayIndex, _ contents: [Spool.Extent], in spool: Spool, to path: String
  ) throws(GymbagError) {
    let tar = try TarWriter(path: path, modified: index.stamp.packedAt)
    let top = "\(index.stamp.day)/"
    for file in head.files {
      try tar.begin(top + file.name, byteCount: Int64(file.content.count))
      try tar.write(file.content)
    }
    for (entry, content) in zip(index.entries, contents) {
      try Interruption.check()
      try tar.begin(top + entry.name, byteCount: entry.byteCount)
      for piece in content.pieces(of: 1 << 18) { try tar.write(spool.read(piece)) }
    }
    try tar.finish()
  }
}
