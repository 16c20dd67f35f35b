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

  /// What is asked for.
  struct Tag {
    let call: Call
    /// How many elements the pages in front of this one had.
    var elementCount = 0
  }

  typealias Request = HTTPClient.Request<Tag>

  /// The most pages of all lists of a day.
  private static let pageLimit = 10_000

  private(set) var parts: DayParts
  private let base: HTTPURL
  private var pages: Set<HTTPURL> = []
  private var catalogues: [Catalogue: CataloguePages] = [:]
  private var instances: InstanceLists

  init(base: HTTPURL, parts: DayParts) {
    self.base = base
    self.parts = parts
    instances = InstanceLists(base: base)
  }

  /// The first request.
  func workouts(of day: DayKey) -> Request {
    request(.workouts, base.appending(path: ["workouts"], query: [("date", "\(day)")]))
  }

  /// What a day with workouts needs besides them, once all of them are there.
  ///
  /// - Parameter guests: who is to do a workout and does not take part in it.
  mutating func rest(guests: [(workout: ID, athletes: [ID])]) throws(GymbagError) -> [Request] {
    let first = instances.begin(parts.workouts.map(\.value.id), guests: guests)
    return Catalogue.allCases.map { request(.catalogue($0), base.appending(path: [$0.rawValue])) }
      + [request(.athletes, base.appending(path: ["athletes"]))] + requests(first) + newMentions()
  }

  /// Takes an answer.
  ///
  /// - Returns: what it calls for.
  mutating func receive(_ tag: Tag, _ response: HTTPResponse) throws(GymbagError) -> [Request] {
    let answer = try Answer(response)
    switch tag.call {
    case .exercise(let id):
      try parts.add(exercise: answer.document.root, asked: id)
    case .base(let id):
      try parts.add(base: answer.document.root, asked: id)
    case .workouts:
      // What they mention is asked for with the rest: nothing may hold that up.
      return try receive(page: answer, of: tag, response)
    case .instances, .athletes, .catalogue:
      return try receive(page: answer, of: tag, response) + newMentions()
    }
    return newMentions()
  }

  private mutating func receive(page answer: Answer, of tag: Tag, _ response: HTTPResponse)
    throws(GymbagError) -> [Request]
  {
    let page = try answer.list()
    let elements = page.elements
    switch tag.call {
    case .instances: try parts.add(instances: elements)
    case .athletes: try parts.add(athletes: elements)
    case .workouts: try parts.add(workouts: elements)
    case .catalogue(let catalogue):
      var pages = catalogues[catalogue] ?? CataloguePages(response)
      pages.add(elements)
      catalogues[catalogue] = pages
    case .exercise, .base: break
    }
    pages.insert(response.url)
    let elementCount = tag.elementCount + page.elementCount
    guard let next = page.next else {
      try page.check(total: elementCount)
      return try end(of: tag.call)
    }
    guard !pages.contains(next), pages.count < Self.pageLimit else {
      throw GymbagError(
        .unavailable, "the pages of a list go in circles, or do not end: \(response.url)")
    }
    return [request(tag.call, next, elementCount: elementCount)]
  }

  /// What is to be done when all pages of a list are there.
  private mutating func end(of call: Call) throws(GymbagError) -> [Request] {
    switch call {
    case .athletes:
      return requests(instances.askGuests(known: parts.knownAthletes))
    case .instances:
      if instances.end() { try parts.finishInstances() }
    case .catalogue(let catalogue):
      try catalogues[catalogue]?.finish(catalogue, into: &parts)
    case .workouts, .exercise, .base: break
    }
    return []
  }

  private func requests(_ lists: [(workout: ID, url: HTTPURL)]) -> [Request] {
    lists.map { request(.instances(workout: $0.workout), $0.url) }
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
  private func request(_ call: Call, _ url: HTTPURL, elementCount: Int = 0) -> Request {
    let tag = Tag(call: call, elementCount: elementCount)
    return switch call {
    case .exercise, .base: Request(tag, url)
    case .workouts, .instances, .athletes, .catalogue: Request(tag, url, patience: .idle(15))
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
