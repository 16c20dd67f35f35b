package import GymbagJSON
package import GymbagModel
import GymbagSystem

/// The parts of a day as they come from a server: the texts in a spool, in memory only what is
/// interpreted of them and where each lies.
package struct DayParts {
  /// A part: what gymbag interprets of it, and where its text lies.
  package struct Part<Value: Sendable>: Sendable {
    /// What is interpreted.
    package let value: Value
    let text: Spool.Extent
  }

  /// A catalogue: its validator, and where its text lies.
  struct CataloguePart: Sendable {
    let etag: String?
    let text: Spool.Extent
  }

  /// The workouts, in the server's order.
  package private(set) var workouts: [Part<Workout>] = []
  /// The exercise instances, in the order they came.
  package private(set) var instances: [Part<ExerciseInstance>] = []
  /// The exercises, by id.
  package private(set) var exercises: [ID: Part<ExerciseMetadata>] = [:]
  /// The exercise bases, by id.
  package private(set) var bases: [ID: Part<ExerciseMetadata>] = [:]
  /// The athletes that the server lists.
  package private(set) var athletes: [Athlete] = []
  /// All that the texts mention.
  private var mentions = Mentions()
  /// What of it nobody has taken yet.
  private var newMentions = Mentions()
  private(set) var catalogues: [Catalogue: CataloguePart] = [:]
  /// Where each instance is in `instances`.
  private var instancePositions: [ID: Int] = [:]
  let spool: Spool
  private let press: EntryPress

  /// No parts yet.
  ///
  /// - Parameter directory: where the spool may lie; it must exist.
  package init(stagingIn directory: String) throws(GymbagError) {
    spool = try Spool(in: directory)
    press = try EntryPress(spool)
  }

  /// Adds the workouts of the day.
  ///
  /// - Throws: `badData` for a text that is no workout, and for an id that stands twice.
  package mutating func add(workouts values: JSONElements) throws(GymbagError) {
    for value in values {
      let workout = try Workout(value)
      guard !workouts.contains(where: { $0.value.id == workout.id }) else {
        throw value.mismatch("another workout than \(workout.id), which stands twice")
      }
      let part = Part(value: workout, text: try keep(value))
      workouts.append(part)
      press.press(try Self.entry(of: part))
    }
  }

  /// Adds exercise instances. One that came before, with another workout, must be the same.
  ///
  /// - Throws: `badData` for a text that is none; `unavailable` when the server changed one
  ///   between two answers.
  package mutating func add(instances values: JSONElements) throws(GymbagError) {
    for value in values {
      let instance = try ExerciseInstance(value)
      if let former = instancePositions[instance.id] {
        guard try spool.read(instances[former].text) == value.compact() else {
          throw GymbagError(
            .unavailable, "exercise instance \(instance.id) changed on the server meanwhile",
            hint: "pack again")
        }
        continue
      }
      instancePositions[instance.id] = instances.count
      instances.append(Part(value: instance, text: try keep(value)))
    }
  }

  /// Adds the answer to the question for one exercise.
  ///
  /// - Throws: `badData` for a text that is none, or is another one.
  package mutating func add(exercise value: JSONValue, asked id: ID) throws(GymbagError) {
    exercises[id] = try metadata(value, asked: id)
  }

  /// Adds the answer to the question for one exercise base.
  ///
  /// - Throws: `badData` for a text that is none, or is another one.
  package mutating func add(base value: JSONValue, asked id: ID) throws(GymbagError) {
    bases[id] = try metadata(value, asked: id)
  }

  /// Adds the athletes that the server lists.
  ///
  /// - Throws: `badData` for a text that is none.
  package mutating func add(athletes values: JSONElements) throws(GymbagError) {
    for value in values { athletes.append(try Athlete(value)) }
  }

  /// Adds a catalogue: a JSON text that is passed on token for token.
  ///
  /// - Parameters:
  ///   - text: without white space between its tokens.
  ///   - etag: the server's validator.
  package mutating func add(catalogue: Catalogue, _ text: [UInt8], etag: String?)
    throws(GymbagError)
  {
    let part = CataloguePart(etag: etag, text: try spool.append(text))
    catalogues[catalogue] = part
    press.press(Self.entry(of: catalogue, part))
  }

  /// What the texts mention that they did not mention when this was last asked.
  package mutating func takeNewMentions() -> Mentions {
    defer { newMentions = Mentions() }
    return newMentions
  }

  private mutating func metadata(_ value: JSONValue, asked id: ID) throws(GymbagError)
    -> Part<ExerciseMetadata>
  {
    let metadata = try ExerciseMetadata(value)
    guard metadata.id == id else { throw value.mismatch("the id \(id), not \(metadata.id)") }
    return Part(value: metadata, text: try keep(value))
  }

  private mutating func keep(_ value: JSONValue) throws(GymbagError) -> Spool.Extent {
    newMentions.formUnion(try mentions.add(from: value))
    return try spool.append(value.compact())
  }
}

