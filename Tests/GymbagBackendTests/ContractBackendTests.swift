import GymbagArchive
import GymbagBackend
import GymbagCrypto
import GymbagHTTP
import GymbagModel
import GymbagSystem
import GymbagTestSupport
import Testing

@Suite("A backend of the contract", .scratch) struct ContractBackendTests {
  /// A small club: what is asked for, and the answer. Everything else is a 404.
  private static let club: [String: String] = [
    "/v1/me": #"{"userID":"c","name":"Coach"}"#,
    "/v1/athletes": #"[{"userID":"a","name":"Ada"}]"#,
    "/v1/workouts?date=2026-12-01":
      #"[{"id":"w/1","items":[{"id":"i","exerciseDefinitionID":"d","exerciseID":"e1"}],"#
      + #""participants":[{"userID":"a","name":"Ada"}],"coolDown":{"exerciseIDs":["e2"]}}]"#,
    "/v1/workouts/w%2F1/exercises":
      #"[{"id":"x","exerciseDefinitionID":"d","userID":"a","exerciseID":null}]"#,
    "/v1/exercises/e1": #"{"id":"e1","baseID":"b1"}"#,
    "/v1/exercises/e2": #"{"id":"e2","deep":[{"er":{"exerciseID":"e3"}}]}"#,
    "/v1/exercises/e3": #"{"id":"e3","exerciseID":"e1"}"#,
    "/v1/exercise_bases/b1": #"{"id":"b1","related":[{"baseID":"b 2"}]}"#,
    "/v1/exercise_bases/b%202": #"{"id":"b 2","baseIDs":["b1"]}"#,
    "/v1/metrics": "[{\"id\": 1.50}]", "/v1/text_content": "[]", "/v1/equipments": "[]",
    "/v1/exercise_variations": "[]", "/v1/tags": "[]", "/v1/display_bases": "[]",
  ]

  private func serve(_ changes: [String: ScriptedServer.Answer] = [:]) throws -> ScriptedServer {
    try ScriptedServer { target in
      changes[target] ?? Self.club[target].map { .ok($0) } ?? .response("404 Not Found")
    }
  }

  private func download(_ server: ScriptedServer, expecting roster: Roster? = nil) throws
    -> DayParts
  {
    defer { server.stop() }
    let backend = try ContractBackend(HTTPURL(server.url + "/v1"), token: "t")
    return try backend.download(SmallDay.day, stagingIn: Scratch.directory, .unwatched) { _ in
      roster
    }
  }

  private func failure(_ changes: [String: ScriptedServer.Answer]) throws -> GymbagError {
    do {
      _ = try download(try serve(changes))
    } catch let error as GymbagError {
      return error
    }
    throw Failure("the day was downloaded")
  }

  @Test("gives all that is mentioned, at any depth, until nothing new is mentioned, each once")
  func closure() throws {
    let server = try serve()
    let parts = try download(server)
    #expect(parts.exercises.keys.map(\.text).sorted() == ["e1", "e2", "e3"])
    #expect(parts.bases.keys.map(\.text).sorted() == ["b 2", "b1"])
    #expect(parts.workouts.count == 1)
    let targets = server.requests.compactMap { $0.split(separator: " ").dropFirst().first }
    #expect(Set(targets).count == targets.count)
    #expect(targets.count == Self.club.count - 1)
  }

  @Test("is asked for nothing more when the day has no workouts")
  func noWorkouts() throws {
    let server = try serve(["/v1/workouts?date=2026-12-01": .ok("[]")])
    #expect(try download(server).workouts.isEmpty)
    #expect(server.requests.count == 1)
  }

