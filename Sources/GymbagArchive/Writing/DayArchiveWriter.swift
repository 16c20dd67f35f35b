import GymbagCrypto
package import GymbagModel
import GymbagSystem
import GymbagTar
import Synchronization

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
  ///   - key: signs it.
  ///   - path: where the archive shall be; its directory exists.
  /// - Throws: `io`, `cannotCreate` or `badData`; `interrupted`.
  package static func write(
    _ parts: DayParts, _ stamp: PackStamp, signedBy key: SigningKey, to path: String
  ) throws(GymbagError) -> Written {
    let texts = try parts.entryTexts()
    let packed = try compress(texts, in: parts.spool)
    var index = try parts.facts().index(
      stamp, catalogues: parts.indexedCatalogues(loadedAt: stamp.packedAt))
    index.entries = zip(texts, packed.members).map { text, member in
      ArchiveEntry(name: text.name, byteCount: Int64(member.text.byteCount))
    }
    let head = try Head(index, digests: packed.members.map(\.digest), key)
    let temporary = FileSystem.temporaryPath(beside: path)
    do throws(GymbagError) {
      try assemble(head, index, packed, to: temporary)
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

  private struct Packed {
    struct Member: Sendable {
      let text: Spool.Extent
      let digest: [UInt8]
    }

    let spool: Spool
    let members: [Member]
  }

  /// Compresses the entries on all processors; each thread takes the next one that is left.
  private static func compress(
    _ entries: [DayParts.EntryTexts], in spool: Spool
  ) throws(GymbagError) -> Packed {
    let next = Atomic<Int>(0)
    let members = Mutex<[Packed.Member?]>(Array(repeating: nil, count: entries.count))
    try Parallel.run(threads: Parallel.processorCount) { _ throws(GymbagError) in
      let compressor = try GzipCompressor()
      let hash = try SHA256()
      while true {
        let position = next.add(1, ordering: .relaxed).oldValue
        guard position < entries.count else { return }
        try Interruption.check()
        let gzip = try compressor.compress(content(of: entries[position], from: spool))
        hash.update(gzip[...])
        let member = Packed.Member(text: try spool.append(gzip), digest: hash.finish())
        members.withLock { $0[position] = member }
      }
    }
    return Packed(spool: spool, members: members.withLock { $0 }.compactMap(\.self))
  }

  private static func content(of entry: DayParts.EntryTexts, from spool: Spool)
    throws(GymbagError) -> [UInt8]
  {
    var content: [UInt8] = []
    content.reserveCapacity(entry.texts.reduce(0) { $0 + $1.byteCount + 1 })
    for text in entry.texts {
      content += try spool.read(text)
      if entry.isLines { content.append(UInt8(ascii: "\n")) }
    }
    return content
  }

  /// The files in front of the payload, and the index.
  private struct Head {
    let files: [(name: String, content: [UInt8])]
    let tagManifest: [UInt8]

    /// - Parameter digests: of the entries behind the index, in their order.
    init(_ index: DayIndex, digests: [[UInt8]], _ key: SigningKey) throws(GymbagError) {
      let json = index.json()
      let payload = PayloadSize(index, indexByteCount: json.count)
      let lines =
        [Manifest.Line(digest: try SHA256.digest(of: json), path: EntryName.index)]
        + zip(index.entries, digests).map { Manifest.Line(digest: $1, path: $0.name) }
      let listed: [String: [UInt8]] = [
        TagFiles.bagItName: TagFiles.bagIt,
        TagFiles.bagInfoName: TagFiles.bagInfo(index, payload, agent: "gymbag \(Version.current)"),
        TagFiles.readmeName: TagFiles.readme(day: index.stamp.day),
        TagFiles.manifestName: Manifest(lines).bytes,
      ]
      var tagLines: [Manifest.Line] = []
      for name in TagFiles.listedNames {
        let digest = try SHA256.digest(of: listed[name] ?? [])
        tagLines.append(Manifest.Line(digest: digest, path: name))
      }
      tagManifest = Manifest(tagLines).bytes
      let signature = key.sign(
        tagManifest, untrustedComment: TagFiles.untrustedComment,
        trustedComment: TagFiles.trustedComment(index, payload))
      let others = [
        TagFiles.tagManifestName: tagManifest, TagFiles.signatureName: signature,
        EntryName.index: json,
      ]
      files = ArchiveLayout.headNames.map { ($0, listed[$0] ?? others[$0] ?? []) }
    }
  }

  private static func assemble(_ head: Head, _ index: DayIndex, _ packed: Packed, to path: String)
    throws(GymbagError)
  {
    let tar = try TarWriter(path: path, modified: index.stamp.packedAt)
    let top = "\(index.stamp.day)/"
    for file in head.files {
      try tar.begin(top + file.name, byteCount: Int64(file.content.count))
      try tar.write(file.content)
    }
    for (entry, member) in zip(index.entries, packed.members) {
      try Interruption.check()
      try tar.begin(top + entry.name, byteCount: entry.byteCount)
      for piece in member.text.pieces(of: 1 << 18) { try tar.write(packed.spool.read(piece)) }
    }
    try tar.finish()
  }
}
