import GymbagCrypto
import GymbagJSON
package import GymbagModel
package import GymbagSystem
import GymbagTar

/// The head of a day archive: the signed index, and everything that vouches for it.
///
/// Reading it costs what the index costs, whatever the archive weighs. It shows who packed what for
/// whom, and how long the file must be; that the payload is what the index says, only `verify` shows.
package struct ArchiveHead: Sendable {
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
  ///   - trusted: the keys that it may be signed with.
  ///   - asked: the day that it shall be of; nil when any will do.
  /// - Throws: `badData` when there is no index to be had, because it is no day archive or its head
  ///   is damaged; `io`. All else that is wrong is in `problems`.
  package static func read(_ file: File, trusted: TrustedKeys, asked: DayKey?)
    throws(GymbagError) -> ArchiveHead
  {
    let byteCount = try file.byteCount()
    let members = try HeadMembers.read(file, byteCount: byteCount)
    let document = try JSONDocument(
      members.content(EntryName.index), source: "\(file.path): \(EntryName.index)")
    let index = try DayIndex(json: document)
    var check = HeadCheck(members: members, index: index, path: file.path)
    let manifest = try check.manifests()
    check.derivedFiles(asked: asked)
    let signer = try check.signature(trusted)
    check.length(byteCount)
    return ArchiveHead(
      index: index, signer: signer, problems: check.problems, byteCount: byteCount,
      manifest: manifest, members: members)
  }

  /// The head, if nothing is wrong with it.
  ///
  /// - Throws: the first problem.
  package func sound(path: String) throws(GymbagError) -> ArchiveHead {
    if let first = problems.first { throw first.error(in: path) }
    return self
  }

  /// The names of all files that can be read: those of the head, then the index's entries.
  package var entryNames: [String] { ArchiveLayout.headNames + index.entries.map(\.name) }

  /// The content of a file, inflated if it is gzip, once its digest is right.
  ///
  /// - Parameter name: one of `entryNames`.
  /// - Throws: `notFound`, `badData`, `io`.
  package func content(of name: String, in file: File) throws(GymbagError) -> [UInt8] {
    if ArchiveLayout.headNames.contains(name) { return members.content(name) }
    guard let manifest, let place = PlacedEntry.list(self).first(where: { $0.name == name }) else {
      throw GymbagError(.notFound, "no entry \(name) (\(file.path))")
    }
    return try EntryReader(file, manifest, modified: index.stamp.packedAt).text(of: place)
  }
}

/// The checks of a head, each of which notes what it finds. Most make a file again from the index
/// and compare.
private struct HeadCheck {
  let members: HeadMembers
  let index: DayIndex
  let path: String
  private(set) var problems: [Problem] = []

  init(members: HeadMembers, index: DayIndex, path: String) {
    self.members = members
    self.index = index
    self.path = path
    problems = members.problems
  }

  private var payload: PayloadSize {
    PayloadSize(index, indexByteCount: members.content(EntryName.index).count)
  }

  /// The tag manifest must vouch for the other tag files, and the payload manifest for the index;
  /// together they must list everything and nothing else.
  ///
  /// - Returns: the payload manifest.
  mutating func manifests() throws(GymbagError) -> Manifest? {
    if let tags = manifest(TagFiles.tagManifestName, listing: TagFiles.listedNames) {
      for (line, name) in TagFiles.listedNames.enumerated() {
        try compare(name, with: tags, line: line)
      }
    }
    let names = [EntryName.index] + index.entries.map(\.name)
    let payload = manifest(TagFiles.manifestName, listing: names)
    if let payload { try compare(EntryName.index, with: payload, line: 0) }
    return payload
  }

  private mutating func manifest(_ name: String, listing names: [String]) -> Manifest? {
    do throws(GymbagError) {
      return try Manifest(members.content(name), listing: names)
    } catch {
      problems.append(Problem(name, error.message))
      return nil
    }
  }

  private mutating func compare(_ name: String, with manifest: Manifest, line: Int)
    throws(GymbagError)
  {
    if try !manifest.holds(SHA256.digest(of: members.content(name)), line: line) {
      problems.append(.wrongDigest(name))
    }
  }

  /// What follows from the index must be as it follows.
  mutating func derivedFiles(asked: DayKey?) {
    let stamp = index.stamp
    if let asked, stamp.day != asked {
      problems.append(Problem(nil, "it is the archive of \(stamp.day), not of \(asked)"))
    }
    if members.day != stamp.day {
      problems.append(
        Problem(EntryName.index, "is of \(stamp.day), but the directory is \(members.day)"))
    }
    if members.modified != stamp.packedAt {
      problems.append(
        Problem(
          EntryName.index,
          "was packed at \(stamp.packedAt), but the tar headers say \(members.modified)"))
    }
    if index.entries.map(\.name) != ArchiveLayout.entryNames(index) {
      problems.append(
        Problem(EntryName.index, "lists other entries than its workouts and athletes call for"))
    }
    if members.content(TagFiles.bagItName) != TagFiles.bagIt {
      problems.append(Problem(TagFiles.bagItName, "does not declare BagIt 1.0 in UTF-8"))
    }
    let bagInfo = members.content(TagFiles.bagInfoName)
    let agent = TagFiles.agent(inBagInfo: bagInfo)
    if bagInfo != TagFiles.bagInfo(index, payload, agent: agent) {
      problems.append(Problem(TagFiles.bagInfoName, "does not say what the index says"))
    }
  }

  /// The tag manifest must be signed by a key that is trusted for the owner.
  ///
  /// - Returns: the fingerprint of that key; nil when there is none.
  mutating func signature(_ trusted: TrustedKeys) throws(GymbagError) -> String? {
    let name = TagFiles.signatureName
    let signature: Signature
    do throws(GymbagError) {
      signature = try Signature(
        file: members.content(name), untrustedComment: TagFiles.untrustedComment, path: name)
    } catch {
      problems.append(Problem(name, error.message))
      return nil
    }
    if signature.trustedComment != TagFiles.trustedComment(index, payload) {
      problems.append(Problem(name, "the trusted comment does not say what the index says"))
    }
    let candidates = try trusted.keys(for: index.stamp.owner).filter {
      $0.keyID == signature.keyID
    }
    guard !candidates.isEmpty else {
      problems.append(
        Problem(
          name,
          "signed by a key (id \(signature.displayKeyID)) that is not trusted for "
            + "\(index.stamp.owner)", .refused))
      return nil
    }
    let message = members.content(TagFiles.tagManifestName)
    guard let key = candidates.first(where: { $0.verifies(signature, of: message) }) else {
      problems.append(Problem(name, "is not the signature of \(TagFiles.tagManifestName)"))
      return nil
    }
    return key.fingerprint
  }

  mutating func length(_ byteCount: Int64) {
    let expected = index.entries.reduce(members.byteCount + ArchiveLayout.endByteCount) {
      $0 + ArchiveLayout.memberByteCount($1.byteCount)
    }
    guard byteCount != expected else { return }
    let difference = abs(byteCount - expected)
    problems.append(
      Problem(nil, "it is \(difference) bytes too \(byteCount < expected ? "short" : "long")"))
  }
}
