import GymbagCrypto
import GymbagJSON
import GymbagModel
import GymbagSystem

@testable import GymbagArchive

/// An archive with a right signature, which says whatever its signer wants it to: no input reaches
/// what lies behind the signature otherwise.
///
/// The input is an index and, each behind a record separator (0x1E), the texts of its entries. They
/// are compressed, and put into the index with the size that they then have.
enum SignedReader {
  static let signed: Input.Reader = { bytes throws(GymbagError) in
    let texts = bytes.split(separator: separator, omittingEmptySubsequences: false).map(Array.init)
    let claimed = try DayIndex(json: JSONDocument(texts[0], source: "index"))
    let contents = try claimed.entries.indices.map { position throws(GymbagError) in
      try compressor.compress(position + 1 < texts.count ? texts[position + 1] : [])
    }
    let index = DayIndex(
      stamp: claimed.stamp,
      entries: zip(claimed.entries, contents).map {
        ArchiveEntry(name: $0.name, byteCount: Int64($1.count))
      },
      workouts: claimed.workouts, exerciseDefinitions: claimed.exerciseDefinitions,
      athletes: claimed.athletes, roster: claimed.roster, catalogues: claimed.catalogues)
    let path = SmallArchive.directory + "/signed.tar"
    guard (try? write(index, contents, to: path)) != nil else { return }
    try verify(File(path, .read), index, texts)
  }

  private static func verify(_ file: File, _ index: DayIndex, _ texts: [[UInt8]])
    throws(GymbagError)
  {
    let verification = try Verification.run(
      file, trust: SmallArchive.trusted, asked: nil, threads: 1)
    Input.check(verification.head.index == index, "another index than was signed")
    if index.stamp.owner == SmallArchive.stamp.owner, verification.head.problems.isEmpty {
      Input.check(verification.head.signer != nil, "a good signature is not seen")
    }
    guard verification.problems.isEmpty else { return }
    for (position, entry) in index.entries.enumerated() {
      let content = Input.again("an entry that was verified") { () throws(GymbagError) in
        try verification.head.content(of: entry.name)
      }
      Input.check(content == texts[position + 1], "another text in \(entry.name)")
    }
  }

  private static func write(_ index: DayIndex, _ contents: [[UInt8]], to path: String)
    throws(GymbagError)
  {
    let spool = try Spool(in: SmallArchive.directory)
    var extents: [Spool.Extent] = []
    var digests: [[UInt8]] = []
    for content in contents {
      extents.append(try spool.append(content))
      digests.append(try SHA256.digest(of: content))
    }
    let head = try DayArchiveWriter.Head(
      index, json: index.json(), digests: digests, SmallArchive.key)
    try DayArchiveWriter.assemble(head, index, extents, in: spool, to: path)
  }

  /// The input that stands for an archive.
  static func input(for head: ArchiveHead) throws(GymbagError) -> [UInt8] {
    var input = head.index.json()
    for entry in head.index.entries {
      input.append(separator)
      input += try head.content(of: entry.name)
    }
    return input
  }

  private static let separator: UInt8 = 0x1e

  /// One for all inputs, which come one after another on one thread.
  private nonisolated(unsafe) static let compressor = Input.again("the compressor") {
    () throws(GymbagError) in try GzipCompressor()
  }
}
