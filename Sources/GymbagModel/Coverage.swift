/// The answer to: who of a roster can train what, with what an archive holds?
///
/// A pair is (exercise definition, athlete); it is covered when the archive holds an exercise
/// instance for it. Required of an athlete are the items of the workouts that the roster names for
/// them, else of those they take part in, else of every workout of the day. Athletes that the
/// server does not know are a class of their own: nothing can be said about their pairs.
package struct Coverage: Equatable, Sendable {
  /// Which workouts are asked about.
  package struct Question: Equatable, Sendable {
    /// Every workout of the day is asked of everyone, whatever the roster and the schedule say.
    package var allWorkouts = false
    /// Only this workout counts.
    package var workout: ID?

    /// The question that `coverage` asks without options.
    package init(allWorkouts: Bool = false, workout: ID? = nil) {
      self.allWorkouts = allWorkouts
      self.workout = workout
    }
  }

  /// What it comes to, from good to bad.
  package enum Verdict: String, Sendable {
    /// Every required pair is covered, and there is at least one.
    case covered
    /// Something is missing, or an athlete is unknown; every workout can start.
    case gaps
    /// A workout cannot start, or nothing at all is covered.
    case noGo
  }

  /// How one athlete of the roster stands. Positions count in the index's exercise definitions.
  package struct AthleteLine: Equatable, Sendable {
    /// The athlete's user id.
    package let id: ID
    /// The server's name for them.
    package let name: String
    /// The positions, in `Coverage.workouts`, of what is required of them.
    package let workouts: [Int]
    /// What is required of them.
    package let required: BitSet
    /// What of it the archive does not hold.
    package let missing: BitSet

    /// Uncovered: any pair that is required of them is missing.
    package var isUncovered: Bool { !missing.isEmpty }
  }

  /// Whether a workout can be trained by those of the roster who are to do it.
  package enum Readiness: String, Sendable {
    /// Every pair is covered.
    case ready
    /// Some pairs are missing.
    case partial
    /// No pair is covered.
    case cannotStart
    /// Nothing of it is required of anyone whom the server knows.
    case notAsked
  }

  /// How one workout stands.
  package struct WorkoutLine: Equatable, Sendable {
    /// The workout's id.
    package let id: ID
    /// What people call it.
    package let title: String
    /// What it asks for.
    package let definitions: BitSet
    /// Whether it can start.
    package let readiness: Readiness
    /// How many pairs it requires.
    package let requiredPairs: Int
    /// How many of them are covered.
    package let coveredPairs: Int
    /// The missing pairs: positions in `Coverage.athletes`, and what each lacks.
    package let gaps: [(athlete: Int, missing: BitSet)]

    package static func == (a: WorkoutLine, b: WorkoutLine) -> Bool {
      a.id == b.id && a.title == b.title && a.definitions == b.definitions
        && a.readiness == b.readiness
        && a.requiredPairs == b.requiredPairs && a.coveredPairs == b.coveredPairs
        && a.gaps.elementsEqual(b.gaps, by: ==)
    }
  }

  /// The athletes of the roster that the server knows and of whom something is asked.
  package let athletes: [AthleteLine]
  /// Those of whom something is asked and whom the server does not know.
  package let unknown: [Roster.Entry]
  /// The workouts that were asked about, in the order of the day.
  package let workouts: [WorkoutLine]

  /// What is required of anyone.
  package var required: BitSet { athletes.reduce(BitSet()) { $0.union($1.required) } }
  /// How many athletes are uncovered.
  package var uncoveredCount: Int { athletes.count { $0.isUncovered } }
  /// How many athletes are covered.
  package var coveredCount: Int { athletes.count - uncoveredCount }
  /// How many pairs are required.
  package var requiredPairs: Int { athletes.reduce(0) { $0 + $1.required.count } }
  /// How many required pairs are missing.
  package var missingPairs: Int { athletes.reduce(0) { $0 + $1.missing.count } }

  /// What it comes to. Nothing required is never "covered".
  package var verdict: Verdict {
    if requiredPairs == 0 || workouts.contains(where: { $0.readiness == .cannotStart }) {
      return .noGo
    }
    return missingPairs > 0 || !unknown.isEmpty ? .gaps : .covered
  }
}

