import GymbagCrypto
import GymbagModel
import GymbagSystem
import GymbagTestSupport
import GymbagTar
import Testing

@testable import GymbagArchive

/// A signature shows who packed, not that the index tells the truth: that is checked.
@Suite("An index that lies, though rightly signed", .scratch) struct LyingIndexTests {
  /// Packs the small day with an index, or texts, that are not its own.
  private func problems(
    _ change: (inout DayIndex) -> Void = { _ in }, dropping entry: String? = nil
  ) throws -> [String] {
    let key = SigningKey()
    let path = try SmallDay.pack(in: Scratch.directory, signedBy: key)
    let file = try File(path, .read)
    let trusted = SmallDay.trusted(in: Scratch.directory)
    let head = try ArchiveHead.read(file, trusted: trusted, asked: nil)
    var index = head.index
    change(&index)
    let forged = Scratch.path("forged.tar")
    try Forgery.write(index, from: head, in: file, signedBy: key, to: forged)
    return try Verification.run(File(forged, .read), trusted: trusted, asked: nil).problems
      .map { ($0.entry ?? "") + " " + $0.text }
  }

  @Test("the forgery itself is sound: with the true index it is valid")
  func control() throws {
    #expect(try problems() == [])
  }

  @Test("about coverage is found")
  func coverage() throws {
    let found = try problems { index in
      let athlete = index.athletes[0]
      index.athletes[0] = IndexedAthlete(
        id: athlete.id, name: athlete.name, entry: athlete.entry, covered: BitSet([0, 1]))
    }
    #expect(found == ["data/day.json its athletes or their coverage are not those of the payload"])
  }

  @Test("about who takes part, or what is asked for, is found")
  func workouts() throws {
    let found = try problems { index in
      let workout = index.workouts[0]
      index.workouts[0] = IndexedWorkout(
        id: workout.id, title: workout.title, revision: workout.revision, entry: workout.entry,
        items: Array(workout.items.dropLast()), participants: workout.participants)
    }
    #expect(found == ["data/day.json its workouts are not those of the payload"])
  }

  @Test("about names is found")
  func names() throws {
    let found = try problems { index in
      index.exerciseDefinitions[0] = ExerciseDefinition(
        id: index.exerciseDefinitions[0].id, name: "Bench press")
    }
    #expect(
      found == ["data/day.json its exercise definitions are not those of the payload"])
  }

  @Test("about the size of an entry is found, and what follows is not misread")
  func sizes() throws {
    let found = try problems { index in
      let entry = index.entries[0]
      index.entries[0] = ArchiveEntry(name: entry.name, byteCount: entry.byteCount + 1)
    }
    #expect(found.contains("data/workouts/_57_2f1.json.gz its tar header is not canonical"))
  }

  @Test("about what the entries are called is found")
  func entryNames() throws {
    let found = try problems { index in index.entries.swapAt(4, 5) }
    #expect(
      found.contains(
        "data/day.json lists other entries than its workouts and athletes call for"))
  }
}

/// Archives that are right in form and wrong in content.
enum Forgery {
  /// Writes an archive with the payload of another one, an index of one's own, and a good signature.
  static func write(
    _ index: DayIndex, from head: ArchiveHead, in file: File, signedBy key: SigningKey,
    to path: String
  ) throws {
    let placed = PlacedEntry.list(head)
    let json = index.json()
    let payload = PayloadSize(index, indexByteCount: json.count)
    var lines = [(digest: try SHA256.digest(of: json), path: EntryName.index)]
    for (entry, place) in zip(index.entries, placed) {
      let content = try file.read(
        at: place.offset + Int64(TarHeader.blockByteCount), count: Int(place.byteCount))
      lines.append((try SHA256.digest(of: content), entry.name))
    }
    let listed: [String: [UInt8]] = [
      TagFiles.bagItName: TagFiles.bagIt,
      TagFiles.bagInfoName: TagFiles.bagInfo(index, payload, agent: "forger"),
      TagFiles.readmeName: TagFiles.readme(day: index.stamp.day),
      TagFiles.manifestName: Manifest.bytes(of: lines),
    ]
    let tagManifest = Manifest.bytes(
      of: try TagFiles.listedNames.map { (try SHA256.digest(of: listed[$0] ?? []), $0) })
    let others = [
      TagFiles.tagManifestName: tagManifest, EntryName.index: json,
      TagFiles.signatureName: key.sign(
        tagManifest, untrustedComment: TagFiles.untrustedComment,
        trustedComment: TagFiles.trustedComment(index, payload)),
    ]
    let tar = try TarWriter(path: path, modified: index.stamp.packedAt)
    let top = "\(index.stamp.day)/"
    for name in ArchiveLayout.headNames {
      let content = try #require(listed[name] ?? others[name])
      try tar.begin(top + name, byteCount: Int64(content.count))
      try tar.write(content)
    }
    for entry in placed {
      try tar.begin(top + entry.name, byteCount: entry.byteCount)
      try tar.write(
        file.read(
          at: entry.offset + Int64(TarHeader.blockByteCount), count: Int(entry.byteCount)))
    }
    try tar.finish()
  }
}
