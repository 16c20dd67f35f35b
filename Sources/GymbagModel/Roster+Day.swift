extension Roster {
  /// A workout that a roster names for an athlete.
  package struct Naming: Equatable, Sendable {
    /// The athlete.
    package let athlete: ID
    /// The workout.
    package let workout: ID
  }

  /// Makes sure that the day has every workout that the roster names.
  ///
  /// - Parameter workouts: the workouts of the day.
  /// - Throws: `badData` with the first that it does not have, and for whom that is named.
  package func check(workouts: [ID], of day: DayKey) throws(GymbagError) {
    guard let stray = keeping(workouts: workouts).strays.first else { return }
    throw GymbagError(
      .badData,
      "the roster names workout \(stray.workout) for athlete \(stray.athlete), "
        + "but the day has no such workout",
      hint: day.hint(workouts: workouts))
  }

  /// The roster without the workouts that a day does not have, and what it has lost by that.
  ///
  /// - Parameter workouts: the workouts of the day.
  package func keeping(workouts: [ID]) -> (roster: Roster, strays: [Naming]) {
    let known = Set(workouts)
    var strays: [Naming] = []
    let kept = entries.map { entry in
      strays += entry.workouts.filter { !known.contains($0) }
        .map { Naming(athlete: entry.id, workout: $0) }
      return Entry(
        id: entry.id, name: entry.name, workouts: entry.workouts.filter(known.contains))
    }
    return (Roster(distinct: kept), strays)
  }

  /// The roster with these names for athletes who have none in it.
  package func named(by names: [ID: String]) -> Roster {
    Roster(
      distinct: entries.map {
        Entry(id: $0.id, name: $0.name ?? names[$0.id], workouts: $0.workouts)
      })
  }

  /// Who is to do each of these workouts and does not take part in it, in the order of the workouts.
  package func guests(of workouts: [Workout]) -> [(workout: ID, athletes: [ID])] {
    let ids = workouts.map(\.id)
    let participants = workouts.map { Set($0.participants.map(\.id)) }
    var participations: [ID: [ID]] = [:]
    for (workout, athletes) in zip(ids, participants) {
      for athlete in athletes { participations[athlete, default: []].append(workout) }
    }
    var guests: [ID: [ID]] = [:]
    for entry in entries {
      let own = participations[entry.id] ?? []
      for workout in entry.required(takingPartIn: own, of: ids) where !own.contains(workout) {
        guests[workout, default: []].append(entry.id)
      }
    }
    return ids.map { ($0, guests[$0] ?? []) }
  }
}

extension Roster.Entry {
  /// What is required of the athlete: the workouts that the roster names for them, else those that
  /// they take part in, else every workout of the day.
  package func required(takingPartIn own: [ID], of day: [ID]) -> [ID] {
    if !workouts.isEmpty { return workouts }
    return own.isEmpty ? day : own
  }
}

extension DayIndex {
  /// Whom the roster that the day was packed for expects and the server does not know.
  package var unknownAthletes: [Roster.Entry] {
    let known = Set(athletes.map(\.id))
    return roster?.entries.filter { !known.contains($0.id) } ?? []
  }
}

extension DayKey {
  /// What to say to someone who has named a workout that the day does not have.
  package func hint(workouts: [ID]) -> String {
    "the workouts of \(self) are: " + workouts.map(\.text).joined(separator: ", ")
  }
}
