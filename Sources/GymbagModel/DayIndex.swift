/// What one archive says about its day: the content of `data/day.json`, which `DayIndex+JSON.swift`
/// in GymbagArchive writes and reads.
///
/// It stands at the head of the archive and answers who can train what without the rest being
/// read. What it says about the payload is derived from the payload (`DayFacts`), and `verify`
/// derives it again.
package struct DayIndex: Equatable, Sendable {
  /// The version of the format that this gymbag writes and reads.
  package static let schemaVersion = 1

  /// When, where and for whom the day was packed.
  package let stamp: PackStamp
  /// Every entry behind the index, in the order of the archive.
  package let entries: [ArchiveEntry]
  /// The workouts of the day, in the server's order.
  package let workouts: [IndexedWorkout]
  /// What the workouts ask for and the instances are for; the athletes' `covered` counts in it.
  package let exerciseDefinitions: [ExerciseDefinition]
  /// Every athlete that the server named, ascending by id.
  package let athletes: [IndexedAthlete]
  /// Who is expected at the visit, as the coach has said; nil when nobody did: then it is those who
  /// take part. It names no workout that the day does not have.
  package let roster: Roster?
  /// The reference catalogues, in the order of `Catalogue`.
  package let catalogues: [IndexedCatalogue]

  /// An index of these parts.
  package init(
    stamp: PackStamp, entries: [ArchiveEntry], workouts: [IndexedWorkout],
    exerciseDefinitions: [ExerciseDefinition], athletes: [IndexedAthlete],
    roster: Roster? = nil, catalogues: [IndexedCatalogue]
  ) {
    self.stamp = stamp
    self.entries = entries
    self.workouts = workouts
    self.exerciseDefinitions = exerciseDefinitions
    self.athletes = athletes
    self.roster = roster
    self.catalogues = catalogues
  }
}

/// When, where and for whom a day was packed: what is not a function of the server's answers.
package struct PackStamp: Equatable, Sendable {
  /// When an archive may be packed, in seconds since 1970: what a tar header can hold.
  package static let times: Range<Int64> = 0..<(1 << 33)

  /// The day, of the coach's local calendar.
  package let day: DayKey
  /// The name of the zone that calendar was read in, `Europe/Berlin`.
  package let timeZone: String
  /// The account that the day was packed for.
  package let owner: Owner
  /// When, by the server's clock.
  package let packedAt: Instant
  /// Grows with every pack of this owner and day.
  package let serial: Int64

  /// A stamp of these parts.
  package init(day: DayKey, timeZone: String, owner: Owner, packedAt: Instant, serial: Int64) {
    self.day = day
    self.timeZone = timeZone
    self.owner = owner
    self.packedAt = packedAt
    self.serial = serial
  }
}

/// One file of an archive.
package struct ArchiveEntry: Equatable, Sendable {
  /// Its name below the day's directory, `data/workouts/w-1.json.gz`.
  package let name: String
  /// Its size as stored, in bytes.
  package let byteCount: Int64

  /// The entry of that name and size.
  package init(name: String, byteCount: Int64) {
    self.name = name
    self.byteCount = byteCount
  }
}

// Texts are compared by their bytes: Swift holds two spellings of an accent to be the same, and the
// index must say what the payload says to the letter.

/// What the index says of a workout.
package struct IndexedWorkout: Equatable, Sendable {
  /// The workout's id.
  package let id: ID
  /// What people call it.
  package let title: String
  /// The server's revision as a JSON token, spelled as it was sent.
  package let revision: String?
  /// The entry that holds it.
  package let entry: String
  /// Its items: the id of each, and the position of what it asks for in `exerciseDefinitions`.
  package let items: [IndexedItem]
  /// The ids of those who take part.
  package let participants: [ID]

  /// A workout of these parts.
  package init(
    id: ID, title: String, revision: String?, entry: String, items: [IndexedItem],
    participants: [ID]
  ) {
    self.id = id
    self.title = title
    self.revision = revision
    self.entry = entry
    self.items = items
    self.participants = participants
  }

  package static func == (a: IndexedWorkout, b: IndexedWorkout) -> Bool {
    // No revision is written as null, and null is read as none.
    a.id == b.id && a.title.hasSameBytes(as: b.title)
      && (a.revision ?? "null").hasSameBytes(as: b.revision ?? "null")
      && a.entry == b.entry && a.items == b.items && a.participants == b.participants
  }
}

/// What the index says of an item.
package struct IndexedItem: Equatable, Sendable {
  /// The item's id.
  package let id: ID
  /// The position of what it asks for in `DayIndex.exerciseDefinitions`.
  package let definition: Int

  /// The item of that id.
  package init(id: ID, definition: Int) {
    self.id = id
    self.definition = definition
  }
}

/// What an item asks for, with the name to show for it.
package struct ExerciseDefinition: Equatable, Sendable {
  /// The id of the exercise definition.
  package let id: ID
  /// The name of the exercise or base that shows it; its id where there is none.
  package let name: String

  /// The definition of that id and name.
  package init(id: ID, name: String) {
    self.id = id
    self.name = name
  }

  package static func == (a: ExerciseDefinition, b: ExerciseDefinition) -> Bool {
    a.id == b.id && a.name.hasSameBytes(as: b.name)
  }
}

/// What the index says of an athlete.
package struct IndexedAthlete: Equatable, Sendable {
  /// The athlete's user id.
  package let id: ID
  /// What people call them.
  package let name: String
  /// The entry with their exercise instances; nil if nothing was packed for them.
  package let entry: String?
  /// The positions in `DayIndex.exerciseDefinitions` for which the archive holds an instance.
  package let covered: BitSet

  /// An athlete of these parts.
  package init(id: ID, name: String, entry: String?, covered: BitSet) {
    self.id = id
    self.name = name
    self.entry = entry
    self.covered = covered
  }

  package static func == (a: IndexedAthlete, b: IndexedAthlete) -> Bool {
    a.id == b.id && a.name.hasSameBytes(as: b.name) && a.entry == b.entry && a.covered == b.covered
  }
}

/// What the index says of a catalogue.
package struct IndexedCatalogue: Equatable, Sendable {
  /// Where a catalogue came from.
  package enum Source: String, Sendable {
    /// The server answered during this pack.
    case network
    /// A snapshot of an earlier pack.
    case cache
  }

  /// Which catalogue.
  package let catalogue: Catalogue
  /// The entry that holds it.
  package let entry: String
  /// When the server sent it.
  package let loadedAt: Instant
  /// The server's validator, if it sent one.
  package let etag: String?
  /// Where it came from.
  package let source: Source

  /// A catalogue of these parts.
  package init(
    catalogue: Catalogue, entry: String, loadedAt: Instant, etag: String?, source: Source
  ) {
    self.catalogue = catalogue
    self.entry = entry
    self.loadedAt = loadedAt
    self.etag = etag
    self.source = source
  }
}
