import GymbagModel

/// One input, and what must be so whatever it is.
enum Input {
  /// Reads an input, and traps when it shows something that may not be.
  typealias Reader = @Sendable (_ bytes: [UInt8]) throws(GymbagError) -> Void

  private static let readers: [String: Reader] = [
    "archive": ArchiveReaders.archive,
    "day": DayReader.day,
    "head": ArchiveReaders.head,
    "index": TextReaders.index,
    "json": TextReaders.json,
    "public-key": KeyReaders.publicKey,
    "roster": RosterReader.roster,
    "secret-key": KeyReaders.secretKey,
    "signature": KeyReaders.signature,
    "signed": SignedReader.signed,
  ]

  /// The one that was asked for.
  static let reader: Reader = {
    guard let reader = readers[option("reader") ?? ""] else {
      fatalError("--reader= is one of \(readers.keys.sorted())")
    }
    return reader
  }()

  /// The value of `--NAME=`; libFuzzer passes over what begins with two hyphens.
  static func option(_ name: String) -> String? {
    let prefix = "--\(name)="
    return CommandLine.arguments.first { $0.hasPrefix(prefix) }
      .map { String($0.dropFirst(prefix.count)) }
  }

  /// Reads an input. Whatever is wrong with it, the error says what, and does not say that the
  /// machine is at fault.
  static func read(_ bytes: [UInt8]) {
    do throws(GymbagError) {
      try reader(bytes)
    } catch {
      check(!error.message.isEmpty, "an error without words")
      check(
        error.kind == .badData || error.kind == .refused,
        "of the kind \(error.kind): \(error.message) \(error.cause ?? "")")
    }
  }

  /// Traps, and so makes the fuzzer keep the input, unless `holds`.
  static func check(_ holds: Bool, _ words: @autoclosure () -> String) {
    if !holds { fatalError(words()) }
  }

  /// What `body` gives. What was accepted once must be accepted again: an error traps.
  static func again<Value>(_ what: String, _ body: () throws(GymbagError) -> Value) -> Value {
    do throws(GymbagError) {
      return try body()
    } catch {
      fatalError("\(what) is not accepted: \(error.message)")
    }
  }
}
