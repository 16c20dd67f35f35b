import GymbagJSON
import GymbagModel

// The parts of a server's JSON that gymbag interprets. All else is passed on and never looked at.

extension Workout {
  /// Reads a workout.
  ///
  /// - Throws: `badData` with the JSON path.
  init(_ value: JSONValue) throws(GymbagError) {
    let workout = try value.object()
    var items: [WorkoutItem] = []
    for element in try workout.required("items").elements() {
      let item = try element.object()
      items.append(
        WorkoutItem(
          id: try item.required("id").id(),
          exerciseDefinitionID: try item.required("exerciseDefinitionID").id(),
          exerciseID: try item.optional("exerciseID")?.id(),
          baseID: try item.optional("baseID")?.id()))
    }
    var participants: [Athlete] = []
    for element in try workout.required("participants").elements() {
      participants.append(try Athlete(element))
    }
    self.init(
      id: try workout.required("id").id(), title: try workout.optional("title")?.string() ?? "",
      revision: workout.optional("revision").map {
        String(decoding: $0.compact(), as: UTF8.self)
      }, items: items, participants: participants)
  }
}

extension Athlete {
  /// Reads an athlete, `{userID, name}`.
  ///
  /// - Throws: `badData` with the JSON path.
  init(_ value: JSONValue) throws(GymbagError) {
    let athlete = try value.object()
    self.init(
      id: try athlete.required("userID").id(), name: try athlete.optional("name")?.string() ?? "")
  }
}

extension ExerciseInstance {
  /// Reads an exercise instance.
  ///
  /// - Throws: `badData` with the JSON path.
  init(_ value: JSONValue) throws(GymbagError) {
    let instance = try value.object()
    self.init(
      id: try instance.required("id").id(),
      exerciseDefinitionID: try instance.required("exerciseDefinitionID").id(),
      userID: try instance.required("userID").id())
  }
}

extension ExerciseMetadata {
  /// Reads an exercise or an exercise base.
  ///
  /// - Throws: `badData` with the JSON path.
  init(_ value: JSONValue) throws(GymbagError) {
    let metadata = try value.object()
    self.init(
      id: try metadata.required("id").id(), name: try metadata.optional("name")?.string())
  }
}
