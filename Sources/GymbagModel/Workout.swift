/// What the day's schedule holds: items to do, and who takes part.
///
/// Only what gymbag interprets. The workout as the server sent it, with its blocks and normatives,
/// lies in the archive token for token.
package struct Workout: Equatable, Sendable {
  /// The workout's id.
  package let id: ID
  /// What people call it; may be empty.
  package let title: String
  /// The server's revision as a JSON token, spelled as it was sent; nil when it sent none.
  package let revision: String?
  /// What is to be done, in the order of the schedule.
  package let items: [WorkoutItem]
  /// Who takes part, in the order of the schedule.
  package let participants: [Athlete]

  /// A workout of these parts.
  package init(
    id: ID, title: String, revision: String?, items: [WorkoutItem], participants: [Athlete]
  ) {
    self.id = id
    self.title = title
    self.revision = revision
    self.items = items
    self.participants = participants
  }
}

/// One exercise in a workout.
package struct WorkoutItem: Equatable, Sendable {
  /// The item's id, unique within its workout.
  package let id: ID
  /// What the item asks for ("back squat").
  package let exerciseDefinitionID: ID
  /// The exercise that shows it, if the schedule names one.
  package let exerciseID: ID?
  /// The exercise base that shows it, if the schedule names one.
  package let baseID: ID?

  /// An item of these parts.
  package init(id: ID, exerciseDefinitionID: ID, exerciseID: ID?, baseID: ID?) {
    self.id = id
    self.exerciseDefinitionID = exerciseDefinitionID
    self.exerciseID = exerciseID
    self.baseID = baseID
  }
}

/// A person that the server names.
package struct Athlete: Equatable, Sendable {
  /// The athlete's user id.
  package let id: ID
  /// What people call them; may be empty, may be in any script.
  package let name: String

  /// The athlete of that id and name.
  package init(id: ID, name: String) {
    self.id = id
    self.name = name
  }
}

/// What the server keeps for one exercise definition and one athlete.
package struct ExerciseInstance: Equatable, Sendable {
  /// The instance's id.
  package let id: ID
  /// Which exercise definition it is for.
  package let exerciseDefinitionID: ID
  /// Which athlete it is for.
  package let userID: ID

  /// The instance of that id for one pair.
  package init(id: ID, exerciseDefinitionID: ID, userID: ID) {
    self.id = id
    self.exerciseDefinitionID = exerciseDefinitionID
    self.userID = userID
  }

  /// How an athlete's instances are ordered: by what they are for, then by id.
  package func stands(before other: ExerciseInstance) -> Bool {
    exerciseDefinitionID == other.exerciseDefinitionID
      ? id < other.id : exerciseDefinitionID < other.exerciseDefinitionID
  }
}

/// An exercise or an exercise base, as far as gymbag interprets it.
package struct ExerciseMetadata: Equatable, Sendable {
  /// Its id.
  package let id: ID
  /// What people call it, if the server says.
  package let name: String?

  /// The metadata of that id and name.
  package init(id: ID, name: String?) {
    self.id = id
    self.name = name
  }
}
