import GymbagModel

/// What may stand where a person has asked the shell to complete a word.
struct Completion {
  /// A word, and what it means.
  struct Candidate: Equatable {
    let word: String
    let summary: String

    init(_ word: String, _ summary: String = "") {
      self.word = word
      self.summary = summary
    }
  }

  /// Which names of the file system may stand there, too; the shell knows them.
  enum Paths: String {
    case none, directories, files
  }

  var paths = Paths.none
  var candidates: [Candidate] = []

  /// What may stand in place of the last of `words`, which begin behind `gymbag`.
  ///
  /// - Parameter values: what is there by the name of a kind of value, `DAY` or `KEY`.
  init(of words: [String], values: (_ kind: String, _ arguments: Arguments) -> [Candidate]) {
    let current = words.last ?? ""
    let before = Array(words.dropLast())
    guard let (command, rest) = Self.command(before) else {
      // Perhaps the second word of a name: the nouns with it are in the table.
      candidates = before.isEmpty ? Self.firstWords + Self.topOptions : []
      keep(beginningWith: current)
      return
    }
    if before.count == 1 { candidates = Self.secondWords(of: command.name) }
    complete(current, rest, of: command, values)
  }

  private mutating func complete(
    _ current: String, _ before: [String], of command: any Command.Type,
    _ values: (String, Arguments) -> [Candidate]
  ) {
    let options = command.options + Option.common
    // The value of the option before, or behind the option's own sign of equality.
    let split = current.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    if current.hasPrefix("--"), split.count == 2 {
      let name = split[0].dropFirst(2)
      guard let kind = options.first(where: { $0.name == name })?.value else { return }
      add(kind, before, command, values)
      candidates = candidates.map { Candidate(split[0] + "=" + $0.word, $0.summary) }
      return keep(beginningWith: current)
    }
    if let last = before.last, last.hasPrefix("--"), !last.contains("="),
      let kind = options.first(where: { "--" + $0.name == last })?.value
    {
      candidates = []
      add(kind, before.dropLast(), command, values)
      return keep(beginningWith: current)
    }
    if current.hasPrefix("-") {
      candidates = options.map { Candidate("--" + $0.name, $0.summary) }
        .filter { !before.contains($0.word) }
      return keep(beginningWith: current)
    }
    guard let arguments = try? Arguments(before, command) else { return }
    for kind in Self.kinds(of: command.operands, at: arguments.operands.count) {
      add(kind, before, command, values)
    }
    keep(beginningWith: current)
  }

  /// Adds what may stand for a value of a kind.
  private mutating func add(
    _ kind: String, _ before: some Sequence<String>, _ command: any Command.Type,
    _ values: (String, Arguments) -> [Candidate]
  ) {
    switch kind {
    case "FILE", "KEY": paths = .files
    case "DIR": paths = .directories
    default: break
    }
    guard let arguments = try? Arguments(Array(before), command) else { return }
    candidates += values(kind, arguments)
  }

  /// Keeps what begins with what was typed already.
  private mutating func keep(beginningWith typed: String) {
    candidates = candidates.filter { $0.word.utf8.starts(with: typed.utf8) }
  }

  /// The kinds of what may stand at a position among a command's operands, by its usage line.
  static func kinds(of operands: String, at position: Int) -> [String] {
    let places = operands.split(separator: " ").map { place in
      (
        kinds: place.filter { !"[].".contains($0) }.split(separator: "|").map(String.init),
        repeats: place.contains { $0 == "." }
      )
    }
    if position < places.count { return places[position].kinds }
    return places.last.flatMap { $0.repeats ? $0.kinds : nil } ?? []
  }

  private static func command(_ before: [String]) -> (any Command.Type, [String])? {
    guard !before.isEmpty else { return nil }
    if let found = try? CommandTable.find(before) { return found }
    return nil
  }

  private static var firstWords: [Candidate] {
    var seen: Set<String> = []
    return CommandTable.all.compactMap { command in
      let word = String(command.name.prefix { $0 != " " })
      return seen.insert(word).inserted ? Candidate(word, command.summary) : nil
    }
  }

  private static func secondWords(of noun: String) -> [Candidate] {
    CommandTable.all.filter { $0.name.hasPrefix(noun + " ") }
      .map { Candidate(String($0.name.dropFirst(noun.count + 1)), $0.summary) }
  }

  private static let topOptions = [
    Candidate("--help", "list the commands"), Candidate("--version", "say which gymbag it is"),
  ]
}
