import GymbagJSON
import GymbagModel
import GymbagSystem

/// Reads a file as one JSON text, as often as is asked: what the reader costs, with nothing around it.
///
///     JSONReader FILE TIMES
///
/// Prints the best and the median of the times in GB a second of text; TIMES 1 is one read, to be
/// timed from outside.
@main struct Measurement {
  static func main() throws {
    guard CommandLine.arguments.count == 3, let count = Int(CommandLine.arguments[2]), count > 0
    else {
      throw GymbagError(.usage, "usage: JSONReader FILE TIMES")
    }
    let file = try File(CommandLine.arguments[1], .read)
    let bytes = try file.read(at: 0, count: Int(try file.byteCount()))
    let clock = ContinuousClock()
    let times = try (0..<count).map { _ in
      try clock.measure { _ = try JSONDocument(bytes, source: file.path) }
    }.sorted()
    let rates = [times[0], times[count / 2]].map { Double(bytes.count) / ($0 / .seconds(1)) / 1e9 }
    print("\(rates[0]) \(rates[1])")
  }
}