  @Test("says whose account it is, and its own time")
  func account() throws {
    let server = try serve([
      "/v1/me": .ok(
        #"{"userID":"c","name":"Coach","more":1}"#, fields: ["Date: Sun, 06 Nov 1994 08:49:37 GMT"])
    ])
    defer { server.stop() }
    let account = try ContractBackend(HTTPURL(server.url + "/v1"), token: "t").account()
    #expect(account.userID.text == "c" && account.name == "Coach")
    #expect(account.serverTime == Instant("1994-11-06T08:49:37Z"))
  }

  @Test(
    "that lacks any part gives no day",
    arguments: club.keys.filter { $0 != "/v1/me" }.sorted())
  func missingPart(target: String) throws {
    for answer in [
      .response("404 Not Found"), .response("500 Oops"), .ok("<html>", type: "text/html"),
      .ok("{\"unfinished\": "), .bytes([]),
    ] as [ScriptedServer.Answer] {
      let error = try failure([target: answer])
      #expect(error.kind == .unavailable)
      #expect(error.message.contains(target), "and it says: \(error.message)")
    }
  }

  @Test("that no longer accepts the token asks to sign in")
  func unauthorized() throws {
    #expect(try failure(["/v1/tags": .response("401 No")]).kind == .signIn)
  }

  @Test(
    "that answers what the contract does not have gives no day",
    arguments: [
      ("/v1/exercises/e1", #"{"id":"e9"}"#, "the id e1, not e9"),
      ("/v1/exercises/e1", #"[]"#, "expected an object"),
      ("/v1/exercises/e2", #"{"id":"e2","exerciseID":7}"#, "expected an id, found 7"),
      ("/v1/exercises/e2", #"{"id":"e2","id":"e2"}"#, "stands twice"),
      ("/v1/tags", #"{"tags":[]}"#, "\"results\" is missing"),
      ("/v1/athletes", #"[{"userID":""}]"#, "$[0].userID: expected an id"),
      ("/v1/athletes", #"[{"userID":"a\u0000"}]"#, "$[0].userID: expected an id"),
      (
        "/v1/workouts?date=2026-12-01",
        #"[{"id":"w","items":[],"participants":[]},{"id":"w","items":[],"participants":[]}]"#,
        "which stands twice"
      ),
      ("/v1/workouts?date=2026-12-01", #"[{"id":"w","participants":[]}]"#, "\"items\" is missing"),
    ])
  func offContract(target: String, body: String, message: String) throws {
    let error = try failure([target: .ok(body)])
    #expect(error.kind == .unavailable && error.message.contains(message))
  }

  @Test(
    "may page its lists by Link, wherever that claims the next page to be",
    arguments: [
      #"<http://127.0.0.1:1/elsewhere?page=2>; rel="next""#,
      #"<?page=2>;rel=next"#, #"<?page=2>; rel="NEXT""#, #"<?page=2>; rel="next last""#,
      #"</v1/athletes?page=2>; title="a, b; c" ; REL="prev Next""#,
      #"<?page=0>; rel="prev", <https://api.example/v1/athletes?page=2>; rel="next""#,
    ])
  func linkedPages(link: String) throws {
    let server = try serve([
      "/v1/athletes": .ok(#"[{"userID":"a","name":"Ada"}]"#, fields: ["Link: \(link)"]),
      "/v1/athletes?page=2": .ok(#"[{"userID":"b","name":"Bo"}]"#),
    ])
    #expect(try download(server).athletes.map(\.id.text) == ["a", "b"])
  }

  @Test("may have commas and semicolons in the query of a next page")
  func commas() throws {
    let server = try serve([
      "/v1/athletes": .ok("[]", fields: [#"Link: </v1/athletes?ids=a,b;c&page=2>; rel="next""#]),
      "/v1/athletes?ids=a,b;c&page=2": .ok(#"[{"userID":"b","name":"Bo"}]"#),
    ])
    #expect(try download(server).athletes.map(\.id.text) == ["b"])
  }

  @Test("may page its lists by objects")
  func objectPages() throws {
    let server = try serve([
      "/v1/athletes": .ok(
        #"{"results":[{"userID":"a","name":"Ada"}],"next":"https://api.example/v1/athletes?p=2"}"#),
      "/v1/athletes?p=2": .ok(#"{"results":[{"userID":"b","name":"Bo"}],"next":null}"#),
    ])
    #expect(try download(server).athletes.map(\.id.text) == ["a", "b"])
  }

  @Test(
    "whose list is not as long as it says gives no day",
    arguments: [
      (#"{"results":[],"count":4}"#, nil),
      (#"{"results":[{"userID":"a"}],"count":4,"next":"?p=2"}"#, #"{"results":[],"count":4}"#),
    ] as [(String, String?)])
  func contradictingCount(first: String, second: String?) throws {
    for target in ["/v1/athletes", "/v1/workouts?date=2026-12-01"] {
      guard second == nil || target == "/v1/athletes" else { continue }
      var answers = [target: ScriptedServer.Answer.ok(first)]
      if let second { answers[target + "?p=2"] = .ok(second) }
      let error = try failure(answers)
      #expect(error.kind == .unavailable)
      #expect(error.message.contains("count: expected"), "\(error.message)")
    }
  }

  @Test(
    "may count its lists, or their pages, or in words",
    arguments: [("2", "2"), ("1", "1"), ("null", "2"), ("\"many\"", "\"many\"")])
  func count(first: String, second: String) throws {
    let server = try serve([
      "/v1/athletes": .ok(#"{"results":[{"userID":"a"}],"count":\#(first),"next":"?p=2"}"#),
      "/v1/athletes?p=2": .ok(#"{"results":[{"userID":"b"}],"count":\#(second)}"#),
    ])
    #expect(try download(server).athletes.map(\.id.text) == ["a", "b"])
  }

  @Test("whose next page has no query of its own gives no day: it would be another question")
  func pageWithoutQuery() throws {
    let workouts = "/v1/workouts?date=2026-12-01"
    let error = try failure([workouts: .ok(#"{"results":[],"next":"/v1/workouts/page/2"}"#)])
    #expect(error.kind == .unavailable && error.message.contains("no page's URL"))
  }

  @Test(
    "whose Link cannot be read gives no day: it may have spoken of a next page",
    arguments: ["next", "<?page=2; rel=next", "<?page=2>; rel=\"next", "<?page=2> rel=next"])
  func unreadableLink(link: String) throws {
    let error = try failure(["/v1/tags": .ok("[]", fields: ["Link: \(link)"])])
    #expect(error.kind == .unavailable && error.message.contains("Link"))
  }

  @Test("whose pages go in circles gives no day", arguments: ["?page=2", "?page=1"])
  func circles(next: String) throws {
    let page = ScriptedServer.Answer.ok("{\"results\":[],\"next\":\"/v1/tags\(next)\"}")
    let error = try failure(["/v1/tags": page, "/v1/tags?page=1": page, "/v1/tags?page=2": page])
    #expect(error.message.contains("in circles"))
  }

  @Test(
    "may send an instance with several workouts, and then it is one; another text of it is none")
  func repeatedInstances() throws {
    let workout = { (id: String) in #"{"id":"\#(id)","items":[],"participants":[]}"# }
    let instance = { (load: String) in
      #"[{"id":"x","exerciseDefinitionID":"d","userID":"a", "load":\#(load)}]"#
    }
    for (second, isSame) in [("1.0", true), ("1.00", false)] {
      let server = try serve([
        "/v1/workouts?date=2026-12-01": .ok("[\(workout("v")),\(workout("w"))]"),
        "/v1/workouts/v/exercises": .ok(instance("1.0")),
        "/v1/workouts/w/exercises": .ok(instance(second)),
      ])
      let parts = try download(server)
      let path = Scratch.path("day.tar")
      let write = {
        try DayArchiveWriter.write(parts, SmallDay.stamp, signedBy: SecretKey(), to: path)
      }
      guard isSame else {
        #expect {
          try write()
        } throws: {
          let error = $0 as? GymbagError
          return error?.kind == .unavailable
            && error?.message.contains("changed on the server") == true
        }
        continue
      }
      let index = try write().index
      #expect(index.athletes.map(\.covered.count) == [1])
      let lines = try Tool.output([
        "bash", "-c", "tar -xOf \(path) 2026-12-01/data/athletes/a.jsonl.gz | zcat",
      ])
      #expect(lines == #"{"id":"x","exerciseDefinitionID":"d","userID":"a","load":1.0}"# + "\n")
    }
  }
}
