import GymbagJSON
package import GymbagModel

/// The exercises and exercise bases that a text speaks of.
///
/// A member named `exerciseID`, `exerciseIDs`, `baseID` or `baseIDs`, at any depth, mentions one or
/// several. A day is complete when the archive holds all that it mentions.
package struct Mentions: Equatable, Sendable {
  /// Ids of exercises.
  package private(set) var exercises: Set<ID> = []
  /// Ids of exercise bases.
  package private(set) var bases: Set<ID> = []

  /// None.
  init() {}

  /// Adds what `value` mentions, at any depth.
  ///
  /// - Returns: what was not mentioned before.
  /// - Throws: `badData` when such a member holds something else than ids or null.
  @discardableResult
  mutating func add(from value: JSONValue) throws(GymbagError) -> Mentions {
    var new = Mentions()
    try value.forEachMember(named: Self.keys) { key, value throws(GymbagError) in
      let isExercise = key == "exerciseID" || key == "exerciseIDs"
      for id in try Self.ids(value) {
        if isExercise {
          if exercises.insert(id).inserted { new.exercises.insert(id) }
        } else if bases.insert(id).inserted {
          new.bases.insert(id)
        }
      }
    }
    return new
  }

  private static let keys: [StaticString] = ["exerciseID", "exerciseIDs", "baseID", "baseIDs"]

  /// Adds what `other` holds.
  mutating func formUnion(_ other: Mentions) {
    exercises.formUnion(other.exercises)
    bases.formUnion(other.bases)
  }

  private static func ids(_ value: JSONValue) throws(GymbagError) -> [ID] {
    if value.isNull { return [] }
    return value.isArray ? try value.ids() : [try value.id()]
  }
}
