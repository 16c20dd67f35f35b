import GymbagJSON
import GymbagModel
import GymbagSystem
import Synchronization

/// Where results and complaints go: results to standard output, everything else to standard error.
struct Console: Sendable {
  /// How much is said.
  enum Manner: Sendable {
    /// Nothing at all when all is well, not even the result; else as usual.
    case quiet
    case usual
    /// Where things are looked for, too, and what is done.
    case verbose

    /// What the command line asks for.
    ///
    /// - Throws: `usage` when it asks for both.
    init(_ arguments: Arguments) throws(GymbagError) {
      switch (arguments.flag("quiet"), arguments.flag("verbose")) {
      case (true, true): throw GymbagError(.usage, "--quiet and --verbose exclude each other")
      case (true, false): self = .quiet
      case (false, true): self = .verbose
      case (false, false): self = .usual
      }
    }
  }

  /// The result is one JSON document, and errors are JSON objects.
  let isJSON: Bool
  /// How much is said.
  let manner: Manner
  /// What commands in hints are given, so that they find the same home.
  let placeOptions: PlaceOptions
  private let held = HeldOutput()

  init(
    isJSON: Bool, manner: Manner = .usual,
    placeOptions: PlaceOptions = PlaceOptions(home: nil, profile: nil)
  ) {
    self.isJSON = isJSON
    self.manner = manner
    self.placeOptions = placeOptions
  }

  /// Prints a result.
  func print(_ text: String) throws(GymbagError) { try print(Array(text.utf8)) }

  /// Prints bytes as they are.
  func print(_ bytes: [UInt8]) throws(GymbagError) {
    guard manner != .quiet else { return held.add(bytes, for: .output) }
    try Terminal.write(bytes, to: .output)
  }

  /// Prints a result in the form that was asked for.
  func print(json: (inout JSONWriter) -> Void, text: () -> String) throws(GymbagError) {
    guard isJSON else { return try print(text()) }
    try print(JSONWriter.text { writer in writer.object(json) } + [UInt8(ascii: "\n")])
  }

  /// Says what went wrong. What cannot be said is lost: there is nowhere else to say it.
  func report(_ error: GymbagError) {
    let hint = error.hint.map(placeOptions.insert(into:))
    let details = error.cause.map { " [\($0.shown)]" } ?? ""
    let shownHint = hint.map { "\ngymbag: hint: \($0.shown)" } ?? ""
    let line = message("error", error.message.shown + details + shownHint) { json in
      json.member("kind", error.kind.rawValue)
      json.member("message", error.message)
      json.member("hint", hint)
      json.member("cause", error.cause)
    }
    complain(line)
  }

  /// Says what a person should know and nothing is wrong with.
  func warn(_ text: String) {
    let line = message("warning", text.shown) { $0.member("message", text) }
    if manner == .quiet { held.add(Array(line.utf8), for: .error) } else { complain(line) }
  }

  /// Says what is done, to who wants to know.
  func note(_ text: String) {
    guard manner == .verbose else { return }
    complain(message("note", text.shown) { $0.member("message", text) })
  }

  /// Writes to standard error.
  func complain(_ text: String) { try? Terminal.write(Array(text.utf8), to: .error) }

  /// Says what was held back, unless all went well.
  ///
  /// - Throws: `io`.
  func finish(_ code: ExitCode) throws(GymbagError) {
    guard code != .ok else { return }
    for (bytes, stream) in held.take() { try Terminal.write(bytes, to: stream) }
  }

  /// A line about the run: an object of these members for scripts, `gymbag: LEVEL: TEXT` for people.
  private func message(_ level: String, _ text: String, _ members: (inout JSONWriter) -> Void)
    -> String
  {
    guard isJSON else { return "gymbag: \(level): \(text)\n" }
    let object = JSONWriter.text { json in
      json.object { json in
        json.member("level", level)
        members(&json)
      }
    }
    return String(decoding: object, as: UTF8.self) + "\n"
  }
}

/// What a quiet run would have said.
private final class HeldOutput: Sendable {
  private let pieces = Mutex<[([UInt8], Terminal.Stream)]>([])

  func add(_ bytes: [UInt8], for stream: Terminal.Stream) {
    pieces.withLock { $0.append((bytes, stream)) }
  }

  func take() -> [([UInt8], Terminal.Stream)] {
    pieces.withLock { pieces in
      defer { pieces = [] }
      return pieces
    }
  }
}
