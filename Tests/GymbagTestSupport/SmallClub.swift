import Foundation
import Synchronization

/// A real server with a club of two athletes, who squat and row on every day, until a test says what
/// else it answers.
package final class SmallClub: Sendable {
  private final class Answers: Sendable {
    let table = Mutex<[String: String]>([:])
    let refusesTokens = Atomic(false)
  }

  private let server: ScriptedServer
  private let answers = Answers()

  /// Where the backend is.
  package var url: String { server.url + "/v1" }
  /// The heads of all requests, as they came.
  package var requests: [String] { server.requests }

  /// Starts a server.
  ///
  /// - Parameter userID: the account that every token signs in to.
  package init(userID: String = "coach") throws {
    let answers = self.answers
    server = try ScriptedServer { target in
      if answers.refusesTokens.load(ordering: .relaxed) { return .response("401 Unauthorized") }
      let path = target.dropFirst(3).split(separator: "?").first.map(String.init) ?? ""
      return .ok(answers.table.withLock { $0[path] ?? "[]" }, fields: ["Date: " + Self.date()])
    }
    self["/me"] = #"{"userID":"\#(userID)","name":"Coach"}"#
    self["/workouts"] = Self.workouts()
    self["/workouts/w/exercises"] = Self.instances(["mia squat", "mia row", "ole squat", "ole row"])
  }

  /// The time, as HTTP has it.
  private static func date() -> String {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(secondsFromGMT: 0)
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return format.string(from: Date())
  }

  /// What is answered below the base URL, whatever the query; an empty list where nothing was said.
  package subscript(path: String) -> String? {
    get { answers.table.withLock { $0[path] } }
    set { answers.table.withLock { $0[path] = newValue } }
  }

  /// Whether no token is accepted any more.
  package var refusesTokens: Bool {
    get { answers.refusesTokens.load(ordering: .relaxed) }
    set { answers.refusesTokens.store(newValue, ordering: .relaxed) }
  }

  /// The list of the one workout `w` of Mia and Ole, which asks for these exercise definitions.
  package static func workouts(_ definitions: [String] = ["squat", "row"], revision: Int = 1)
    -> String
  {
    let items = definitions.map { #"{"id":"i-\#($0)","exerciseDefinitionID":"\#($0)"}"# }
    return #"""
      [{"id":"w","title":"Strength","revision":\#(revision),"items":[\#(items.joined(separator: ","))],
      "participants":[{"userID":"mia","name":"Mia"},{"userID":"ole","name":"Ole"}]}]
      """#
  }

  /// The list of instances for these pairs, each an athlete and an exercise definition.
  package static func instances(_ pairs: [String]) -> String {
    let texts = pairs.map { pair in
      let parts = pair.split(separator: " ")
      return #"{"id":"\#(parts[0])-\#(parts[1])","exerciseDefinitionID":"\#(parts[1])","#
        + #""userID":"\#(parts[0])"}"#
    }
    return "[" + texts.joined(separator: ",") + "]"
  }

  /// Stops listening.
  package func stop() { server.stop() }

  deinit { server.stop() }
}
