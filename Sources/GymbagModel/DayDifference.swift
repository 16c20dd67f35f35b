/// What one packed day holds and another does not: two packs of a day, or two days.
///
/// A function of the two indexes, but for entries whose content differs: these the caller has
/// compared.
package struct DayDifference: Equatable, Sendable {
  /// A workout or an athlete that only one of the two holds.
  package struct Named: Equatable, Sendable {
    /// Its id.
    package let id: ID
    /// What people call it; may be empty.
    package let name: String
  }

  /// How a workout that both hold differs.
  package struct WorkoutChange: Equatable, Sendable {
    /// The workout's id.
    package let id: ID
    /// What people call it in the second.
    package let title: String
    /// The server's revision in the first and the second, where they differ.
    package let revisions: (from: String?, to: String?)?
    /// Which exercise definitions it asked for only in the first, by their names there.
    package let droppedDefinitions: [String]
    /// Which exercise definitions it asks for only in the second, by their names there.
    package let newDefinitions: [String]
    /// Who takes part only in the first.
    package let droppedParticipants: [ID]
    /// Who takes part only in the second.
    package let newParticipants: [ID]

    package static func == (a: WorkoutChange, b: WorkoutChange) -> Bool {
      a.id == b.id && a.title == b.title && a.revisions?.from == b.revisions?.from
        && a.revisions?.to == b.revisions?.to && a.droppedDefinitions == b.droppedDefinitions
        && a.newDefinitions == b.newDefinitions && a.droppedParticipants == b.droppedParticipants
        && a.newParticipants == b.newParticipants
    }
  }

  /// For which exercise definitions only one of the two holds an instance of an athlete whom both
  /// name.
  package struct CoverageChange: Equatable, Sendable {
    /// The athlete.
    package let athlete: Named
    /// Covered only in the first, by their names there.
    package let lost: [String]
    /// Covered only in the second, by their names there.
    package let gained: [String]
  }

  /// Workouts that only the first holds, in its order.
  package let droppedWorkouts: [Named]
  /// Workouts that only the second holds, in its order.
  package let newWorkouts: [Named]
  /// Workouts that both hold and that differ in what the index says, in the order of the second.
  package let changedWorkouts: [WorkoutChange]
  /// Athletes that only the first names, ascending by id.
  package let droppedAthletes: [Named]
  /// Athletes that only the second names, ascending by id.
  package let newAthletes: [Named]
  /// Athletes whom both name and whose coverage differs, ascending by id.
  package let coverage: [CoverageChange]
  /// Whom only the first's roster expects, in its order.
  package let droppedExpected: [Named]
  /// Whom only the second's roster expects, in its order.
  package let newExpected: [Named]
  /// Whom both rosters expect, for other workouts, in the order of the second.
  package let changedExpected: [Named]
  /// The entries of both whose content differs, in the order of the second.
  package let changedEntries: [String]

  /// Whether nothing differs.
  package var isEmpty: Bool {
    droppedWorkouts.isEmpty && newWorkouts.isEmpty && changedWorkouts.isEmpty
      && droppedAthletes.isEmpty && newAthletes.isEmpty && coverage.isEmpty
      && droppedExpected.isEmpty && newExpected.isEmpty && changedExpected.isEmpty
      && changedEntries.isEmpty
  }

  /// Compares two indexes.
  ///
  /// - Parameter changedEntries: the names of the entries of both whose content differs.
  /// - Complexity: O(athletes × definitions), both counted over the two.
  package init(from first: DayIndex, to second: DayIndex, changedEntries: [String] = []) {
    let former = Dictionary(
      first.workouts.map { ($0.id, $0) }, uniquingKeysWith: { earlier, _ in earlier })
    let names = (first.definitionNames, second.definitionNames)
    droppedWorkouts = first.workouts.named.subtracting(second.workouts.named)
    newWorkouts = second.workouts.named.subtracting(first.workouts.named)
    changedWorkouts = second.workouts.compactMap { workout in
      former[workout.id].flatMap { WorkoutChange(from: $0, to: workout, first, second, names) }
    }
    droppedAthletes = first.athletes.named.subtracting(second.athletes.named)
    newAthletes = second.athletes.named.subtracting(first.athletes.named)
    let formerAthletes = Dictionary(
      first.athletes.map { ($0.id, $0) }, uniquingKeysWith: { earlier, _ in earlier })
    coverage = second.athletes.compactMap { athlete in
      guard let former = formerAthletes[athlete.id] else { return nil }
      let before = first.ids(former.covered)
      let after = second.ids(athlete.covered)
      let lost = before.subtracting(after)
      let gained = after.subtracting(before)
      guard !(lost.isEmpty && gained.isEmpty) else { return nil }
      return CoverageChange(
        athlete: Named(id: athlete.id, name: athlete.name),
        lost: lost.map { names.0[$0] ?? $0.text },
        gained: gained.map { names.1[$0] ?? $0.text })
    }
    droppedExpected = first.expected.subtracting(second.expected)
    newExpected = second.expected.subtracting(first.expected)
    let wanted = Dictionary(
      first.roster?.entries.map { ($0.id, Set($0.workouts)) } ?? [],
      uniquingKeysWith: { earlier, _ in earlier })
    let changed = second.roster?.entries.filter { entry in
      wanted[entry.id].map { $0 != Set(entry.workouts) } ?? false
    }
    changedExpected = second.named(changed ?? [])
    self.changedEntries = changedEntries
  }
}

