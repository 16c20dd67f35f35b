import GymbagCrypto
import GymbagJSON
import GymbagModel
import GymbagSystem
import GymbagTar

/// What one entry is and says.
struct Reading: Sendable {
  enum Content: Sendable {
    case workout(Workout)
    case instances(ID, Set<ID>)
    case exercises([ExerciseMetadata])
    case bases([ExerciseMetadata])
    case other
  }

  var problems: [Problem] = []
  var content: Content = .other
  var mentions = Mentions()
}

/// Reads entries one after another on one thread: header, content, padding, digest, and what the
/// JSON says.
struct EntryReader {
  /// The most bytes that an entry may inflate to.
  private static let inflatedLimit = 256 << 20

  private let file: File
  private let modified: Instant
  private let maker: TarHeaderMaker
  private let hash: SHA256
  private let decompressor: GzipDecompressor
  private var member: [UInt8] = []

  init(_ file: File, modified: Instant) throws(GymbagError) {
    self.file = file
    self.modified = modified
    maker = try TarHeaderMaker()
    hash = try SHA256()
    decompressor = try GzipDecompressor()
  }

  /// Reads an entry.
  ///
  /// - Throws: `io` when the file cannot be read; whatever is wrong with the entry is in the result.
  mutating func read(_ entry: PlacedEntry) throws(GymbagError) -> Reading {
    var reading = Reading()
    let block = TarHeader.blockByteCount
    let memberByteCount = Int(ArchiveLayout.memberByteCount(entry.byteCount))
    try file.read(into: &member, at: entry.offset, count: memberByteCount)
    guard member.count == memberByteCount else {
      reading.problems.append(Problem(entry.name, "the archive ends before or within it"))
      return reading
    }
    let header = TarHeader(
      name: entry.top + entry.name, byteCount: entry.byteCount, modified: modified)
    // A name that no header can hold has none that is canonical.
    let canonical = try? maker.bytes(of: header)
    if canonical.map({ member[..<block].elementsEqual($0) }) != true {
      reading.problems.append(Problem(entry.name, "its tar header is not canonical"))
    }
    let contentEnd = block + Int(entry.byteCount)
    if member[contentEnd...].contains(where: { $0 != 0 }) {
      reading.problems.append(Problem(entry.name, "the padding behind it is not zeros"))
    }
    hash.update(member[block..<contentEnd])
    guard hash.finish() == entry.digest else {
      reading.problems.append(Self.wrongDigest(entry))
      return reading
    }
    do throws(GymbagError) {
      let text = try decompressor.decompress(
        Array(member[block..<contentEnd]), limit: Self.inflatedLimit, source: entry.name)
      try Self.interpret(text, entry, &reading)
    } catch {
      reading.problems.append(Problem(entry.name, error.message))
    }
    return reading
  }

  /// The text of an entry, for who wants to read it and not judge it.
  ///
  /// - Throws: `badData` for the first thing that is wrong with it; `io`.
  func text(of entry: PlacedEntry) throws(GymbagError) -> [UInt8] {
    let content = try file.read(
      at: entry.offset + Int64(TarHeader.blockByteCount), count: Int(entry.byteCount))
    hash.update(content[...])
    guard hash.finish() == entry.digest else { throw Self.wrongDigest(entry).error(in: file.path) }
    return try decompressor.decompress(
      content, limit: Self.inflatedLimit, source: "\(file.path): \(entry.name)")
  }

  private static func wrongDigest(_ entry: PlacedEntry) -> Problem {
    Problem(entry.name, "does not have the digest that it was packed with")
  }

  private static func interpret(_ text: [UInt8], _ entry: PlacedEntry, _ reading: inout Reading)
    throws(GymbagError)
  {
    switch entry.kind {
    case .workout:
      let document = try JSONDocument(text, source: entry.name)
      try reading.mentions.add(from: document.root)
      reading.content = .workout(try Workout(document.root))
    case .athlete(let id):
      var definitions: Set<ID> = []
      try JSONLines.read(text, source: entry.name) { document throws(GymbagError) in
        try reading.mentions.add(from: document.root)
        let instance = try ExerciseInstance(document.root)
        guard instance.userID == id else {
          throw document.root.mismatch("an exercise instance of athlete \(id)")
        }
        definitions.insert(instance.exerciseDefinitionID)
      }
      reading.content = .instances(id, definitions)
    case .exercises:
      reading.content = .exercises(try metadata(text, entry, &reading))
    case .bases:
      reading.content = .bases(try metadata(text, entry, &reading))
    case .catalogue:
      _ = try JSONDocument(text, source: entry.name)
    }
  }

  private static func metadata(
    _ text: [UInt8], _ entry: PlacedEntry, _ reading: inout Reading
  ) throws(GymbagError) -> [ExerciseMetadata] {
    var list: [ExerciseMetadata] = []
    try JSONLines.read(text, source: entry.name) { document throws(GymbagError) in
      try reading.mentions.add(from: document.root)
      list.append(try ExerciseMetadata(document.root))
    }
    return list
  }
}
