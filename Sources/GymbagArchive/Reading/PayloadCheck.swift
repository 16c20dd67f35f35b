import GymbagCrypto
import GymbagJSON
import GymbagModel
import GymbagSystem
import GymbagTar
import Synchronization

/// What the payload of an archive is and says, read with as many threads as wanted.
struct PayloadCheck: Sendable {
  /// What is damaged, in the order of the archive.
  private(set) var problems: [Problem] = []
  private var facts = DayFacts()
  private var mentions = Mentions()
  private var exercises: Set<ID> = []
  private var bases: Set<ID> = []
}

extension PayloadCheck {
  /// How many entries a thread takes at a time.
  private static let dealCount = 32

  /// Reads every entry behind the index, and what stands behind the last.
  static func run(_ file: File, _ head: ArchiveHead, threads: Int) throws(GymbagError)
    -> PayloadCheck
  {
    let entries = PlacedEntry.list(head)
    let next = Atomic<Int>(0)
    let readings = Mutex<[Reading?]>(Array(repeating: nil, count: entries.count))
    try Parallel.run(threads: min(threads, entries.count / dealCount + 1)) {
      _ throws(GymbagError) in
      var reader = try EntryReader(file, modified: head.index.stamp.packedAt)
      while true {
        let start = next.add(dealCount, ordering: .relaxed).oldValue
        guard start < entries.count else { return }
        try Interruption.check()
        var read: [Reading] = []
        for entry in entries[start..<min(start + dealCount, entries.count)] {
          read.append(try reader.read(entry))
        }
        readings.withLock { $0.replaceSubrange(start..<start + read.count, with: read) }
      }
    }
    var check = PayloadCheck()
    for reading in readings.withLock({ $0 }).compactMap(\.self) { check.add(reading) }
    check.facts.athletes = head.index.athletes.map { Athlete(id: $0.id, name: $0.name) }
    try check.end(file, head)
    return check
  }

  private mutating func add(_ reading: Reading) {
    problems += reading.problems
    switch reading.content {
    case .workout(let workout): facts.workouts.append(workout)
    case .instances(let athlete, let definitions): facts.instances[athlete] = definitions
    case .exercises(let list):
      exercises = Set(list.map(\.id))
      for item in list { facts.exerciseNames[item.id] = item.name }
    case .bases(let list):
      bases = Set(list.map(\.id))
      for item in list { facts.baseNames[item.id] = item.name }
    case .other: break
    }
    mentions.formUnion(reading.mentions)
  }

  /// Two blocks of zeros end the archive.
  private mutating func end(_ file: File, _ head: ArchiveHead) throws(GymbagError) {
    let offset = head.index.entries.reduce(head.payloadOffset) {
      $0 + ArchiveLayout.memberByteCount($1.byteCount)
    }
    let end = try file.read(at: offset, count: Int(ArchiveLayout.endByteCount))
    if end.count < Int(ArchiveLayout.endByteCount) || end.contains(where: { $0 != 0 }) {
      problems.append(Problem(nil, "it does not end in two blocks of zeros"))
    }
  }

  /// Where the index says something else than the payload, or the payload mentions what is not
  /// there.
  func contradictions(with index: DayIndex) throws(GymbagError) -> [Problem] {
    var problems: [Problem] = []
    let derived = try facts.index(index.stamp, catalogues: index.catalogues)
    if derived.workouts != index.workouts {
      problems.append(Problem(EntryName.index, "its workouts are not those of the payload"))
    }
    if derived.exerciseDefinitions != index.exerciseDefinitions {
      problems.append(
        Problem(EntryName.index, "its exercise definitions are not those of the payload"))
    }
    if derived.athletes != index.athletes {
      problems.append(
        Problem(EntryName.index, "its athletes or their coverage are not those of the payload"))
    }
    for (kind, missing) in [
      ("exercise", mentions.exercises.subtracting(exercises)),
      ("exercise base", mentions.bases.subtracting(bases)),
    ] {
      for id in missing.sorted() {
        problems.append(Problem(nil, "\(kind) \(id) is mentioned and is not there"))
      }
    }
    return problems
  }
}

/// An entry behind the index: what it is, and where it must lie.
struct PlacedEntry: Sendable {
  enum Kind: Sendable {
    case workout
    case athlete(ID)
    case exercises
    case bases
    case catalogue
  }

  let kind: Kind
  /// Its name below the day's directory.
  let name: String
  /// The day's directory.
  let top: String
  /// Where its header begins.
  let offset: Int64
  let byteCount: Int64
  let digest: [UInt8]

  /// The entries of a head whose digests are there; entries that the index does not call for, which
  /// the head's check has noted, are left out.
  static func list(_ head: ArchiveHead) -> [PlacedEntry] {
    let index = head.index
    let kinds: [Kind] =
      index.workouts.map { _ in .workout }
      + index.athletes.filter { $0.entry != nil }.map { .athlete($0.id) } + [.exercises, .bases]
      + index.catalogues.map { _ in .catalogue }
    var offset = head.payloadOffset
    var entries: [PlacedEntry] = []
    for ((kind, entry), digest) in zip(zip(kinds, index.entries), head.digests) {
      entries.append(
        PlacedEntry(
          kind: kind, name: entry.name, top: "\(index.stamp.day)/", offset: offset,
          byteCount: entry.byteCount, digest: digest))
      offset += ArchiveLayout.memberByteCount(entry.byteCount)
    }
    return entries
  }
}
