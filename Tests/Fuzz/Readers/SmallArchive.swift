import Glibc
import GymbagArchive
import GymbagCrypto
import GymbagModel
import GymbagSystem

/// The one archive that the fuzzer has a right signature for, and all that it is read with.
enum SmallArchive {
  /// A key for this archive alone; its file is in Corpus, too.
  static let key = made { () throws(GymbagError) in
    try SecretKeyFile(FileSystem.read(corpus + "/secret-key/gymbag", limit: 4096), path: "key")
      .key { () throws(GymbagError) in [] }
  }

  /// When, where and for whom it was packed.
  static let stamp: PackStamp = {
    guard let day = DayKey("2026-12-01"), let owner = Owner("https://api.example/v1::u-1") else {
      fatalError("no stamp")
    }
    return PackStamp(
      day: day, timeZone: "Europe/Berlin", owner: owner,
      packedAt: Instant(unixSeconds: 1_796_065_890), serial: 1_796_065_890)
  }()

  /// The archive.
  static let bytes = made { () throws(GymbagError) in
    try FileSystem.read(corpus + "/archive/small.tar", limit: 1 << 20)
  }

  /// Where its payload begins.
  static let headByteCount = made { () throws(GymbagError) in
    let file = try ChangingFile(in: directory + "/head").file
    try file.write(bytes)
    let head = try ArchiveHead.read(file, trust: trusted, asked: stamp.day).sound()
    return head.index.entries.reduce(bytes.count - 1024) { size, entry in
      size - 512 - (Int(entry.byteCount) + 511) / 512 * 512
    }
  }

  /// The file that inputs are put into.
  static let file = made { () throws(GymbagError) in try ChangingFile(in: directory) }

  /// The directory with the key that is trusted.
  static let trusted = made { () throws(GymbagError) in
    let trusted = TrustedKeys(directory: directory + "/trusted")
    try trusted.trust(key.publicKey, for: stamp.owner)
    return trusted
  }

  /// A directory of this process, in that of `TMPDIR`; whoever made that removes it.
  static let directory = made { () throws(GymbagError) in
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let path = parent + "/gymbag-fuzz-\(getpid())"
    try FileSystem.makeDirectory(path + "/head")
    return path
  }

  private static let corpus = Input.option("corpus") ?? "Tests/Fuzz/Corpus"

  /// Packs the archive with the answers that `day/small.json` has, and writes what is in Corpus of
  /// it.
  static func writeSeeds(to corpus: String) throws(GymbagError) {
    let answers = try FileSystem.read(corpus + "/day/small.json", limit: 1 << 20)
    let path = corpus + "/archive/small.tar"
    let written = try DayArchiveWriter.write(
      DayReader.parts(answers), stamp, signedBy: key, to: path)
    let archive = try FileSystem.read(path, limit: 1 << 20)
    try FileSystem.replace(corpus + "/head/small.tar", with: archive)
    try FileSystem.replace(corpus + "/index/small.json", with: written.index.json())
    let head = try ArchiveHead.read(File(path, .read), trust: trusted, asked: stamp.day)
    try FileSystem.replace(
      corpus + "/signature/small.minisig",
      with: head.content(of: "tagmanifest-sha256.txt.minisig"))
    try FileSystem.replace(corpus + "/signed/small", with: SignedReader.input(for: head))
    try FileSystem.replace(corpus + "/public-key/gymbag", with: key.publicKey.file)
  }

  private static func made<Value>(_ body: () throws(GymbagError) -> Value) -> Value {
    Input.again("what the fuzzer is made with", body)
  }
}
