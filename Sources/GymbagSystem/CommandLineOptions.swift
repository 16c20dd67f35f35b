import CLibc
package import GymbagModel

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A command line taken apart by the C library's `getopt_long`: options and operands in any order,
/// `--name=value` or `--name value`, unambiguous beginnings of names, `--` before operands that
/// begin with a dash.
package struct CommandLineOptions: Sendable {
  /// An option that a command knows.
  package struct Known: Sendable {
    /// Its name without the dashes.
    package let name: String
    /// Whether a value belongs to it.
    package let takesValue: Bool

    /// The option of that name.
    package init(name: String, takesValue: Bool) {
      self.name = name
      self.takesValue = takesValue
    }
  }

  /// The options that were given, in order; the value is nil for those that take none.
  package let options: [(name: String, value: String?)]
  /// What is no option, in order.
  package let operands: [String]

  /// Takes `arguments` apart, the name of the program left out.
  ///
  /// - Throws: `usage`.
  package init(_ arguments: [String], known: [Known]) throws(GymbagError) {
    let names = known.map { strdup($0.name) }
    var argv = (["gymbag"] + arguments).map { strdup($0) } + [nil]
    defer { for text in names + argv { free(text) } }
    // Values from 1,000 on are positions in `known`; "?" and ":" are smaller.
    let table =
      known.enumerated().map { position, option in
        CLibc.option(
          name: names[position], has_arg: option.takesValue ? 1 : 0, flag: nil,
          val: CInt(1000 + position))
      } + [CLibc.option(name: nil, has_arg: 0, flag: nil, val: 0)]

    var options: [(name: String, value: String?)] = []
    var step = gb_getopt_next(CInt(arguments.count + 1), &argv, table, 1)
    while step.found != -1 {
      guard step.found >= 1000 else {
        let text = argv[Int(step.next_index) - 1].map { String(cString: $0) } ?? ""
        throw Self.error(step.found, at: text, complaint: Int(step.complaint), known)
      }
      options.append((known[Int(step.found) - 1000].name, step.value.map { String(cString: $0) }))
      step = gb_getopt_next(CInt(arguments.count + 1), &argv, table, 0)
    }
    self.options = options
    operands = argv[Int(step.next_index)...].compactMap { $0.map { String(cString: $0) } }
  }

  private static func error(_ found: CInt, at text: String, complaint: Int, _ known: [Known])
    -> GymbagError
  {
    if complaint >= 1000 {
      let name = known[complaint - 1000].name
      let isMissing = found == CInt(UInt8(ascii: ":"))
      return GymbagError(.usage, "--\(name) \(isMissing ? "needs a" : "takes no") value")
    }
    let help = "--help lists the options"
    // Behind one dash stand short options, of which there are none.
    if let letter = UInt8(exactly: complaint), letter > 0 {
      let option = "-" + String(decoding: [letter], as: UTF8.self)
      return GymbagError(.usage, "unknown option \(option)", hint: help)
    }
    let name = String(text.dropFirst(2).prefix { $0 != "=" })
    let likely = known.map(\.name).filter { $0.hasPrefix(name) }
    guard likely.isEmpty else {
      let names = likely.map { "--" + $0 }.joined(separator: " or ")
      return GymbagError(.usage, "--\(name) is too short", hint: "did you mean \(names)?")
    }
    let nearest = EditDistance.nearest(to: name, among: known.map(\.name))
    return GymbagError(
      .usage, "unknown option \(text)", hint: nearest.map { "did you mean --\($0)?" } ?? help)
  }
}
