import GymbagArchive
import GymbagBackend
import GymbagCrypto
import Foundation
import GymbagHTTP
import GymbagModel
import GymbagSystem
import GymbagTestSupport
import Testing

/// Athletes whom a roster wants in a workout in which they do not take part.
@Suite("Guests of a workout", .scratch) struct GuestTests {
  /// Two workouts, `v` of `a` and `w/1` of `b`, and the athletes that the server knows.
  private func serve(athletes: [String], pages: [String: String] = [:]) throws -> ScriptedServer {
    let workouts = ["v": "a", "w/1": "b"].sorted { $0.key < $1.key }.map {
      #"{"id":"\#($0)","items":[{"id":"i","exerciseDefinitionID":"d"}],"#
        + #""participants":[{"userID":"\#($1)"}]}"#
    }
    let list = athletes.map { #"{"userID":"\#($0)"}"# }.joined(separator: ",")
    return try ScriptedServer { target in
      if let page = pages[target] { return .ok(page) }
      return switch target {
      case "/v1/workouts?date=2026-12-01": .ok("[" + workouts.joined(separator: ",") + "]")
      case "/v1/athletes": .ok("[\(list)]")
      default: .ok("[]")
      }
    }
  }

  private func roster(_ rows: [(String, [String])]) throws -> Roster {
    func id(_ text: String) throws -> ID { try #require(ID(text)) }
    let entries = try rows.map { Roster.Entry(id: try id($0), workouts: try $1.map(id)) }
    return try #require(Roster(entries))
  }

  /// The targets of the requests for instances, in their order.
  private func targets(_ server: ScriptedServer, _ roster: Roster?) throws -> [String] {
    defer { server.stop() }
    let backend = try ContractBackend(HTTPURL(server.url + "/v1"), token: "t")
    _ = try backend.download(SmallDay.day, stagingIn: Scratch.directory, .unwatched) { workouts in
      #expect(workouts.map(\.id.text) == ["v", "w/1"])
      return roster
    }
    return server.requests.compactMap {
      $0.split(separator: " ").dropFirst().first.map(String.init)
    }
    .filter { $0.contains("/exercises") }.sorted()
  }

  @Test("are asked for in the workouts that the roster names for them")
  func named() throws {
    let server = try serve(athletes: ["a", "b", "c"])
    #expect(
      try targets(server, roster([("a", ["w/1"]), ("c", ["w/1"]), ("b", [])]))
        == ["/v1/workouts/v/exercises", "/v1/workouts/w%2F1/exercises?userIDs=a,c"])
  }

  @Test("are asked for in every workout when neither the roster nor the schedule names one")
  func everywhere() throws {
    let server = try serve(athletes: ["a", "b", "c"])
    #expect(
      try targets(server, roster([("c", []), ("a", [])]))
        == ["/v1/workouts/v/exercises?userIDs=c", "/v1/workouts/w%2F1/exercises?userIDs=c"])
  }

  @Test("whom the server does not know are not named to it")
  func unknown() throws {
    let server = try serve(athletes: ["c"])
    #expect(
      try targets(server, roster([("x", []), ("c", ["v"]), ("y", ["v"]), ("b", ["v"])]))
        == ["/v1/workouts/v/exercises?userIDs=c,b", "/v1/workouts/w%2F1/exercises"])
  }

  @Test("are not waited for when there is no roster, or it names nobody's workout but their own")
  func none() throws {
    let plain = ["/v1/workouts/v/exercises", "/v1/workouts/w%2F1/exercises"]
    #expect(try targets(serve(athletes: ["a"]), nil) == plain)
    #expect(try targets(serve(athletes: ["a"]), roster([("a", ["v"]), ("b", [])])) == plain)
  }

  @Test("are named fifty at a time, percent-encoded, with plain commas between them")
  func fifties() throws {
    let guests = (0..<101).map { "ü,\($0)" }
    let server = try serve(athletes: guests)
    let targets = try targets(server, roster(guests.map { ($0, ["v"]) }))
    let queries = targets.compactMap { $0.components(separatedBy: "v/exercises?userIDs=").last }
      .filter { !$0.contains("/") }
    let names = queries.map { $0.split(separator: ",").map(String.init) }
    #expect(names.map(\.count).sorted() == [1, 50, 50])
    #expect(Set(names.joined()) == Set((0..<101).map { "%C3%BC%2C\($0)" }))
  }

  @Test("with long names are asked for in lines that servers take")
  func longNames() throws {
    let guests = (0..<20).map { "\($0)" + String(repeating: "名", count: 100) }
    let server = try serve(athletes: guests)
    let targets = try targets(server, roster(guests.map { ($0, ["v"]) }))
    #expect(targets.count > 2 && targets.allSatisfy { $0.utf8.count < 7000 })
    #expect(targets.joined().components(separatedBy: "%E5%90%8D").count - 1 == 2000)
  }

  @Test("come on pages like everyone, and after those of the list of athletes")
  func pages() throws {
    func instance(_ user: String) -> String {
      #"{"id":"x-\#(user)","exerciseDefinitionID":"d","userID":"\#(user)"}"#
    }
    let server = try serve(
      athletes: [],
      pages: [
        "/v1/athletes": #"{"results":[{"userID":"a"}],"next":"?page=2"}"#,
        "/v1/athletes?page=2": #"{"results":[{"userID":"g"}],"next":null}"#,
        "/v1/workouts/v/exercises?userIDs=g":
          #"{"results":[\#(instance("a"))],"next":"?userIDs=g&page=2"}"#,
        "/v1/workouts/v/exercises?userIDs=g&page=2":
          #"{"results":[\#(instance("g"))],"next":null}"#,
      ])
    defer { server.stop() }
    let roster = try roster([("g", ["v"])])
    let backend = try ContractBackend(HTTPURL(server.url + "/v1"), token: "t")
    let parts = try backend.download(SmallDay.day, stagingIn: Scratch.directory, .unwatched) { _ in
      roster
    }
    let written = try DayArchiveWriter.write(
      parts, SmallDay.stamp, expecting: roster, signedBy: SecretKey(), to: Scratch.path("day.tar"))
    #expect(written.index.athletes.map(\.id.text) == ["a", "b", "g"])
    #expect(written.index.athletes.map(\.covered.count) == [1, 0, 1])
    #expect(written.index.roster == roster)
  }
}
