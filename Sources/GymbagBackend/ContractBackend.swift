package import GymbagArchive
package import GymbagHTTP
import GymbagJSON
package import GymbagModel
package import GymbagSystem

/// A server that speaks the HTTP contract (`Samples/backend/openapi.yaml`).
package final class ContractBackend: Backend {
  private let base: HTTPURL
  private let client: HTTPClient
  private let note: (String) -> Void

  /// The server at `base`, signed in to with `token`.
  ///
  /// - Parameter note: told of each answer, in a line that holds no secret.
  /// - Throws: `refused` when the token would cross a network in clear.
  package init(_ base: HTTPURL, token: String, note: @escaping (String) -> Void = { _ in })
    throws(GymbagError)
  {
    self.base = base
    self.note = note
    client = try HTTPClient(base: base, token: token, userAgent: "gymbag/\(Version.current)")
  }

  /// One call, `GET /me`.
  package func account() throws(GymbagError) -> Account {
    var account: Account?
    try ask([.init((), base.appending(path: ["me"]))]) { _, response throws(GymbagError) in
      let me = try Answer(response).document.root.object()
      account = Account(
        userID: try me.required("userID").id(), name: try me.optional("name")?.string() ?? "",
        serverTime: response.header("date").flatMap(HTTPDate.parse))
      return []
    }
    guard let account else { throw GymbagError(.unavailable, "no answer from \(base)") }
    return account
  }

  /// Begins with `GET /workouts` and goes on with what each answer calls for.
  package func download(
    _ day: DayKey, stagingIn directory: String, _ progress: Progress,
    expecting roster: (_ workouts: [Workout]) throws(GymbagError) -> Roster?
  ) throws(GymbagError) -> DayParts {
    var download = DayDownload(base: base, parts: try DayParts(stagingIn: directory))
    func get(_ first: [DayDownload.Request]) throws(GymbagError) {
      progress.expect(items: first.count)
      try ask(first) { call, response throws(GymbagError) in
        let next = try download.receive(call, response)
        progress.expect(items: next.count)
        progress.advance(items: 1, byteCount: Int64(response.body.count))
        return next
      }
    }
    try get([download.workouts(of: day)])
    let workouts = download.parts.workouts.map(\.value)
    guard !workouts.isEmpty else { return download.parts }
    // Outside of the calls: what is wrong with a roster is not the server's fault.
    let expected = try roster(workouts)
    try get(download.rest(guests: expected?.guests(of: workouts) ?? []))
    return download.parts
  }

  /// An answer that is not what the contract says is none: it is the server that is at fault.
  private func ask<Tag>(
    _ first: [HTTPClient.Request<Tag>],
    _ received: (Tag, HTTPResponse) throws(GymbagError) -> [HTTPClient.Request<Tag>]
  ) throws(GymbagError) {
    do throws(GymbagError) {
      try client.run(first) { tag, response throws(GymbagError) in
        note("\(response.url): HTTP \(response.status), \(response.body.count) bytes")
        return try received(tag, response)
      }
    } catch {
      guard error.kind == .badData else { throw error }
      throw GymbagError(
        .unavailable, error.message, hint: "the server does not keep to the contract",
        cause: error.cause)
    }
  }
}
