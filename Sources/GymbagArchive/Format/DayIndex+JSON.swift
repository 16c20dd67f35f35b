package import GymbagJSON
package import GymbagModel
import GymbagTar

/// The most pairs of athletes and exercise definitions, covered or not; a large club has a million.
private let pairLimit = 1 << 30

extension DayIndex {
  /// The bytes of `data/day.json`.
  package func json() -> [UInt8] {
    JSONWriter.text { json in
      json.object { json in
        json.member("schemaVersion", Self.schemaVersion)
        json.member("day", "\(stamp.day)")
        json.member("timeZone", stamp.timeZone)
        json.member("owner", "\(stamp.owner)")
        json.member("packedAt", "\(stamp.packedAt)")
        json.member("serial", stamp.serial)
        json.member("entries", entries) { json, entry in
          json.object { json in
            json.member("name", entry.name)
            json.member("size", entry.byteCount)
          }
        }
        json.member("workouts", workouts) { json, workout in workout.write(to: &json) }
        json.member("exerciseDefinitions", exerciseDefinitions) { json, definition in
          json.object { json in
            json.member("id", definition.id.text)
            json.member("name", definition.name)
          }
        }
        json.member("athletes", athletes) { json, athlete in
          json.object { json in
            json.member("id", athlete.id.text)
            json.member("name", athlete.name)
            json.member("entry", athlete.entry)
            json.member("covered", athlete.covered.indices) { $0.integer($1) }
          }
        }
        json.key("roster")
        if let roster { roster.write(to: &json) } else { json.null() }
        json.member("catalogues", catalogues) { json, catalogue in
          json.object { json in
            json.member("name", catalogue.catalogue.rawValue)
            json.member("entry", catalogue.entry)
            json.member("loadedAt", "\(catalogue.loadedAt)")
            json.member("etag", catalogue.etag)
            json.member("source", catalogue.source.rawValue)
          }
        }
      }
    }
  }

  /// Reads `data/day.json`. Fields that are not known are passed over.
  ///
  /// - Throws: `badData` with the JSON path.
  package init(json document: JSONDocument) throws(GymbagError) {
    let index = try document.root.object()
    let version = try index.required("schemaVersion").integer()
    guard version == Self.schemaVersion else {
      throw GymbagError(
        .badData,
        "the archive is of format \(version), not \(Self.schemaVersion)"
          + " (\(document.source))",
        hint: "a newer gymbag may read it")
    }
    let athleteCount = try index.required("athletes").elements().reduce(0) { sum, _ in sum + 1 }
    let definitions = try index.list("exerciseDefinitions") { item throws(GymbagError) in
      ExerciseDefinition(
        id: try item.required("id").id(), name: try item.required("name").string())
    }
    // Whoever makes an index up can name a pair that lies far out for each athlete.
    guard athleteCount.multipliedReportingOverflow(by: definitions.count).partialValue <= pairLimit
    else {
      throw GymbagError(
        .badData,
        "\(athleteCount) athletes and \(definitions.count) exercise definitions are more"
          + " than an index can hold (\(document.source))")
    }
    let workouts = try index.list("workouts") { item throws(GymbagError) in
      try IndexedWorkout(item, definitionCount: definitions.count)
    }
    self.init(
      stamp: try PackStamp(index),
      entries: try index.list("entries") { item throws(GymbagError) in
        ArchiveEntry(
          name: try item.required("name").string(),
          byteCount: try item.required("size").integer(in: 0...TarHeader.octalLimit - 1))
      },
      workouts: workouts,
      exerciseDefinitions: definitions,
      athletes: try index.list("athletes") { item throws(GymbagError) in
        let covered = try item.required("covered")
        let positions = try covered.integers()
        let isAscending = zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 }
        guard isAscending, positions.first ?? 0 >= 0, positions.last ?? -1 < definitions.count
        else {
          throw covered.mismatch("ascending numbers below \(definitions.count)")
        }
        return IndexedAthlete(
          id: try item.required("id").id(), name: try item.required("name").string(),
          entry: try item.optional("entry")?.string(), covered: BitSet(positions.map { Int($0) }))
      },
      roster: try index.optional("roster").map { list throws(GymbagError) in
        try Roster(list, workouts: Set(workouts.map(\.id)))
      },
      catalogues: try index.list("catalogues") { item throws(GymbagError) in
        try IndexedCatalogue(item)
      })
  }
}

