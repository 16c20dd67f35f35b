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
  /// The exercise instances, by id.
  package private(set) var instances: [ID: Part<ExerciseInstance>] = [:]
  /// The exercises, by id.
  package private(set) var exercises: [ID: Part<ExerciseMetadata>] = [:]
  /// The exercise bases, by id.
  package private(set) var bases: [ID: Part<ExerciseMetadata>] = [:]
  /// The athletes that the server lists.
  package private(set) var athletes: [Athlete] = []
  /// All that the texts mention.
  package private(set) var mentions = Mentions()
  private(set) var catalogues: [Catalogue: CataloguePart] = [:]
  let spool: Spool

  /// No parts yet.
  ///
  /// - Parameter directory: where the spool may lie; it must exist.
  package init(stagingIn directory: String) throws(GymbagError) {
    spool = try Spool(in: directory)
  }

  /// Adds the workouts of the day.
  ///
  /// - Throws: `badData` for a text that is no workout, and for an id that stands twice.
  package mutating func add(workouts values: [JSONValue]) throws(GymbagError) {
    for value in values {
      let workout = try Workout(value)
      guard !workouts.contains(where: { $0.value.id == workout.id }) else {
        throw value.mismatch("another workout than \(workout.id), which stands twice")
      }
      workouts.append(Part(value: workout, text: try keep(value)))
    }
  }

  /// Adds exercise instances. One that came before, with another workout, must be the same.
  ///
  /// - Throws: `badData` for a text that is none; `unavailable` when the server changed one
  ///   between two answers.
  package mutating func add(instances values: [JSONValue]) throws(GymbagError) {
    for value in values {
      let instance = try ExerciseInstance(value)
      if let former = instances[instance.id] {
        guard try spool.read(former.text) == value.compact() else {
          throw GymbagError(
            .unavailable, "exercise instance \(instance.id) changed on the server meanwhile",
            hint: "pack again")
        }
        continue
      }
      instances[instance.id] = Part(value: instance, text: try keep(value))
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
  package mutating func add(athletes values: [JSONValue]) throws(GymbagError) {
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
    catalogues[catalogue] = CataloguePart(etag: etag, text: try spool.append(text))
  }

  private mutating func metadata(_ value: JSONValue, asked id: ID) throws(GymbagError)
    -> Part<ExerciseMetadata>
  {
    let metadata = try ExerciseMetadata(value)
    guard metadata.id == id else { throw value.mismatch("the id \(id), not \(metadata.id)") }
    return Part(value: metadata, text: try keep(value))
  }

  private mutating func keep(_ value: JSONValue) throws(GymbagError) -> Spool.Extent {
    try mentions.add(from: value)
    return try spool.append(value.compact())
  }
}

extension DayParts {
  /// What follows from the parts for the index.
  func facts() -> DayFacts {
    var facts = DayFacts()
    facts.workouts = workouts.map(\.value)
    facts.athletes = athletes
    for instance in instances.values.lazy.map(\.value) {
      facts.instances[instance.userID, default: []].insert(instance.exerciseDefinitionID)
    }
    facts.exerciseNames = exercises.compactMapValues { $0.value.name }
    facts.baseNames = bases.compactMapValues { $0.value.name }
    return facts
  }

  /// The texts of an entry, each a line of it, or the one text that it is.
  struct EntryTexts: Sendable {
    let name: String
    let texts: [Spool.Extent]
    let isLines: Bool
  }

  /// What lies behind the index, in the order of the archive.
  func entryTexts() throws(GymbagError) -> [EntryTexts] {
    var entries: [EntryTexts] = []
    for workout in workouts {
      entries.append(
        EntryTexts(
          name: try EntryName.workout(workout.value.id), texts: [workout.text], isLines: false))
    }
    // Ordered by what they are for and then by id: the same whatever came first.
    let byAthlete = Dictionary(grouping: instances.values, by: \.value.userID)
    for (athlete, theirs) in byAthlete.sorted(by: { $0.key < $1.key }) {
      let ordered = theirs.sorted {
        ($0.value.exerciseDefinitionID, $0.value.id) < ($1.value.exerciseDefinitionID, $1.value.id)
      }
      entries.append(
        EntryTexts(name: try EntryName.athlete(athlete), texts: ordered.map(\.text), isLines: true))
    }
    for (name, parts) in [(EntryName.exercises, exercises), (EntryName.exerciseBases, bases)] {
      let ordered = parts.sorted { $0.key < $1.key }
      entries.append(EntryTexts(name: name, texts: ordered.map(\.value.text), isLines: true))
    }
    for (catalogue, part) in orderedCatalogues {
      entries.append(
        EntryTexts(name: EntryName.catalogue(catalogue), texts: [part.text], isLines: false))
    }
    return entries
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
