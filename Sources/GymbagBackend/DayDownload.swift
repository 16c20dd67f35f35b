import GymbagArchive
import GymbagHTTP
import GymbagJSON
import GymbagModel

/// The download of a day: what each answer means, and what is to be asked next.
///
/// The workouts come first. They call for the instances, the athletes and the catalogues, and like
/// every text they mention exercises and bases; what those texts mention is asked for in turn.
struct DayDownload {
  /// A call of the contract.
  enum Call {
    case workouts
    case instances(workout: ID)
    case athletes
    case catalogue(Catalogue)
    case exercise(ID)
    case base(ID)
  }

  typealias Request = HTTPClient.Request<Call>

  /// The most pages of all lists of a day.
  private static let pageLimit = 10_000

  private(set) var parts: DayParts
  private let base: HTTPURL
  private var pages: Set<HTTPURL> = []
  private var catalogues: [Catalogue: CataloguePages] = [:]
  /// How many workouts' lists of instances have not ended yet.
  private var openInstanceLists = 0

  init(base: HTTPURL, parts: DayParts) {
    self.base = base
    self.parts = parts
  }

  /// Takes an answer.
  ///
  /// - Returns: what it calls for.
  mutating func receive(_ call: Call, _ response: HTTPResponse) throws(GymbagError) -> [Request] {
    let answer = try Answer(response)
    switch call {
    case .exercise(let id):
      try parts.add(exercise: answer.document.root, asked: id)
    case .base(let id):
      try parts.add(base: answer.document.root, asked: id)
    case .workouts, .instances, .athletes, .catalogue:
      return try receive(page: answer, of: call, response) + newMentions()
    }
    return newMentions()
  }

  private mutating func receive(page answer: Answer, of call: Call, _ response: HTTPResponse)
    throws(GymbagError) -> [Request]
  {
    let (elements, next) = try answer.list()
    switch call {
    case .instances: try parts.add(instances: elements)
    case .athletes: try parts.add(athletes: elements)
    case .workouts: try parts.add(workouts: elements)
    case .catalogue(let catalogue):
      var pages = catalogues[catalogue] ?? CataloguePages(response)
      pages.add(elements)
      catalogues[catalogue] = pages
      if next == nil { try pages.finish(catalogue, into: &parts) }
    case .exercise, .base: break
    }
    if case .instances = call, next == nil {
      openInstanceLists -= 1
      if openInstanceLists == 0 { try parts.finishInstances() }
    }
    pages.insert(response.url)
    if let next {
      guard !pages.contains(next), pages.count < Self.pageLimit else {
        throw GymbagError(
          .unavailable, "the pages of a list go in circles, or do not end: \(response.url)")
      }
      return [request(call, next)]
    }
    if case .workouts = call { return rest() }
    return []
  }

  /// What a day with workouts needs besides them.
  private mutating func rest() -> [Request] {
    guard !parts.workouts.isEmpty else { return [] }
    openInstanceLists = parts.workouts.count
    let instances = parts.workouts.map(\.value.id).map { id in
      request(
        .instances(workout: id), base.appending(path: ["workouts", id.text, "exercises"]))
    }
    return Catalogue.allCases.map { request(.catalogue($0), base.appending(path: [$0.rawValue])) }
      + [request(.athletes, base.appending(path: ["athletes"]))] + instances
  }

  /// Asks for the exercises and bases that were not mentioned before.
  private mutating func newMentions() -> [Request] {
    let mentions = parts.takeNewMentions()
    let exercises = mentions.exercises.sorted().map {
      request(.exercise($0), base.appending(path: ["exercises", $0.text]))
    }
    let bases = mentions.bases.sorted().map {
      request(.base($0), base.appending(path: ["exercise_bases", $0.text]))
    }
    return exercises + bases
  }

  /// A request for a call. Lists may be large: they may take as long as something moves.
  func request(_ call: Call, _ url: HTTPURL) -> Request {
    switch call {
    case .exercise, .base: Request(call, url)
    case .workouts, .instances, .athletes, .catalogue: Request(call, url, patience: .idle(15))
    }
  }
}

/// The pages of a catalogue, joined in order to the one list that they are.
private struct CataloguePages {
  private var text: [UInt8] = [UInt8(ascii: "[")]
  private let etag: String?

  init(_ first: HTTPResponse) {
    etag = first.header("etag")
  }

  mutating func add(_ elements: JSONElements) {
    for element in elements {
      if text.count > 1 { text.append(UInt8(ascii: ",")) }
      element.appendCompact(to: &text)
    }
  }

  func finish(_ catalogue: Catalogue, into parts: inout DayParts) throws(GymbagError) {
    try parts.add(catalogue: catalogue, text + [UInt8(ascii: "]")], etag: etag)
  }
}
