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
  /// The exercises, by id.
  package private(set) var exercises: [ID: Part<ExerciseMetadata>] = [:]
  /// The exercise bases, by id.
  package private(set) var bases: [ID: Part<ExerciseMetadata>] = [:]
  /// The athletes that the server lists.
  package private(set) var athletes: [Athlete] = []
  /// Everyone whom the server has named so far, in its list or as one who takes part.
  package var knownAthletes: Set<ID> {
    Set(athletes.map(\.id) + workouts.flatMap(\.value.participants).map(\.id))
  }
  /// All that the texts mention.
  private var mentions = Mentions()
  /// What of it nobody has taken yet.
  private var newMentions = Mentions()
  private var workoutIDs: Set<ID> = []
  /// The entries that are being pressed already.
  private var begun: Set<String> = []
  private(set) var catalogues: [Catalogue: CataloguePart] = [:]
  /// The exercise instances of each athlete, in the order they came. Of these there are many: no more
  /// than their places are kept in memory.
  private var instances: [ID: [Spool.Extent]] = [:]
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
      guard workoutIDs.insert(workout.id).inserted else {
        throw value.mismatch("another workout than \(workout.id), which stands twice")
      }
      let part = Part(value: workout, text: try keep(value))
      workouts.append(part)
      begin(try Self.entry(of: part))
    }
  }

  /// Adds exercise instances. One that came before, with another workout, must be the same; that is
  /// found out when the archive is written.
  ///
  /// - Throws: `badData` for a text that is none.
  package mutating func add(instances values: JSONElements) throws(GymbagError) {
    for value in values {
      let athlete = try ExerciseInstance(value).userID
      instances[athlete, default: []].append(try keep(value))
    }
  }

  /// Begins to press the instances: no more of them will come.
  package mutating func finishInstances() throws(GymbagError) {
    for entry in try instanceEntries() { begin(entry) }
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
    begin(Self.entry(of: catalogue, part))
  }

  /// What the texts mention that they did not mention when this was last asked.
  package mutating func takeNewMentions() -> Mentions {
    defer { newMentions = Mentions() }
    return newMentions
  }

  /// Presses an entry before all parts are there.
  private mutating func begin(_ entry: EntryTexts) {
    begun.insert(entry.name)
    press.press(entry)
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
  /// What follows from the parts for the index, once the instances of each athlete are pressed.
  func facts(_ pressed: [String: EntryPress.Pressed]) throws(GymbagError) -> DayFacts {
    var facts = DayFacts()
    facts.workouts = workouts.map(\.value)
    facts.athletes = athletes
    for athlete in instances.keys.sorted() {
      let definitions = pressed[try EntryName.athlete(athlete)]?.definitions ?? []
      facts.holdings.append(DayFacts.Holding(athlete: athlete, definitions: definitions))
    }
    facts.exerciseNames = exercises.compactMapValues { $0.value.name }
    facts.baseNames = bases.compactMapValues { $0.value.name }
    return facts
  }

  /// Presses everything that is not pressed yet.
  ///
  /// - Returns: the names of what lies behind the index, in the order of the archive, and each entry
  ///   by its name.
  func pressAll() throws(GymbagError) -> (names: [String], pressed: [String: EntryPress.Pressed]) {
    var entries: [EntryTexts] = []
    for workout in workouts { entries.append(try Self.entry(of: workout)) }
    entries += try instanceEntries()
    for (name, parts) in [(EntryName.exercises, exercises), (EntryName.exerciseBases, bases)] {
      let ordered = parts.sorted { $0.key < $1.key }
      entries.append(EntryTexts(name: name, texts: ordered.map(\.value.text), form: .lines))
    }
    for (catalogue, part) in orderedCatalogues { entries.append(Self.entry(of: catalogue, part)) }
    for entry in entries where !begun.contains(entry.name) { press.press(entry) }
    return (entries.map(\.name), try press.finish())
  }

  /// The entries of the athletes, ascending by id.
  private func instanceEntries() throws(GymbagError) -> [EntryTexts] {
    var entries: [EntryTexts] = []
    for (athlete, texts) in instances.sorted(by: { $0.key < $1.key }) {
      entries.append(
        EntryTexts(name: try EntryName.athlete(athlete), texts: texts, form: .instances))
    }
    return entries
  }

  private static func entry(of workout: Part<Workout>) throws(GymbagError) -> EntryTexts {
    EntryTexts(
      name: try EntryName.workout(workout.value.id), texts: [workout.text], form: .document)
  }

  private static func entry(of catalogue: Catalogue, _ part: CataloguePart) -> EntryTexts {
    EntryTexts(name: EntryName.catalogue(catalogue), texts: [part.text], form: .document)
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