extension Coverage {
  /// Compares what `roster` needs of a day with what `index` says is there.
  ///
  /// - Throws: `notFound` when the question names a workout that the day does not have; `badData`
  ///   when the roster does.
  /// - Complexity: O(athletes × workouts × definitions / 64).
  package init(of index: DayIndex, for roster: Roster, _ question: Question = Question())
    throws(GymbagError)
  {
    try roster.check(workouts: index.workouts.map(\.id), of: index.stamp.day)
    let plan = try Plan(index, question)
    var athletes: [AthleteLine] = []
    var unknown: [Roster.Entry] = []
    for entry in roster.entries {
      let assigned = plan.workouts(of: entry)
      guard !assigned.isEmpty else { continue }
      guard let athlete = plan.athletes[entry.id].map({ index.athletes[$0] }) else {
        unknown.append(entry)
        continue
      }
      let required = assigned.reduce(BitSet()) { $0.union(plan.asked[$1].definitions) }
      athletes.append(
        AthleteLine(
          id: athlete.id, name: athlete.name, workouts: assigned, required: required,
          missing: required.subtracting(athlete.covered)))
    }
    self.athletes = athletes
    self.unknown = unknown
    self.workouts = plan.asked.indices.map { plan.line(of: $0, athletes) }
  }

  /// The day, arranged for the question.
  private struct Plan {
    struct Asked {
      let workout: IndexedWorkout
      let definitions: BitSet
    }

    let asked: [Asked]
    let athletes: [ID: Int]
    private let question: Question
    private let positions: [ID: Int]
    private let dayWorkouts: [ID]
    private let participations: [ID: [ID]]

    init(_ index: DayIndex, _ question: Question) throws(GymbagError) {
      self.question = question
      dayWorkouts = index.workouts.map(\.id)
      if let workout = question.workout, !dayWorkouts.contains(workout) {
        throw GymbagError(
          .notFound, "\(index.stamp.day) has no workout \(workout)",
          hint: index.stamp.day.hint(workouts: dayWorkouts))
      }
      asked = index.workouts.filter { question.workout == nil || question.workout == $0.id }
        .map { Asked(workout: $0, definitions: BitSet($0.items.map(\.definition))) }
      positions = Dictionary(
        asked.enumerated().map { ($1.workout.id, $0) }, uniquingKeysWith: { first, _ in first })
      athletes = Dictionary(
        index.athletes.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
      var participations: [ID: [ID]] = [:]
      for workout in index.workouts {
        for athlete in workout.participants { participations[athlete, default: []] += [workout.id] }
      }
      self.participations = participations
    }

    /// The positions in `asked` of what is required of one athlete, ascending.
    func workouts(of entry: Roster.Entry) -> [Int] {
      if question.allWorkouts { return Array(asked.indices) }
      let own = participations[entry.id] ?? []
      return Set(entry.required(takingPartIn: own, of: dayWorkouts).compactMap { positions[$0] })
        .sorted()
    }

    func line(of position: Int, _ athletes: [AthleteLine]) -> WorkoutLine {
      let definitions = asked[position].definitions
      var requiredPairs = 0
      var gaps: [(athlete: Int, missing: BitSet)] = []
      for (row, athlete) in athletes.enumerated() where athlete.workouts.contains(position) {
        requiredPairs += definitions.count
        let missing = definitions.intersection(athlete.missing)
        if !missing.isEmpty { gaps.append((row, missing)) }
      }
      let missingPairs = gaps.reduce(0) { $0 + $1.missing.count }
      let readiness: Readiness =
        if requiredPairs == 0 {
          .notAsked
        } else if missingPairs == 0 {
          .ready
        } else {
          missingPairs == requiredPairs ? .cannotStart : .partial
        }
      return WorkoutLine(
        id: asked[position].workout.id, title: asked[position].workout.title,
        definitions: definitions, readiness: readiness, requiredPairs: requiredPairs,
        coveredPairs: requiredPairs - missingPairs, gaps: gaps)
    }
  }
}
