import GymbagHTTP
import GymbagModel

/// The lists of exercise instances of a day: one for each workout, and where the roster has guests, who
/// are to do a workout and do not take part in it, as many as it takes to ask for all of them.
struct InstanceLists {
  /// The most users that a request may name; a rule of the contract.
  private static let userLimit = 50
  /// The most bytes that their names take in a URL: servers take no lines over 8,000 bytes.
  private static let queryLimit = 6_000

  private let base: HTTPURL
  /// The workouts with guests. They wait for the list of athletes: no request names someone whom the
  /// server does not know.
  private var waiting: [(workout: ID, athletes: [ID])] = []
  /// How many lists have not ended yet.
  private var openCount = 0

  init(base: HTTPURL) { self.base = base }

  /// Begins with these workouts.
  ///
  /// - Returns: what can be asked at once.
  mutating func begin(_ workouts: [ID], guests: [(workout: ID, athletes: [ID])])
    -> [(workout: ID, url: HTTPURL)]
  {
    waiting = guests.filter { !$0.athletes.isEmpty }
    openCount = workouts.count
    let later = Set(waiting.map(\.workout))
    return workouts.filter { !later.contains($0) }.map { ($0, url(of: $0, query: nil)) }
  }

  /// Goes on once it is known whom the server knows.
  ///
  /// - Returns: what is to be asked. An answer holds those who take part, whoever is named: where no
  ///   guest is known, nobody is.
  mutating func askGuests(known: Set<ID>) -> [(workout: ID, url: HTTPURL)] {
    var lists: [(workout: ID, url: HTTPURL)] = []
    for (workout, athletes) in waiting {
      let queries = Self.queries(athletes.filter(known.contains))
      for query in queries { lists.append((workout, url(of: workout, query: query))) }
      if queries.isEmpty { lists.append((workout, url(of: workout, query: nil))) }
    }
    openCount += lists.count - waiting.count
    waiting = []
    return lists
  }

  /// Notes that a list has ended.
  ///
  /// - Returns: whether it was the last.
  mutating func end() -> Bool {
    openCount -= 1
    return openCount == 0
  }

  private func url(of workout: ID, query: String?) -> HTTPURL {
    base.appending(path: ["workouts", workout.text, "exercises"]).replacing(query: query)
  }

  /// The ids are percent-encoded, the commas between them are not.
  private static func queries(_ athletes: [ID]) -> [String] {
    var queries: [String] = []
    var userCount = userLimit
    for name in athletes.map({ PercentEncoding.encode($0.text) }) {
      if userCount < userLimit, let last = queries.last,
        last.utf8.count + 1 + name.utf8.count <= queryLimit
      {
        queries[queries.count - 1] = last + "," + name
        userCount += 1
      } else {
        queries.append("userIDs=" + name)
        userCount = 1
      }
    }
    return queries
  }
}
