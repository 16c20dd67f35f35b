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
  static func run(_ file: File, _ head: ArchiveHead, _ manifest: Manifest, threads: Int)
    throws(GymbagError) -> PayloadCheck
  {
    let entries = PlacedEntry.list(head)
    let readings = Readings(count: entries.count)
    let modified = head.index.stamp.packedAt
    let queue = try WorkQueue<Range<Int>>(threads: min(threads, entries.count / dealCount + 1)) {
      next throws(GymbagError) in
      var reader = try EntryReader(file, manifest, modified: modified)
      while let range = next() {
        try Interruption.check()
        readings.put(try reader.read(entries[range]), at: range)
      }
      readings.add(reader.mentions)
    }
    for start in stride(from: 0, to: entries.count, by: dealCount) {
      queue.add(start..<min(start + dealCount, entries.count))
    }
    try queue.finish()
    var check = PayloadCheck()
    for reading in readings.all { check.add(reading) }
    check.mentions = readings.allMentions
    check.facts.athletes = head.index.athletes.map { Athlete(id: $0.id, name: $0.name) }
    try check.end(file, head)
    return check
  }

  private mutating func add(_ reading: Reading) {
    problems += reading.problems
    switch reading.content {
    case .workout(let workout): facts.workouts.append(workout)
    case .holding(let holding): facts.holdings.append(holding)
    case .exercises(let list):
      exercises = Set(list.map(\.id))
      for item in list { facts.exerciseNames[item.id] = item.name }
    case .bases(let list):
      bases = Set(list.map(\.id))
      for item in list { facts.baseNames[item.id] = item.name }
    case .other: break
    }
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

/// What the threads have read, each reading at the place of its entry.
private final class Readings: Sendable {
  private let slots: Mutex<[Reading?]>
  private let mentions = Mutex(Mentions())

  init(count: Int) { slots = Mutex(Array(repeating: nil, count: count)) }

  func put(_ read: [Reading], at range: Range<Int>) {
    slots.withLock { $0.replaceSubrange(range, with: read) }
  }

  func add(_ some: Mentions) { mentions.withLock { $0.formUnion(some) } }

  var all: [Reading] { slots.withLock { $0.compactMap(\.self) } }

  var allMentions: Mentions { mentions.withLock(\.self) }
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
  /// Its line in the manifest, whose first is that of the index.
  let line: Int

  /// Where the next header begins.
  var end: Int64 { offset + ArchiveLayout.memberByteCount(byteCount) }

  /// The entries of a head. Those that the index does not call for, which the head's check has noted,
  /// are left out.
  static func list(_ head: ArchiveHead) -> [PlacedEntry] {
    let index = head.index
    let kinds: [Kind] =
      index.workouts.map { _ in .workout }
      + index.athletes.filter { $0.entry != nil }.map { .athlete($0.id) } + [.exercises, .bases]
      + index.catalogues.map { _ in .catalogue }
    let top = "\(index.stamp.day)/"
    var offset = head.payloadOffset
    var entries: [PlacedEntry] = []
    entries.reserveCapacity(kinds.count)
    for (kind, entry) in zip(kinds, index.entries) {
      entries.append(
        PlacedEntry(
          kind: kind, name: entry.name, top: top, offset: offset,
          byteCount: entry.byteCount, line: entries.count + 1))
      offset += ArchiveLayout.memberByteCount(entry.byteCount)
    }
    return entries
  }
}