extension DayParts {
  /// What follows from the parts for the index.
  func facts() -> DayFacts {
    var facts = DayFacts()
    facts.workouts = workouts.map(\.value)
    facts.athletes = athletes
    facts.holdings = instancesByAthlete().map { athlete, positions in
      DayFacts.Holding(
        athlete: athlete,
        definitions: positions.map { instances[$0].value.exerciseDefinitionID })
    }
    facts.exerciseNames = exercises.compactMapValues { $0.value.name }
    facts.baseNames = bases.compactMapValues { $0.value.name }
    return facts
  }

  /// The positions of each athlete's instances, ascending by athlete.
  private func instancesByAthlete() -> [(athlete: ID, positions: [Int])] {
    Dictionary(grouping: instances.indices) { instances[$0].value.userID }
      .map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
  }

  /// What lies behind the index, in the order of the archive, compressed.
  func pressedEntries() throws(GymbagError) -> [(name: String, pressed: EntryPress.Pressed)] {
    var entries: [EntryTexts] = []
    for workout in workouts { entries.append(try Self.entry(of: workout)) }
    // Ordered by what they are for and then by id: the same whatever came first.
    for (athlete, theirs) in instancesByAthlete() {
      let ordered = theirs.sorted { instances[$0].value.stands(before: instances[$1].value) }
      entries.append(
        EntryTexts(
          name: try EntryName.athlete(athlete), texts: ordered.map { instances[$0].text },
          isLines: true))
    }
    for (name, parts) in [(EntryName.exercises, exercises), (EntryName.exerciseBases, bases)] {
      let ordered = parts.sorted { $0.key < $1.key }
      entries.append(EntryTexts(name: name, texts: ordered.map(\.value.text), isLines: true))
    }
    for (catalogue, part) in orderedCatalogues { entries.append(Self.entry(of: catalogue, part)) }
    for entry in entries { press.press(entry) }
    let pressed = try press.finish()
    return entries.compactMap { entry in pressed[entry.name].map { (entry.name, $0) } }
  }

  private static func entry(of workout: Part<Workout>) throws(GymbagError) -> EntryTexts {
    EntryTexts(
      name: try EntryName.workout(workout.value.id), texts: [workout.text], isLines: false)
  }

  private static func entry(of catalogue: Catalogue, _ part: CataloguePart) -> EntryTexts {
    EntryTexts(name: EntryName.catalogue(catalogue), texts: [part.text], isLines: false)
  }

  /// What the index says of the catalogues, all of which this pack has loaded.
  func indexedCatalogues(loadedAt: Instant) -> [IndexedCatalogue] {
    orderedCatalogues.map { catalogue, part in
      IndexedCatalogue(
        catalogue: catalogue, entry: EntryName.catalogue(catalogue), loadedAt: loadedAt,
        etag: part.etag, source: .network)
    }
  }

  private var orderedCatalogues: [(Catalogue, CataloguePart)] {
    Catalogue.allCases.compactMap { catalogue in catalogues[catalogue].map { (catalogue, $0) } }
  }
}

extension ExerciseInstance {
  fileprivate func stands(before other: ExerciseInstance) -> Bool {
    exerciseDefinitionID == other.exerciseDefinitionID
      ? id < other.id : exerciseDefinitionID < other.exerciseDefinitionID
  }
}