extension IndexedWorkout {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id.text)
      json.member("title", title)
      json.key("revision")
      json.token(revision ?? "null")
      json.member("entry", entry)
      json.member("items", items) { json, item in
        json.object { json in
          json.member("id", item.id.text)
          json.member("definition", item.definition)
        }
      }
      json.member("participants", participants) { $0.string($1.text) }
    }
  }

  fileprivate init(_ item: JSONObject, definitionCount: Int) throws(GymbagError) {
    self.init(
      id: try item.required("id").id(), title: try item.required("title").string(),
      revision: item.optional("revision").map { String(decoding: $0.bytes, as: UTF8.self) },
      entry: try item.required("entry").string(),
      items: try item.list("items") { item throws(GymbagError) in
        let definition = try item.required("definition")
        let position = try definition.integer()
        guard position >= 0, position < definitionCount else {
          throw definition.mismatch("the position of one of \(definitionCount) definitions")
        }
        return IndexedItem(id: try item.required("id").id(), definition: Int(position))
      },
      participants: try item.required("participants").ids())
  }
}

extension Roster {
  fileprivate func write(to json: inout JSONWriter) {
    json.array { json in
      for entry in entries {
        json.object { json in
          json.member("id", entry.id.text)
          json.member("name", entry.name)
          json.member("workouts", entry.workouts) { $0.string($1.text) }
        }
      }
    }
  }

  /// Reads a roster that names these workouts alone. It was checked when the day was packed: what is
  /// joined or passed over in the roster of a person is refused here.
  fileprivate init(_ list: JSONValue, workouts: Set<ID>) throws(GymbagError) {
    var seen: Set<ID> = []
    var entries: [Entry] = []
    for element in try list.elements() {
      let athlete = try element.object()
      let id = try athlete.required("id")
      let named = try athlete.required("workouts")
      let entry = Entry(
        id: try id.id(), name: try athlete.optional("name")?.string(), workouts: try named.ids())
      guard seen.insert(entry.id).inserted else {
        throw id.mismatch("another athlete than \(entry.id), who stands twice")
      }
      guard workouts.isSuperset(of: entry.workouts) else {
        throw named.mismatch("workouts that the day has")
      }
      guard Set(entry.workouts).count == entry.workouts.count else {
        throw named.mismatch("each workout once")
      }
      entries.append(entry)
    }
    guard let roster = Roster(entries) else { throw list.mismatch("an athlete, or null") }
    self = roster
  }
}

extension PackStamp {
  fileprivate init(_ index: JSONObject) throws(GymbagError) {
    let day = try index.required("day")
    let owner = try index.required("owner")
    guard let dayKey = DayKey(try day.string()) else { throw day.mismatch("a day, YYYY-MM-DD") }
    guard let ownerValue = Owner(try owner.string()) else {
      throw owner.mismatch("an owner, baseURL::userID")
    }
    self.init(
      day: dayKey, timeZone: try index.required("timeZone").string(), owner: ownerValue,
      packedAt: try index.required("packedAt").instant(),
      serial: try index.required("serial").integer(in: 0...Serial.limit))
  }
}

extension IndexedCatalogue {
  fileprivate init(_ item: JSONObject) throws(GymbagError) {
    let name = try item.required("name")
    let source = try item.required("source")
    guard let catalogue = Catalogue(rawValue: try name.string()) else {
      throw name.mismatch("the name of a catalogue")
    }
    guard let origin = Source(rawValue: try source.string()) else {
      throw source.mismatch("network or cache")
    }
    self.init(
      catalogue: catalogue, entry: try item.required("entry").string(),
      loadedAt: try item.required("loadedAt").instant(),
      etag: try item.optional("etag")?.string(), source: origin)
  }
}

extension JSONObject {
  fileprivate func list<Element>(
    _ key: StaticString, _ read: (JSONObject) throws(GymbagError) -> Element
  ) throws(GymbagError) -> [Element] {
    var out: [Element] = []
    for element in try required(key).elements() { out.append(try read(element.object())) }
    return out
  }
}

extension JSONValue {
  fileprivate func instant() throws(GymbagError) -> Instant {
    guard let instant = Instant(try string()) else {
      throw mismatch("a time like 2026-12-01T18:00:00Z")
    }
    return instant
  }
}
