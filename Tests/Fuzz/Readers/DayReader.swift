import GymbagArchive
import GymbagJSON
import GymbagModel
import GymbagSystem

/// What servers answer: whatever can be packed must then verify.
///
/// The input is one object with the answers: `athletes`, `workouts`, `instances`, `exercises`, `bases`
/// (lists) and `catalogue` (any list, which stands for all of them). An exercise or a base that is
/// mentioned and not there is made up.
enum DayReader {
  static let day: Input.Reader = { bytes throws(GymbagError) in
    let parts = try parts(bytes)
    let path = SmallArchive.directory + "/packed.tar"
    let written: DayArchiveWriter.Written
    do throws(GymbagError) {
      written = try DayArchiveWriter.write(
        parts, SmallArchive.stamp, signedBy: SmallArchive.key, to: path)
    } catch {
      // Too much for an entry is the one complaint about the server that a day can end in here.
      throw error.kind == .unavailable ? error.asKind(.badData) : error
    }
    let verification = Input.again("what was packed") { () throws(GymbagError) in
      try Verification.run(
        File(path, .read), trust: SmallArchive.trusted, asked: SmallArchive.stamp.day, threads: 1)
    }
    let problems = verification.problems.map { "\($0.entry ?? ""): \($0.text)" }
    Input.check(problems.isEmpty, "what was packed has problems: \(problems)")
    Input.check(verification.head.index == written.index, "another index than was written")
    Input.check(verification.head.byteCount == written.byteCount, "another length than was said")
  }

  /// The parts of a day with these answers.
  static func parts(_ bytes: [UInt8]) throws(GymbagError) -> DayParts {
    let answers = try JSONDocument(bytes, source: "answers").root.object()
    var parts = try DayParts(stagingIn: SmallArchive.directory)
    for catalogue in Catalogue.allCases {
      let value = try answers.required("catalogue")
      _ = try value.elements()
      try parts.add(catalogue: catalogue, value.compact(), etag: nil)
    }
    try parts.add(athletes: try answers.required("athletes").elements())
    try parts.add(workouts: try answers.required("workouts").elements())
    try parts.add(instances: try answers.required("instances").elements())
    let exercises = try byID(answers.required("exercises"))
    let bases = try byID(answers.required("bases"))
    while true {
      let mentions = parts.takeNewMentions()
      if mentions.exercises.isEmpty, mentions.bases.isEmpty { return parts }
      for id in mentions.exercises.sorted() {
        try parts.add(exercise: answer(to: id, among: exercises), asked: id)
      }
      for id in mentions.bases.sorted() {
        try parts.add(base: answer(to: id, among: bases), asked: id)
      }
    }
  }

  private static func byID(_ list: JSONValue) throws(GymbagError) -> [ID: JSONValue] {
    var values: [ID: JSONValue] = [:]
    for value in try list.elements() { values[try value.object().required("id").id()] = value }
    return values
  }

  private static func answer(to id: ID, among values: [ID: JSONValue]) throws(GymbagError)
    -> JSONValue
  {
    if let value = values[id] { return value }
    let text = JSONWriter.text { json in json.object { $0.member("id", id.text) } }
    return try JSONDocument(text, source: "made up").root
  }
}
