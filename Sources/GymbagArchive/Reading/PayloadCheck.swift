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
  static func run(
    _ head: ArchiveHead, _ manifest: Manifest, threads: Int, _ progress: Progress,
    _ take: Verification.EntryTaker?
  ) throws(GymbagError) -> PayloadCheck {
    let entries = PlacedEntry.list(head)
    let readings = Readings(count: entries.count)
    let queue = try WorkQueue<Range<Int>>(threads: min(threads, entries.count / dealCount + 1)) {
      next throws(GymbagError) in
      var reader = try EntryReader(head, manifest, take)
      while let range = next() {
        try Interruption.check()
        readings.put(try reader.read(entries[range]), at: range)
        progress.advance(
          items: range.count,
          byteCount: entries[range.upperBound - 1].end - entries[range.lowerBound].offset)
      }
      readings.add(reader.mentions)
    }
    progress.expect(items: entries.count, byteTotal: head.byteCount)
    for start in stride(from: 0, to: entries.count, by: dealCount) {
      queue.add(start..<min(start + dealCount, entries.count))
    }
    try queue.finish()
    var check = PayloadCheck()
    for reading in readings.all { check.add(reading) }
    check.mentions = readings.allMentions
    check.facts.athletes = head.index.athletes.map { Athlete(id: $0.id, name: $0.name) }
    try check.end(head)
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
  private mutating func end(_ head: ArchiveHead) throws(GymbagError) {
    let offset = head.index.entries.reduce(head.payloadOffset) {
      $0 + ArchiveLayout.memberByteCount($1.byteCount)
    }
    let end = try head.file.read(at: offset, count: Int(ArchiveLayout.endByteCount))
    if end.count < Int(ArchiveLayout.endByteCount) || end.contains(where: { $0 != 0 }) {
      problems.append(Problem(nil, "the archive does not end in two blocks of zeros"))
    }
  }

  /// Where the index says something else than the payload, or the payload mentions what is not
  /// there.
  func contradictions(with index: DayIndex) throws(GymbagError) -> [Problem] {
    var problems: [Problem] = []
    let derived = try facts.index(
      index.stamp, entries: index.entries, roster: index.roster, catalogues: index.catalogues)
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
    for (entry, mentioned, held) in [
      (EntryName.exercises, mentions.exercises, exercises),
      (EntryName.exerciseBases, mentions.bases, bases),
    ] {
      for id in mentioned.subtracting(held).sorted() {
        problems.append(Problem(entry, "\(id) is mentioned and is not there"))
      }
      for id in held.subtracting(mentioned).sorted() {
        problems.append(Problem(entry, "\(id) is there and is not mentioned"))
      }
    }
    return problems
  }
}
