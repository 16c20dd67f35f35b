import GymbagCrypto
import GymbagJSON
import GymbagModel
import GymbagSystem
import GymbagTestSupport
import GymbagTar
import Testing

@testable import GymbagArchive

/// A signature shows who packed, not that the index tells the truth: that is checked.
@Suite("An index that lies, though rightly signed", .scratch) struct LyingIndexTests {
  /// Packs the small day with an index that is not its own, and verifies that.
  private func problems(
    _ change: (DayIndex) throws -> DayIndex = { $0 },
    json: (inout [UInt8]) -> Void = { _ in },
    payload: (inout [ArchiveEntry], inout [[UInt8]]) -> Void = { _, _ in },
    prepare: (inout [[UInt8]]) throws -> Void = { _ in }
  ) throws -> [String] {
    let forged = try Forgery(in: Scratch.directory)
    let path = Scratch.path("forged-\(Int.random(in: 0..<Int.max)).tar")
    try forged.write(change, json: json, payload: payload, prepare: prepare, to: path)
    let verification = try Verification.run(
      File(path, .read), trust: SmallDay.trusted(in: Scratch.directory), asked: nil)
    return verification.problems.map { ($0.entry ?? "") + " " + $0.text }
  }

  @Test("the forgery itself is sound: with the true index it is valid")
  func control() throws {
    #expect(try problems() == [])
  }

  @Test("about coverage is found")
  func coverage() throws {
    let found = try problems { index in
      let athlete = index.athletes[0]
      return index.with(
        athletes: [
          IndexedAthlete(
            id: athlete.id, name: athlete.name, entry: athlete.entry, covered: BitSet([0, 1]))
        ] + index.athletes.dropFirst())
    }
    #expect(found == ["data/day.json its athletes or their coverage are not those of the payload"])
  }

  @Test("about who takes part, or what is asked for, is found")
  func workouts() throws {
    let found = try problems { index in
      let workout = index.workouts[0]
      return index.with(workouts: [
        IndexedWorkout(
          id: workout.id, title: workout.title, revision: workout.revision, entry: workout.entry,
          items: Array(workout.items.dropLast()), participants: workout.participants)
      ])
    }
    #expect(found == ["data/day.json its workouts are not those of the payload"])
  }

  @Test("a revision in another spelling of the same accent is another revision")
  func revisionSpelling() throws {
    func workout(_ revision: String?) throws -> IndexedWorkout {
      IndexedWorkout(
        id: try #require(ID("W/1")), title: "", revision: revision, entry: "", items: [],
        participants: [])
    }
    #expect(try workout("\"\u{e9}\"") != workout("\"e\u{301}\""))
    #expect(try workout("7") == workout("7"))
    #expect(try workout(nil) != workout("7"))
  }

  @Test("about names is found")
  func names() throws {
    let found = try problems { index in
      index.with(
        definitions: [ExerciseDefinition(id: index.exerciseDefinitions[0].id, name: "Bench press")]
          + index.exerciseDefinitions.dropFirst())
    }
    #expect(found == ["data/day.json its exercise definitions are not those of the payload"])
  }

