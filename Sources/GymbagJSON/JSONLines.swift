package import GymbagModel
import GymbagSystem

/// JSON lines: one text a line, each line ended by LF.
package enum JSONLines {
  /// Reads every line. Only LF ends a line; what Unicode calls a line separator is text.
  ///
  /// - Parameters:
  ///   - bytes: the lines; the last must be ended, too.
  ///   - source: where they came from, for errors.
  /// - Throws: `badData` with the line's number, and what `body` throws.
  package static func read(
    _ bytes: [UInt8], source: String, _ body: (JSONDocument) throws(GymbagError) -> Void
  ) throws(GymbagError) {
    var start = 0
    var number = 1
    while start < bytes.count {
      guard let end = bytes.firstPosition(of: UInt8(ascii: "\n"), from: start) else {
        throw GymbagError(.badData, "line \(number) has no end (\(source))")
      }
      try body(JSONDocument(bytes, range: start..<end, file: source, line: number))
      start = end + 1
      number += 1
    }
  }
}
