import GymbagArchive
import GymbagCrypto
import GymbagJSON
import GymbagModel
import GymbagSystem
import GymbagTestSupport
import Testing

@Suite("A day archive", .scratch) struct DayArchiveTests {
  private func verify(_ path: String, asked: DayKey? = SmallDay.day) throws -> Verification {
    try Verification.run(
      File(path, .read), trust: SmallDay.trusted(in: Scratch.directory), asked: asked)
  }

  @Test("is valid when it has just been packed")
  func valid() throws {
    let key = SecretKey()
    let verification = try verify(SmallDay.pack(in: Scratch.directory, signedBy: key))
    #expect(verification.problems == [])
    #expect(verification.head.signer == key.publicKey.fingerprint)
    #expect(verification.head.index.stamp == SmallDay.stamp)
    // Nothing but the archive and the trusted keys is left in the directory.
    #expect(try FileSystem.names(in: Scratch.directory) == ["2026-12-01.tar", "trusted"])
  }

  @Test("says in its index who is there and what is covered")
  func index() throws {
    let index = try verify(SmallDay.pack(in: Scratch.directory)).head.index
    #expect(index.exerciseDefinitions.map(\.name) == ["Squat", "Squats"])
    #expect(index.athletes.map(\.id.text) == ["a1", "a2", "a3"])
    #expect(index.athletes.map(\.name) == ["Zoë", "花子", "Guest"])
    #expect(index.athletes.map(\.entry) == ["data/athletes/a1.jsonl.gz", nil, nil])
    #expect(index.athletes.map(\.covered.indices) == [[0], [], []])
    #expect(index.workouts.map(\.entry) == ["data/workouts/_57_2f1.json.gz"])
    #expect(index.workouts[0].revision == "7")
    let again = try DayIndex(json: JSONDocument(index.json(), source: "test"))
    #expect(again == index)
  }

  @Test("holds the roster that it was packed for, in its order")
  func roster() throws {
    let key = SecretKey()
    let path = try SmallDay.pack(in: Scratch.directory, signedBy: key)
    let id = { (text: String) in try #require(ID(text)) }
    let roster = Roster([
      .init(id: try id("stranger"), name: "e\u{301}\u{1f}", workouts: [try id("W/1")]),
      .init(id: try id("a2")), .init(id: try id("a1"), name: ""),
    ])
    let written = try DayArchiveWriter.write(
      SmallDay.parts(in: Scratch.directory), SmallDay.stamp, expecting: roster, signedBy: key,
      to: path)
    let verification = try verify(path)
    #expect(verification.problems == [] && verification.head.index == written.index)
    #expect(roster != nil && verification.head.index.roster == roster)
    #expect(verification.head.index.unknownAthletes.map(\.id.text) == ["stranger"])
  }

  @Test("holds server JSON token for token")
  func tokens() throws {
    let file = try File(SmallDay.pack(in: Scratch.directory), .read)
    let head = try ArchiveHead.read(
      file, trust: SmallDay.trusted(in: Scratch.directory), asked: nil)
    let workout = try head.content(of: "workouts/_57_2f1")
    #expect(
      String(decoding: workout, as: UTF8.self)
        == #"{"id":"W/1","title":"Lower","revision":7,"items":["#
        + #"{"id":"i1","exerciseDefinitionID":"d1","exerciseID":"e1"},"#
        + #"{"id":"i2","exerciseDefinitionID":"d2","baseID":"b1","load":82.50}],"#
        + #""participants":[{"userID":"a1","name":"Zoë"},{"userID":"a3","name":"Guest"}]}"#)
    let exercises = try head.content(of: "data/exercises.jsonl.gz")
    #expect(
      String(decoding: exercises, as: UTF8.self)
        == #"{"id":"e1","name":"Squat","baseID":"b1"}"# + "\n" + #"{"id":"e2","name":"Box squat"}"#
        + "\n")
  }

  @Test("is the same bytes for the same parts, stamp and key")
  func reproducible() throws {
    let key = SecretKey()
    var archives: [[UInt8]] = []
    for name in ["one", "two"] {
      try FileSystem.makeDirectory(Scratch.path(name))
      let path = try SmallDay.pack(in: Scratch.path(name), signedBy: key)
      archives.append(try FileSystem.read(path, limit: 1 << 20))
    }
    #expect(archives[0] == archives[1])
  }

  @Test("is refused when no trusted key has signed it, or one that is trusted for others")
  func trust() throws {
    let path = try SmallDay.pack(in: Scratch.directory)
    let nobody = TrustedKeys(directory: Scratch.path("none"))
    let stranger = try #require(Owner("https://api.example/v1::u-2"))
    let others = TrustedKeys(directory: Scratch.path("others"))
    try others.trust(SecretKey().publicKey, for: SmallDay.owner)
    let key = SecretKey()
    let again = try SmallDay.pack(in: Scratch.directory, signedBy: key)
    try others.trust(key.publicKey, for: stranger)
    for (archive, trusted) in [(path, nobody), (again, others)] {
      let verification = try Verification.run(
        File(archive, .read), trust: trusted, asked: nil)
      #expect(verification.problems.map(\.kind) == [.refused])
      #expect(verification.head.signer == nil)
    }
  }

  @Test("is refused as another day, under whatever name")
  func otherDay() throws {
    let path = try SmallDay.pack(in: Scratch.directory)
    let verification = try verify(path, asked: DayKey("2026-12-02"))
    #expect(
      verification.problems == [
        Problem(
          nil, "the archive is of 2026-12-01, not of 2026-12-02",
          hint: "if it was renamed, call it 2026-12-01.tar again")
      ])
  }

  @Test(
    "is not what is empty, of zeros, or something else altogether",
    arguments: [[], Array(repeating: 0, count: 1 << 20), Array("<html>".utf8)] as [[UInt8]])
  func noArchive(content: [UInt8]) throws {
    let path = Scratch.path("2026-12-01.tar")
    try FileSystem.replace(path, with: content)
    #expect {
      try verify(path)
    } throws: {
      ($0 as? GymbagError)?.kind == .badData
    }
  }

  @Test("leaves the former archive as it is when it cannot be written")
  func failure() throws {
    let path = try SmallDay.pack(in: Scratch.directory)
    let before = try FileSystem.read(path, limit: 1 << 20)
    let parts = try SmallDay.parts(in: Scratch.directory)
    // No tar header can hold such a time.
    let stamp = PackStamp(
      day: SmallDay.day, timeZone: "UTC", owner: SmallDay.owner,
      packedAt: Instant(unixSeconds: -1), serial: 1)
    #expect(throws: GymbagError.self) {
      try DayArchiveWriter.write(parts, stamp, signedBy: SecretKey(), to: path)
    }
    #expect(try FileSystem.read(path, limit: 1 << 20) == before)
    #expect(try FileSystem.names(in: Scratch.directory) == ["2026-12-01.tar", "trusted"])
  }
}
