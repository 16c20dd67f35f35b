import GymbagJSON
import GymbagModel

/// A roster as JSON: a list, or an object with a list `athletes`.
enum RosterJSON {
  /// The athletes, each an id or an object with one.
  ///
  /// - Parameter idColumn: the member with the id, if it was said; then each is an object.
  /// - Throws: `badData` with the path of the value.
  static func rows(_ text: [UInt8], idColumn: String?, source: String) throws(GymbagError)
    -> [RosterRow]
  {
    let root = try JSONDocument(text, source: source).root
    let list = root.isArray ? root : try root.object().required("athletes")
    var reader = Reader(idColumn: idColumn, source: source)
    var rows: [RosterRow] = []
    for element in try list.elements() {
      // Not the element's own path, which is found by counting from the start.
      let place = "\(root.isArray ? "$" : "$.athletes")[\(rows.count)]"
      rows.append(RosterRow(place: place, entry: try reader.entry(element, place)))
    }
    return rows
  }

  private struct Reader {
    let idColumn: String?
    let source: String
    /// Of the last object. The next one has most likely the same.
    var last: (keys: [String], columns: RosterColumns)?

    mutating func entry(_ element: JSONValue, _ place: String) throws(GymbagError) -> Roster.Entry {
      if !element.isObject, idColumn == nil { return Roster.Entry(id: try Self.id(element)) }
      let members = try element.object().members
      let columns = try columns(members.map(\.key), place)
      var names: [String] = []
      for name in columns.names where !members[name].value.isNull {
        names.append(try members[name].value.string())
      }
      let name = names.filter { !$0.isEmpty }.joined(separator: " ")
      let workouts = columns.workouts.map { members[$0].value }
      return Roster.Entry(
        id: try Self.id(members[columns.id].value), name: name.isEmpty ? nil : name,
        workouts: try workouts.map { value throws(GymbagError) in
          value.isNull ? [] : try value.ids()
        } ?? [])
    }

    private mutating func columns(_ keys: [String], _ place: String) throws(GymbagError)
      -> RosterColumns
    {
      if let last, last.keys == keys { return last.columns }
      let columns = try RosterColumns(
        keys, idColumn: idColumn, .member, at: place, source: source)
      last = (keys, columns)
      return columns
    }

    private static func id(_ value: JSONValue) throws(GymbagError) -> ID {
      do {
        return try value.id()
      } catch {
        throw GymbagError(error.kind, error.message, hint: "an id is a string, as in \"007\"")
      }
    }
  }
}
