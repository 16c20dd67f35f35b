package import GymbagModel

/// What the payload of a day says, from which its index follows. `pack` derives the index from the
/// server's answers, `verify` from what the archive holds: both by the same rules, here.
package struct DayFacts: Sendable {
  /// The workouts, in the server's order.
  package var workouts: [Workout] = []
  /// Which exercise definitions the instances are for, by athlete.
  package var instances: [ID: Set<ID>] = [:]
  /// The names of the exercises, by id.
  package var exerciseNames: [ID: String] = [:]
  /// The names of the exercise bases, by id.
  package var baseNames: [ID: String] = [:]
  /// The athletes that the server lists beside those who take part.
  package var athletes: [Athlete] = []

  /// No facts.
  package init() {}

  /// What workouts ask for, in their order, then what only instances are for, ascending by id.
  ///
  /// A definition has no name of its own: it is shown by the exercise of the first item that names
  /// one, else by the base, else by its id.
  package func exerciseDefinitions() -> [ExerciseDefinition] {
    var order: [ID] = []
    var names: [ID: String] = [:]
    var seen: Set<ID> = []
    for item in workouts.lazy.flatMap(\.items) {
      let id = item.exerciseDefinitionID
      if seen.insert(id).inserted { order.append(id) }
      let name =
        item.exerciseID.flatMap { exerciseNames[$0] } ?? item.baseID.flatMap { baseNames[$0] }
      if let name, names[id] == nil { names[id] = name }
    }
    let others = instances.values.reduce(into: Set<ID>()) { $0.formUnion($1) }.subtracting(seen)
    return (order + others.sorted()).map { ExerciseDefinition(id: $0, name: names[$0] ?? $0.text) }
  }

  /// Everything in the index that follows from the payload; without entries' sizes.
  ///
  /// - Throws: `badData` never in practice: ids have names.
  package func index(_ stamp: PackStamp, catalogues: [IndexedCatalogue]) throws(GymbagError)
    -> DayIndex
  {
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
    for athlete in namedAthletes() {
      let covered = instances[athlete.id]
      indexedAthletes.append(
        IndexedAthlete(
          id: athlete.id, name: athlete.name,
          entry: covered == nil ? nil : try EntryName.athlete(athlete.id),
          covered: BitSet((covered ?? []).compactMap { positions[$0] })))
    }
    return DayIndex(
      stamp: stamp, entries: [], workouts: indexedWorkouts, exerciseDefinitions: definitions,
      athletes: indexedAthletes, catalogues: catalogues)
  }

  /// Everyone the server named: in its list, among those who take part, or in an instance.
  private func namedAthletes() -> [Athlete] {
    var names: [ID: String] = [:]
    for athlete in athletes + workouts.flatMap(\.participants) where names[athlete.id] == nil {
      names[athlete.id] = athlete.name
    }
    for id in instances.keys where names[id] == nil { names[id] = "" }
    return names.map { Athlete(id: $0.key, name: $0.value) }.sorted { $0.id < $1.id }
  }
}
