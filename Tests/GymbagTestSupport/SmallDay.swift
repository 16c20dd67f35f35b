package import GymbagArchive
package import GymbagCrypto
import GymbagJSON
package import GymbagModel
import GymbagSystem

/// A small training day with everything that a day can have, for tests of archives.
package enum SmallDay {
  /// The day.
  package static let day = makeDay()
  /// Whose it is.
  package static let owner = makeOwner()

  /// When it was packed.
  package static let stamp = PackStamp(
    day: day, timeZone: "Europe/Berlin", owner: owner,
    packedAt: Instant(unixSeconds: 1_796_065_890), serial: 1_796_065_890)

  private static func makeDay() -> DayKey {
    guard let day = DayKey("2026-12-01") else { fatalError("no such day") }
    return day
  }

  private static func makeOwner() -> Owner {
    guard let owner = Owner("https://api.example/v1::u-1") else { fatalError("no such owner") }
    return owner
  }

  /// The day as a server would send it, in parts that lie in `directory`.
  package static func parts(in directory: String) throws(GymbagError) -> DayParts {
    var parts = try DayParts(stagingIn: directory)
    try parts.add(athletes: values(#"[{"userID":"a1","name":"Zoë"},{"userID":"a2","name":"花子"}]"#))
    try parts.add(
      workouts: values(
        #"""
        [{"id": "W/1", "title": "Lower", "revision": 7, "items": [
          {"id": "i1", "exerciseDefinitionID": "d1", "exerciseID": "e1"},
          {"id": "i2", "exerciseDefinitionID": "d2", "baseID": "b1", "load": 82.50}],
          "participants": [{"userID": "a1", "name": "Zoë"}, {"userID": "a3", "name": "Guest"}]}]
        """#))
    try parts.add(
      instances: values(
        #"[{"id":"x1","exerciseDefinitionID":"d1","userID":"a1","exerciseID":"e2"}]"#))
    try parts.add(exercise: value(#"{"id":"e1","name":"Squat","baseID":"b1"}"#), asked: id("e1"))
    try parts.add(exercise: value(#"{"id":"e2","name":"Box squat"}"#), asked: id("e2"))
    try parts.add(base: value(#"{"id":"b1","name":"Squats"}"#), asked: id("b1"))
    for catalogue in Catalogue.allCases {
      try parts.add(catalogue: catalogue, Array("[]".utf8), etag: "\"v1\"")
    }
    return parts
  }

  /// Packs the day into `directory`, which then also has the keys that are trusted for its owner.
  ///
  /// - Returns: the path of the archive.
  @discardableResult
  package static func pack(in directory: String, signedBy key: SecretKey = SecretKey())
    throws(GymbagError) -> String
  {
    try trusted(in: directory).trust(key.publicKey, for: owner)
    let path = directory + "/\(day).tar"
    _ = try DayArchiveWriter.write(try parts(in: directory), stamp, signedBy: key, to: path)
    return path
  }

  /// The keys that are trusted in `directory`.
  package static func trusted(in directory: String) -> TrustedKeys {
    TrustedKeys(directory: directory + "/trusted")
  }

  private static func value(_ json: String) throws(GymbagError) -> JSONValue {
    try JSONDocument(Array(json.utf8), source: "a test").root
  }

  private static func values(_ json: String) throws(GymbagError) -> JSONElements {
    try value(json).elements()
  }

  private static func id(_ text: String) -> ID {
    guard let id = ID(text) else { fatalError("no id") }
    return id
  }
}
