import GymbagCrypto
import GymbagJSON
import GymbagModel
import GymbagSystem
import GymbagTar

/// Reads entries one after another on one thread: header, content, padding, digest, and what the
/// JSON says.
struct EntryReader {
  /// All that the entries read so far mention.
  private(set) var mentions = Mentions()
  private var knownDefinitions = IDPool()

  /// How many bytes are read at once.
  private static let windowByteCount: Int64 = 1 << 18

  private let head: ArchiveHead
  private let manifest: Manifest
  private let maker: TarHeaderMaker
  private let hash: SHA256
  private let decompressor: GzipDecompressor
  private let take: Verification.EntryTaker?
  /// What was read last, and where it begins in the file.
  private var window: (bytes: [UInt8], offset: Int64) = ([], 0)

  init(_ head: ArchiveHead, _ manifest: Manifest, _ take: Verification.EntryTaker? = nil)
    throws(GymbagError)
  {
    self.take = take
    self.head = head
    self.manifest = manifest
    maker = try TarHeaderMaker()
    hash = try SHA256()
    decompressor = try GzipDecompressor()
  }

  /// Reads entries that lie one behind the other.
  ///
  /// - Throws: `io` when the file cannot be read; whatever is wrong with an entry is in its reading.
  mutating func read(_ entries: ArraySlice<PlacedEntry>) throws(GymbagError) -> [Reading] {
    var readings: [Reading] = []
    readings.reserveCapacity(entries.count)
    var waiting = entries
    while let first = waiting.first {
      // As many as one read may hold, and at least one.
      let fitting = max(1, waiting.prefix { $0.end - first.offset <= Self.windowByteCount }.count)
      let run = waiting.prefix(fitting)
      waiting = waiting.dropFirst(fitting)
      // No room is made for what an index only claims to be there.
      let end = min((run.last ?? first).end, head.byteCount)
      let byteCount = Int(max(0, end - first.offset))
      window = (try head.file.read(at: first.offset, count: byteCount), first.offset)
      for entry in run { readings.append(try read(entry)) }
    }
    return readings
  }

  private mutating func read(_ entry: PlacedEntry) throws(GymbagError) -> Reading {
    var reading = Reading()
    let member = window.bytes
    let start = Int(entry.offset - window.offset)
    let content =
      start + TarHeader.blockByteCount..<start + TarHeader.blockByteCount
      + Int(entry.byteCount)
    let end = Int(entry.end - window.offset)
    guard end <= member.count else {
      reading.problems.append(Problem(entry.name, "the archive ends before or within it"))
      return reading
    }
    let header = TarHeader(
      name: entry.top + entry.name, byteCount: entry.byteCount, modified: head.index.stamp.packedAt)
    // A name that no header can hold has none that is canonical.
    let canonical = try? maker.bytes(of: header)
    if canonical.map({ member.holds($0, at: start) }) != true {
      reading.problems.append(Problem(entry.name, "its tar header is not canonical"))
    }
    if !member.isZero(in: content.upperBound..<end) {
      reading.problems.append(Problem(entry.name, "the padding behind it is not zeros"))
    }
    try Interruption.check()
    do throws(GymbagError) {
      // What nobody trusted has signed is compared with its digest, and not looked into: it could be
      // made to cost any amount of time and memory.
      if head.signer == nil {
        try check(member[content], of: entry)
      } else {
        reading.content = try interpret(try text(member[content], of: entry), entry)
      }
    } catch {
      reading.problems.append(Problem(entry.name, error.message))
    }
    // The very bytes that were checked: the file may answer differently when it is asked again.
    if let take, reading.problems.isEmpty { try take(entry.name, member[content]) }
    return reading
  }

  /// The text of an entry, for who wants to read it and not judge it.
  ///
  /// - Throws: `badData` for the first thing that is wrong with it; `io`.
  mutating func text(of entry: PlacedEntry) throws(GymbagError) -> [UInt8] {
    guard entry.end <= head.byteCount else {
      throw GymbagError(.badData, "the archive ends before or within it")
    }
    let offset = entry.offset + Int64(TarHeader.blockByteCount)
    return try text(head.file.read(at: offset, count: Int(entry.byteCount))[...], of: entry)
  }

  /// What a content inflates to, once its digest is right.
  private func text(_ content: ArraySlice<UInt8>, of entry: PlacedEntry) throws(GymbagError)
    -> [UInt8]
  {
    try check(content, of: entry)
    return try decompressor.decompressOurs(
      content, limit: ArchiveLayout.contentLimit, source: entry.name)
  }

  private func check(_ content: ArraySlice<UInt8>, of entry: PlacedEntry) throws(GymbagError) {
    hash.update(content)
    guard manifest.holds(hash.finish(), line: entry.line) else {
      throw GymbagError(.badData, Problem.wrongDigest(entry.name).text)
    }
  }

  private mutating func interpret(_ text: [UInt8], _ entry: PlacedEntry) throws(GymbagError)
    -> Reading.Content
  {
    switch entry.kind {
    case .workout:
      let document = try JSONDocument(text, source: entry.name)
      try mentions.add(from: document.root)
      return .workout(try Workout(document.root))
    case .athlete(let id):
      var definitions: [ID] = []
      var former: ExerciseInstance?
      try JSONLines.read(text, source: entry.name) { document throws(GymbagError) in
        try mentions.add(from: document.root)
        let instance = try ExerciseInstance(document.root)
        guard instance.userID == id else {
          throw document.root.mismatch("an exercise instance of athlete \(id)")
        }
        if let former, !former.stands(before: instance) {
          throw document.root.mismatch("an instance that stands behind \(former.id)")
        }
        former = instance
        definitions.append(knownDefinitions.shared(instance.exerciseDefinitionID))
      }
      return .holding(DayFacts.Holding(athlete: id, definitions: definitions))
    case .exercises:
      return .exercises(try metadata(text, entry))
    case .bases:
      return .bases(try metadata(text, entry))
    case .catalogue:
      _ = try JSONDocument(text, source: entry.name).root.elements()
      return .other
    }
  }

  private mutating func metadata(_ text: [UInt8], _ entry: PlacedEntry) throws(GymbagError)
    -> [ExerciseMetadata]
  {
    var list: [ExerciseMetadata] = []
    try JSONLines.read(text, source: entry.name) { document throws(GymbagError) in
      try mentions.add(from: document.root)
      let metadata = try ExerciseMetadata(document.root)
      if let former = list.last, !(former.id < metadata.id) {
        throw document.root.mismatch("an id that stands behind \(former.id)")
      }
      list.append(metadata)
    }
    return list
  }
}
