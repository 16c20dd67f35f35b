import GymbagHome
package import GymbagModel
package import GymbagSystem

/// Where a token comes from: a file that is named, else the variable `GYMBAG_TOKEN`, else what the
/// caller has.
package enum TokenSource {
  /// The token to use.
  ///
  /// - Parameters:
  ///   - file: a file that is named; `-` is standard input.
  ///   - environment: where the variable is looked for.
  ///   - otherwise: asked last.
  /// - Throws: `signIn`, `notFound`, `io`, and what `otherwise` throws.
  package static func token(
    file: String? = nil, _ environment: Environment,
    otherwise: () throws(GymbagError) -> String
  ) throws(GymbagError) -> String {
    let limit = 1 << 16
    if file == "-" {
      return try TokenFile.parse(Terminal.readInput(limit: limit), from: "standard input")
    }
    if let file {
      return try TokenFile.parse(FileSystem.read(file, limit: Int64(limit)), from: file)
    }
    if let given = environment.nonEmpty("GYMBAG_TOKEN") {
      return try TokenFile.parse(Array(given.utf8), from: "GYMBAG_TOKEN")
    }
    return try otherwise()
  }
}
