import GymbagKit
import GymbagModel
import GymbagSystem

/// The arguments of a command. The command takes what it knows; what is left over is an error.
struct Arguments {
  private let options: [(name: String, value: String?)]
  /// What is no option and was not taken yet.
  private(set) var operands: ArraySlice<String>
  private let command: any Command.Type

  /// - Throws: `usage`.
  init(_ words: [String], _ command: any Command.Type) throws(GymbagError) {
    let known = (command.options + Option.common).map {
      CommandLineOptions.Known(name: $0.name, takesValue: $0.value != nil)
    }
    let parsed = try CommandLineOptions(words, known: known)
    options = parsed.options
    operands = parsed.operands[...]
    self.command = command
  }

  /// Whether an option without value was given.
  func flag(_ name: String) -> Bool { options.contains { $0.name == name } }

  /// The value of an option, the last one if it was given several times.
  func value(_ name: String) -> String? { options.last { $0.name == name }?.value }

  /// The values of an option that may be given several times.
  func values(_ name: String) -> [String] { options.filter { $0.name == name }.compactMap(\.value) }

  /// The values of an option that counts something, in ASCII digits.
  ///
  /// - Throws: `usage` for one that is no number of `range`.
  func numbers(_ name: String, in range: ClosedRange<Int>) throws(GymbagError) -> [Int] {
    try values(name).map { text throws(GymbagError) in
      let isNumber = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      guard isNumber, let number = Int(text), range.contains(number) else {
        throw GymbagError(
          .usage,
          "--\(name) takes a number from \(range.lowerBound) to \(range.upperBound), not \(text)",
          hint: usageHint)
      }
      return number
    }
  }

  /// Where the token comes from, by the options of `Option.token`.
  ///
  /// - Throws: `usage` for two that exclude each other.
  func tokenSource() throws(GymbagError) -> TokenSource {
    try TokenSource(file: value("token-file"), command: value("token-command"))
  }

  /// Takes the next operand; nil when there is none.
  mutating func operand() -> String? { operands.popFirst() }

  /// Takes the next operand, which must be there.
  ///
  /// - Parameter what: what it is, as the usage line calls it.
  /// - Throws: `usage`.
  mutating func required(_ what: String) throws(GymbagError) -> String {
    guard let operand = operand() else {
      throw GymbagError(.usage, "\(what) is missing", hint: usageHint)
    }
    return operand
  }

  /// Takes all operands that are left.
  mutating func rest() -> [String] {
    defer { operands = [] }
    return Array(operands)
  }

  /// Makes sure that nothing is left over.
  ///
  /// - Throws: `usage`.
  func finish() throws(GymbagError) {
    if let extra = operands.first {
      throw GymbagError(.usage, "one argument too many: \(extra)", hint: usageHint)
    }
  }

  private var usageHint: String { "usage: " + Help.usage(of: command) }
}
