import GymbagJSON
import GymbagModel
import GymbagSystem

/// Where results and complaints go: results to standard output, everything else to standard error.
struct Console: Sendable {
  /// The result is one JSON document, and errors are JSON objects.
  let isJSON: Bool

  /// Prints a result.
  func print(_ text: String) throws(GymbagError) {
    try Terminal.write(Array(text.utf8), to: .output)
  }

  /// Prints bytes as they are.
  func print(_ bytes: [UInt8]) throws(GymbagError) {
    try Terminal.write(bytes, to: .output)
  }

  /// Prints a result in the form that was asked for.
  func print(json: (inout JSONWriter) -> Void, text: () -> String) throws(GymbagError) {
    guard isJSON else { return try print(text()) }
    try print(JSONWriter.text { writer in writer.object(json) } + [UInt8(ascii: "\n")])
  }

  /// Says what went wrong. What cannot be said is lost: there is nowhere else to say it.
  func report(_ error: GymbagError) {
    guard isJSON else {
      let details = error.cause.map { " [\($0.shown)]" } ?? ""
      let hint = error.hint.map { "gymbag: hint: \($0.shown)\n" } ?? ""
      return complain("gymbag: error: \(error.message.shown)\(details)\n\(hint)")
    }
    let object = JSONWriter.text { json in
      json.object { json in
        json.member("level", "error")
        json.member("kind", error.kind.rawValue)
        json.member("message", error.message)
        json.member("hint", error.hint)
        json.member("cause", error.cause)
      }
    }
    complain(String(decoding: object, as: UTF8.self) + "\n")
  }

  /// Says what a person should know and nothing is wrong with.
  func warn(_ message: String) {
    guard isJSON else { return complain("gymbag: warning: \(message.shown)\n") }
    let object = JSONWriter.text { json in
      json.object { json in
        json.member("level", "warning")
        json.member("message", message)
      }
    }
    complain(String(decoding: object, as: UTF8.self) + "\n")
  }

  /// Writes to standard error.
  func complain(_ text: String) { try? Terminal.write(Array(text.utf8), to: .error) }
}
