import GymbagModel

/// Which column of a table, or which member of an object, holds what of an athlete.
struct RosterColumns {
  /// What titles are called where they stand.
  enum Kind: String {
    case column, member
  }

  private enum Meaning {
    case id, person, name, firstName, lastName, workouts
  }

  /// By titles without case, blanks and punctuation between words.
  private static let meanings: [String: Meaning] = [
    "id": .id, "athleteid": .id, "userid": .id,
    // With an id beside it, that is somebody's name.
    "athlete": .person, "user": .person,
    "name": .name, "athletename": .name, "fullname": .name, "displayname": .name,
    "firstname": .firstName, "givenname": .firstName,
    "lastname": .lastName, "familyname": .lastName, "surname": .lastName,
    "workout": .workouts, "workouts": .workouts, "workoutid": .workouts, "workoutids": .workouts,
  ]

  /// The position of the id.
  let id: Int
  /// The positions of what makes the name together: one, or the first and the last name.
  let names: [Int]
  /// The position of the workouts.
  let workouts: Int?

  /// The columns with these titles.
  ///
  /// - Parameters:
  ///   - idColumn: the title of the column for the id, if it was said.
  ///   - place: where the titles stand, for errors.
  /// - Throws: `badData` with the titles when none or several could hold the id, or several workouts.
  init(
    _ titles: [String], idColumn: String?, _ kind: Kind, at place: String, source: String
  ) throws(GymbagError) {
    let ids = Self.ids(among: titles, idColumn: idColumn)
    guard let id = ids.first else {
      let wanted = idColumn.map { "no \(kind) \"\($0)\"" } ?? "no \(kind) for the athlete's id"
      throw GymbagError(
        .badData, "\(place): \(wanted) among: \(Self.list(titles)) (\(source))",
        hint: "name it id or athlete_id, or say which one it is with --id-column")
    }
    guard ids.count == 1 else {
      let areAlike = Set(ids.map { titles[$0] }).count < ids.count
      throw GymbagError(
        .badData,
        "\(place): several \(kind)s could hold the athlete's id: "
          + "\(Self.list(ids.map { titles[$0] })) (\(source))",
        hint: areAlike
          ? "rename all but one of them"
          : "say which one it is, as in --id-column \(titles[id].quotedForShell)")
    }
    let meanings = titles.enumerated().map { $0 == id ? nil : Self.meaning(of: $1) }
    let workouts = meanings.indices.filter { meanings[$0] == .workouts }
    guard workouts.count < 2 else {
      throw GymbagError(
        .badData,
        "\(place): several \(kind)s could hold the workouts: "
          + "\(Self.list(workouts.map { titles[$0] })) (\(source))",
        hint: "rename all but the one with the ids of the workouts")
    }
    self.id = id
    self.workouts = workouts.first
    if let name = meanings.firstIndex(of: .name) ?? meanings.firstIndex(of: .person) {
      names = [name]
    } else {
      names = [.firstName, .lastName].compactMap { meanings.firstIndex(of: $0) }
    }
  }

  /// The positions of the titles that could be the id's. One that was said is compared exactly, then
  /// as titles are compared otherwise.
  static func ids(among titles: [String], idColumn: String?) -> [Int] {
    guard let idColumn else {
      let meanings = titles.map(meaning)
      let ids = meanings.indices.filter { meanings[$0] == .id }
      return ids.isEmpty ? meanings.indices.filter { meanings[$0] == .person } : ids
    }
    let exact = titles.indices.filter { titles[$0] == idColumn.withoutBlanks }
    let plain = plain(idColumn)
    guard exact.isEmpty, !plain.isEmpty else { return exact }
    return titles.indices.filter { Self.plain(titles[$0]) == plain }
  }

  /// Whether a text is a title that rosters have.
  static func isTitle(_ text: String) -> Bool { meaning(of: text) != nil }

  private static func meaning(of title: String) -> Meaning? { meanings[plain(title)] }

  /// A title without case, blanks, underscores, dashes and full stops.
  private static func plain(_ title: String) -> String {
    String(title.lowercased().filter { !$0.isWhitespace && !"_-.".contains($0) })
  }

  private static func list(_ titles: [String]) -> String {
    titles.prefix(20).joined(separator: ", ") + (titles.count > 20 ? ", …" : "")
  }
}
