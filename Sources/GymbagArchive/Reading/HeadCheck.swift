import GymbagCrypto
import GymbagModel

/// The checks of a head, each of which notes what it finds. Most make a file again from the index
/// and compare.
struct HeadCheck {
  private let members: HeadMembers
  private let index: DayIndex
  private(set) var problems: [Problem]

  init(members: HeadMembers, index: DayIndex) {
    self.members = members
    self.index = index
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
  mutating func derivedFiles(asked: DayKey?) throws(GymbagError) {
    let stamp = index.stamp
    if let asked, stamp.day != asked {
      problems.append(
        Problem(
          nil, "the archive is of \(stamp.day), not of \(asked)",
          hint: "if it was renamed, call it \(stamp.day).tar again"))
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
    try entryNames()
    if members.content(TagFiles.bagItName) != TagFiles.bagIt {
      problems.append(Problem(TagFiles.bagItName, "does not declare BagIt 1.0 in UTF-8"))
    }
    let bagInfo = members.content(TagFiles.bagInfoName)
    let agent = TagFiles.agent(inBagInfo: bagInfo)
    if bagInfo != TagFiles.bagInfo(index, payload, agent: agent) {
      problems.append(Problem(TagFiles.bagInfoName, "does not say what the index says"))
    }
  }

  /// Every entry must be named as its id, or its catalogue, calls for, and none may stand twice.
  private mutating func entryNames() throws(GymbagError) {
    let names = try ArchiveLayout.entryNames(index)
    let own =
      index.workouts.map(\.entry) + index.athletes.compactMap(\.entry)
      + [EntryName.exercises, EntryName.exerciseBases] + index.catalogues.map(\.entry)
    if index.entries.map(\.name) != names || own != names
      || index.catalogues.map(\.catalogue) != Catalogue.allCases
    {
      problems.append(
        Problem(
          EntryName.index, "lists other entries than its workouts, athletes and catalogues call for"
        ))
    }
    if Set(names).count != names.count {
      problems.append(Problem(EntryName.index, "lists an entry twice"))
    }
  }

  /// The tag manifest must be signed by a key that is trusted for the owner.
  ///
  /// - Returns: the fingerprint of that key; nil when there is none.
  mutating func signature(_ trust: any Trust) throws(GymbagError) -> String? {
    let name = TagFiles.signatureName
    let owner = index.stamp.owner
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
    // Anyone may choose a key id: it only tells a key that is missing from one that did not sign.
    let candidates = try trust.keys(for: owner).filter { $0.keyID == signature.keyID }
    let message = members.content(TagFiles.tagManifestName)
    guard let key = candidates.first(where: { $0.verifies(signature, of: message) }) else {
      problems.append(
        candidates.isEmpty
          ? Problem(
            name,
            "signed by a key (minisign id \(signature.displayKeyID)) that is not trusted for "
              + "\(owner)", .refused, hint: trust.hint(for: owner))
          : Problem(name, "is not the signature of \(TagFiles.tagManifestName)"))
      return nil
    }
    guard try !trust.isRevoked(key) else {
      problems.append(
        Problem(
          name, "signed by a key that was revoked (\(key.fingerprint))", .refused,
          hint: "pack the day again: gymbag pack \(index.stamp.day)"))
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
      Problem(
        nil, "the archive is \(difference) bytes too \(byteCount < expected ? "short" : "long")"))
  }
}