extension DayDifference.WorkoutChange {
  /// Nil when the index says the same of both.
  fileprivate init?(
    from former: IndexedWorkout, to workout: IndexedWorkout, _ first: DayIndex,
    _ second: DayIndex, _ names: ([ID: String], [ID: String])
  ) {
    let before = former.items.map { first.exerciseDefinitions[$0.definition].id }
    let after = workout.items.map { second.exerciseDefinitions[$0.definition].id }
    let isSameRevision =
      (former.revision ?? "null").hasSameBytes(as: workout.revision ?? "null")
    let isSame =
      former.title.hasSameBytes(as: workout.title) && isSameRevision
      && former.items.map(\.id) == workout.items.map(\.id) && before == after
      && former.participants == workout.participants
    guard !isSame else { return nil }
    id = workout.id
    title = workout.title
    revisions =
      isSameRevision ? nil : (from: former.revision, to: workout.revision)
    droppedDefinitions = before.subtracting(after).map { names.0[$0] ?? $0.text }
    newDefinitions = after.subtracting(before).map { names.1[$0] ?? $0.text }
    droppedParticipants = former.participants.subtracting(workout.participants)
    newParticipants = workout.participants.subtracting(former.participants)
  }
}

extension [ID] {
  /// Those that `other` does not hold, each once, in their order.
  fileprivate func subtracting(_ other: [ID]) -> [ID] {
    var seen = Set(other)
    return filter { seen.insert($0).inserted }
  }
}

extension [DayDifference.Named] {
  fileprivate func subtracting(_ other: [DayDifference.Named]) -> [DayDifference.Named] {
    var seen = Set(other.map(\.id))
    return filter { seen.insert($0.id).inserted }
  }
}

extension [IndexedWorkout] {
  fileprivate var named: [DayDifference.Named] { map { .init(id: $0.id, name: $0.title) } }
}

extension [IndexedAthlete] {
  fileprivate var named: [DayDifference.Named] { map { .init(id: $0.id, name: $0.name) } }
}

extension DayIndex {
  fileprivate var expected: [DayDifference.Named] { named(roster?.entries ?? []) }

  /// By the roster's names, else by the server's.
  fileprivate func named(_ entries: [Roster.Entry]) -> [DayDifference.Named] {
    let names = Dictionary(
      athletes.map { ($0.id, $0.name) }, uniquingKeysWith: { earlier, _ in earlier })
    return entries.map { .init(id: $0.id, name: $0.name ?? names[$0.id] ?? "") }
  }

  fileprivate var definitionNames: [ID: String] {
    Dictionary(
      exerciseDefinitions.map { ($0.id, $0.name) }, uniquingKeysWith: { earlier, _ in earlier })
  }

  fileprivate func ids(_ covered: BitSet) -> [ID] {
    covered.indices.map { exerciseDefinitions[$0].id }
  }
}