  @Test("about the size of an entry is found, however large, and no room is made for it")
  func sizes() throws {
    for claimed in [1, 1_000_000, (Int64(1) << 33) - 1] {
      let found = try problems { index in
        index.with(
          entries: [ArchiveEntry(name: index.entries[0].name, byteCount: claimed)]
            + index.entries.dropFirst())
      }
      #expect(
        found.contains("data/workouts/_57_2f1.json.gz its tar header is not canonical")
          || found.contains("data/workouts/_57_2f1.json.gz the archive ends before or within it"))
    }
  }

  @Test("about what the entries are called is found")
  func entryNames() throws {
    let complaint =
      "data/day.json lists other entries than its workouts, athletes and catalogues call for"
    let swapped = try problems { index in
      var entries = index.entries
      entries.swapAt(4, 5)
      return index.with(entries: entries)
    }
    #expect(swapped.contains(complaint))
    let escaped = try problems { index in
      let first = index.catalogues[0]
      let outside = "data/../../evil.json.gz"
      let catalogue = IndexedCatalogue(
        catalogue: first.catalogue, entry: outside, loadedAt: first.loadedAt, etag: nil,
        source: .network)
      let entries = index.entries.map { entry in
        entry.name == first.entry
          ? ArchiveEntry(name: outside, byteCount: entry.byteCount) : entry
      }
      return index.with(
        entries: entries, catalogues: [catalogue] + index.catalogues.dropFirst())
    }
    #expect(escaped.contains(complaint))
  }

  @Test("that leaves the catalogues out is found, though the payload does, too")
  func noCatalogues() throws {
    let found = try problems(
      { index in index.with(entries: Array(index.entries.dropLast(6)), catalogues: []) },
      payload: { entries, contents in
        entries.removeLast(6)
        contents.removeLast(6)
      })
    #expect(
      found == [
        "data/day.json lists other entries than its workouts, athletes and catalogues call for"
      ])
  }

  @Test("that has a workout twice is found, though the payload does, too")
  func repeatedWorkout() throws {
    let found = try problems(
      { index in
        index.with(
          entries: [index.entries[0]] + index.entries,
          workouts: [index.workouts[0], index.workouts[0]])
      },
      payload: { entries, contents in
        entries.insert(entries[0], at: 0)
        contents.insert(contents[0], at: 0)
      })
    #expect(found == ["data/day.json lists an entry twice"])
  }

  @Test("about the spelling of a name is found, also where Unicode sees no difference")
  func normalisation() throws {
    let decomposed = "Zoe\u{308}"
    #expect(decomposed == "Zoë")
    let found = try problems { index in
      let athlete = index.athletes[0]
      return index.with(
        athletes: [
          IndexedAthlete(
            id: athlete.id, name: decomposed, entry: athlete.entry, covered: athlete.covered)
        ] + index.athletes.dropFirst())
    }
    // The server's own list said so, or it did not: what the archive holds of it is the workout.
    #expect(found == [])
    let title = try problems { index in
      let workout = index.workouts[0]
      return index.with(workouts: [
        IndexedWorkout(
          id: workout.id, title: "\u{212a}" + workout.title.dropFirst(), revision: workout.revision,
          entry: workout.entry, items: workout.items, participants: workout.participants)
      ])
    }
    #expect(title == ["data/day.json its workouts are not those of the payload"])
  }

  @Test("goes with no payload that gymbag would not have written")
  func payloadForm() throws {
    /// Packs with another text in the entry of that number, and says what is wrong with that.
    func entry(_ position: Int, _ change: (String) throws -> [UInt8]) throws -> [String] {
      var changed: [UInt8] = []
      return try problems(
        { index in
          var entries = index.entries
          entries[position] = ArchiveEntry(
            name: entries[position].name, byteCount: Int64(changed.count))
          return index.with(entries: entries)
        },
        prepare: { contents in
          let text = try GzipDecompressor().decompress(
            contents[position][...], limit: 1 << 20, source: "test")
          changed = try change(String(decoding: text, as: UTF8.self))
          contents[position] = changed
        })
    }
    let gzip = { (text: String) in try GzipCompressor().compress(Array(text.utf8)) }
    #expect(try entry(2, gzip) == [], "the same text again")
    #expect(
      try entry(2) { try gzip($0) + gzip("") }.first?.contains("stands behind the gzip data")
        == true)
    #expect(
      try entry(2) { text in
        var named = try gzip(text)
        named[9] = 3
        return named
      }.first?.contains("says more than it holds") == true)
    let lines = { (text: String) in text.split(separator: "\n").map { "\($0)\n" } }
    #expect(
      try entry(2) { try gzip(lines($0).reversed().joined()) }.first?
        .contains("stands behind e2") == true)
    #expect(
      try entry(2) { try gzip($0 + #"{"id":"e9"}"# + "\n") }
        == ["data/exercises.jsonl.gz e9 is there and is not mentioned"])
    #expect(
      try entry(2) { try gzip(lines($0)[0]) }
        == ["data/exercises.jsonl.gz e2 is mentioned and is not there"])
    #expect(try entry(1) { try gzip($0 + $0) }.first?.contains("stands behind x1") == true)
    #expect(try entry(4) { _ in try gzip("\"no list\"") }.first?.contains("an array") == true)
  }

  @Test(
    "with numbers that no archive has is refused, not reckoned with",
    arguments: [
      (#""serial":1796065890"#, #""serial":9223372036854775807"#),
      (
        #""packedAt":"2026-11-30T19:11:30Z""#,
        #""packedAt":"2026-11-30T9223372036854775807:00:00Z""#
      ),
      (#""covered":[0]"#, #""covered":[9223372036854775807]"#),
      (#""covered":[0]"#, #""covered":[-1]"#), (#""covered":[0]"#, #""covered":[1,0]"#),
      (#""covered":[0]"#, #""covered":[0,0]"#), (#""day":"#, #""day": "#),
      (#""definition":0"#, #""definition":2"#),
      (#""schemaVersion":1"#, #""schemaVersion":2"#),
      (#""size":"#, #""size":-"#),
    ])
  func numbers(original: String, replacement: String) throws {
    #expect {
      try problems(json: { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains(original))
        bytes = Array(text.replacing(original, with: replacement, maxReplacements: 1).utf8)
      })
    } throws: {
      ($0 as? GymbagError)?.kind == .badData
    }
  }

  @Test("with more pairs than can be is refused before room is made for them")
  func manyPairs() throws {
    let definitions = (0..<40_000).map { #"{"id":"d\#($0)","name":""}"# }.joined(separator: ",")
    let athletes = (0..<40_000).map {
      #"{"id":"a\#($0)","name":"","entry":null,"covered":[39999]}"#
    }.joined(separator: ",")
    let json = """
      {"schemaVersion":1,"day":"2026-12-01","timeZone":"UTC","owner":"https://x::u","packedAt":\
      "2026-11-30T19:11:30Z","serial":1,"entries":[],"workouts":[],"catalogues":[],\
      "exerciseDefinitions":[\(definitions)],"athletes":[\(athletes)]}
      """
    let document = try JSONDocument(Array(json.utf8), source: "test")
    #expect {
      try DayIndex(json: document)
    } throws: {
      ($0 as? GymbagError)?.message.contains("more than an index can hold") == true
    }
  }
}

/// Archives that are right in form and wrong in content.
private struct Forgery {
  private let head: ArchiveHead
  private let key = SecretKey()

  /// Packs the small day, to be forged.
  init(in directory: String) throws {
    let path = try SmallDay.pack(in: directory, signedBy: key)
    head = try ArchiveHead.read(
      File(path, .read), trust: SmallDay.trusted(in: directory), asked: nil)
  }

  /// Writes an archive with an index of one's own, the payload as it was or another, and a good
  /// signature.
  func write(
    _ change: (DayIndex) throws -> DayIndex, json: (inout [UInt8]) -> Void,
    payload: (inout [ArchiveEntry], inout [[UInt8]]) -> Void,
    prepare: (inout [[UInt8]]) throws -> Void, to path: String
  ) throws {
    var contents = try PlacedEntry.list(head).map { place in
      try head.file.read(
        at: place.offset + Int64(TarHeader.blockByteCount), count: Int(place.byteCount))
    }
    var entries = head.index.entries
    payload(&entries, &contents)
    try prepare(&contents)
    let index = try change(head.index)
    var bytes = index.json()
    json(&bytes)
    let written = try DayArchiveWriter.Head(
      index, json: bytes, digests: contents.map { try SHA256.digest(of: $0) }, key)
    let tar = try TarWriter(path: path, modified: index.stamp.packedAt)
    let top = "\(index.stamp.day)/"
    for file in written.files {
      try tar.begin(top + file.name, byteCount: Int64(file.content.count))
      try tar.write(file.content)
    }
    for (entry, content) in zip(entries, contents) {
      try tar.begin(top + entry.name, byteCount: Int64(content.count))
      try tar.write(content)
    }
    try tar.finish()
  }
}

extension DayIndex {
  fileprivate func with(
    entries: [ArchiveEntry]? = nil, workouts: [IndexedWorkout]? = nil,
    definitions: [ExerciseDefinition]? = nil, athletes: [IndexedAthlete]? = nil,
    catalogues: [IndexedCatalogue]? = nil
  ) -> DayIndex {
    DayIndex(
      stamp: stamp, entries: entries ?? self.entries, workouts: workouts ?? self.workouts,
      exerciseDefinitions: definitions ?? exerciseDefinitions, athletes: athletes ?? self.athletes,
      roster: roster, catalogues: catalogues ?? self.catalogues)
  }
}
