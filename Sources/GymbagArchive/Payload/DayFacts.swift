import GymbagModel

/// What the payload of a day says, from which its index follows. `pack` derives the index from the
/// server's answers, `verify` from what the archive holds: both by the same rules, here.
struct DayFacts: Sendable {
  /// For which exercise definitions there are instances of an athlete.
  struct Holding: Sendable {
    /// The athlete.
    let athlete: ID
    /// The definitions, some perhaps several times.
    let definitions: [ID]

    /// What is held for an athlete.
    init(athlete: ID, definitions: [ID]) {
      self.athlete = athlete
      self.definitions = definitions
    }
  }

  /// The workouts, in the server's order.
  var workouts: [Workout] = []
  /// What is held, ascending by athlete, each once.
  var holdings: [Holding] = []
  /// The names of the exercises, by id.
  var exerciseNames: [ID: String] = [:]
  /// The names of the exercise bases, by id.
  var baseNames: [ID: String] = [:]
  /// The athletes that the server lists beside those who take part.
  var athletes: [Athlete] = []

  /// No facts.
  init() {}

  /// The index of a day with this payload.
  ///
  /// - Parameters:
  ///   - stamp: when, where and for whom it was packed.
  ///   - entries: what lies behind the index.
  ///   - roster: for whom it was packed; it follows from nothing in the payload.
  ///   - catalogues: where each of them came from.
  /// - Throws: `io` without memory for a digest.
  func index(
    _ stamp: PackStamp, entries: [ArchiveEntry], roster: Roster?, catalogues: [IndexedCatalogue]
  ) throws(GymbagError) -> DayIndex {
    let definitions = exerciseDefinitions()
    let positions = Dictionary(
      definitions.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    var indexedWorkouts: [IndexedWorkout] = []
    for workout in workouts {
      indexedWorkouts.append(
        IndexedWorkout(
          id: workout.id, title: workout.title, revision: workout.revision,
          entry: try EntryName.workout(workout.id),
          items: workout.items.map {
            IndexedItem(id: $0.id, definition: positions[$0.exerciseDefinitionID, default: 0])
          },
          participants: workout.participants.map(\.id)))
    }
    var indexedAthletes: [IndexedAthlete] = []
    var rest = holdings[...]
    for athlete in namedAthletes() {
      let isHeld = rest.first?.athlete == athlete.id
      let held = isHeld ? rest.removeFirst().definitions : []
      indexedAthletes.append(
        IndexedAthlete(
          id: athlete.id, name: athlete.name,
          entry: isHeld ? try EntryName.athlete(athlete.id) : nil,
          covered: BitSet(held.compactMap { positions[$0] })))
    }
    return DayIndex(
      stamp: stamp, entries: entries, workouts: indexedWorkouts, exerciseDefinitions: definitions,
      athletes: indexedAthletes, roster: roster, catalogues: catalogues)
  }

  /// What workouts ask for, in their order, then what only instances are for, ascending by id.
  ///
  /// A definition has no name of its own: it is shown by the exercise of the first item that names
  /// one, else by the base, else by its id.
  private func exerciseDefinitions() -> [ExerciseDefinition] {
    var order: [ID] = []
    var names: [ID: String] = [:]
    var seen: Set<ID> = []
    for item in workouts.lazy.flatMap(\.items) {
      let id = item.exerciseDefinitionID
      if seen.insert(id).inserted { order.append(id) }
      guard names[id] == nil else { continue }
      names[id] =
        item.exerciseID.flatMap { exerciseNames[$0] } ?? item.baseID.flatMap { baseNames[$0] }
    }
    var others: Set<ID> = []
    for holding in holdings {
      for id in holding.definitions where !seen.contains(id) { others.insert(id) }
    }
    return (order + others.sorted()).map { ExerciseDefinition(id: $0, name: names[$0] ?? $0.text) }
  }

  /// Everyone the server named, ascending by id: in its list, among those who take part, or in an
  /// instance. The first name counts.
  private func namedAthletes() -> [Athlete] {
    var known: Set<ID> = []
    known.reserveCapacity(athletes.count)
    var named: [Athlete] = []
    named.reserveCapacity(athletes.count)
    for athlete in athletes where known.insert(athlete.id).inserted { named.append(athlete) }
    for workout in workouts {
      for athlete in workout.participants where known.insert(athlete.id).inserted {
        named.append(athlete)
      }
    }
    for holding in holdings where known.insert(holding.athlete).inserted {
      named.append(Athlete(id: holding.athlete, name: ""))
    }
    return named.sorted { $0.id < $1.id }
  }
}
