import GymbagModel

/// The files around the payload that people and BagIt tools read. They follow from the index, so
/// that who has it can make them again and compare; but for README.txt, whose words may change, and
/// the software's name, which only the tag manifest vouches for.
enum TagFiles {
  static let bagItName = "bagit.txt"
  static let tagManifestName = "tagmanifest-sha256.txt"
  static let signatureName = "tagmanifest-sha256.txt.minisig"
  static let bagInfoName = "bag-info.txt"
  static let readmeName = "README.txt"
  static let manifestName = "manifest-sha256.txt"

  /// The files that the tag manifest lists, in its order: every tag file but itself and its
  /// signature.
  static let listedNames = [bagItName, bagInfoName, readmeName, manifestName]

  static let bagIt = Array(
    "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n".utf8)

  /// - Parameter agent: which software packed it.
  static func bagInfo(_ index: DayIndex, _ payload: PayloadSize, agent: String) -> [UInt8] {
    let stamp = index.stamp
    return Array(
      """
      Bagging-Date: \(stamp.packedAt.utcDate?.description ?? "")
      Payload-Oxum: \(payload.byteCount).\(payload.fileCount)
      External-Identifier: \(stamp.owner) \(stamp.day) \(stamp.serial)
      \(agentLabel)\(agent)
      Gymbag-Format: \(DayIndex.schemaVersion)

      """.utf8)
  }

  /// Which software packed it, according to `bag-info.txt`; empty when it does not say.
  static func agent(inBagInfo bytes: [UInt8]) -> String {
    let line = bytes.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: agentLabel.utf8) }
    return String(decoding: line?.dropFirst(agentLabel.utf8.count) ?? [], as: UTF8.self)
  }

  private static let agentLabel = "Bag-Software-Agent: "

  static func readme(day: DayKey) -> [UInt8] {
    Array(
      """
      A training day, \(day), packed by gymbag. Nothing but common tools is needed to read it.

      The archive is signed, not encrypted: whoever holds it can read it.

      To check it, unpack the archive and stand in this directory. coach.pub is the public key of
      the coach who packed it; it must have reached you by another way than this archive.

        minisign -V -p coach.pub -m tagmanifest-sha256.txt
        sha256sum -c tagmanifest-sha256.txt
        sha256sum -c manifest-sha256.txt

      minisign shows the trusted comment: the day and the owner that were signed. Compare the day
      with the name of this directory. What this check cannot find: files that neither manifest
      lists, and an archive that was renamed to another day. "gymbag verify" finds both.

      To read it:

        jq . data/day.json
        zcat data/reference/metrics.json.gz | jq .
        for f in data/athletes/*; do zcat "$f"; done | jq -c '[.userID, .exerciseDefinitionID]'

      data/day.json says what is here: the workouts, the athletes, which of them has what
      (the numbers in "covered" count in "exerciseDefinitions" from 0), and when it was packed.
      Files that end in .gz are gzip; .json is one JSON text, .jsonl is one JSON text a line, each
      as the server sent it. This directory is a bag as RFC 8493 (BagIt) describes it.

      """.utf8)
  }

  /// What the signer says, in the trusted comment of the signature: its first word keeps a
  /// signature that was made for another purpose from serving here.
  static func trustedComment(_ index: DayIndex, _ payload: PayloadSize) -> String {
    let stamp = index.stamp
    let fields = [
      ("day", "\(stamp.day)"), ("owner", "\(stamp.owner)"), ("serial", "\(stamp.serial)"),
      ("packed", "\(stamp.packedAt)"), ("entries", "\(payload.fileCount)"),
      ("bytes", "\(payload.byteCount)"),
    ]
    return (["gymbag-day 1"] + fields.map { $0.0 + "=" + PercentEncoding.encode($0.1) })
      .joined(separator: "\t")
  }

  static let untrustedComment = "gymbag day archive"
}
