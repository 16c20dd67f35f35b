import GymbagModel

/// What one entry is and says.
struct Reading: Sendable {
  enum Content: Sendable {
    case workout(Workout)
    case holding(DayFacts.Holding)
    case exercises([ExerciseMetadata])
    case bases([ExerciseMetadata])
    case other
  }

  var problems: [Problem] = []
  var content: Content = .other
}
