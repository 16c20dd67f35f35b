package import GymbagModel
import GymbagSystem

/// The token that signs in to the backend: in a file that its owner alone can read.
package enum TokenFile {
  /// The token of a home.
  ///
  /// - Throws: `signIn` when there is none, `refused` when others can read it.
  package static func read(_ places: Places) throws(GymbagError) -> String {
    guard try exists(places) else {
      throw GymbagError(.signIn, "there is no token (\(places.token))", hint: hint)
    }
    return try parse(PrivateFile.read(places.token), from: places.token)
  }

  /// Whether a token is kept.
  package static func exists(_ places: Places) throws(GymbagError) -> Bool {
    try FileSystem.exists(places.token)
  }

  /// Keeps a token.
  package static func write(_ token: String, _ places: Places) throws(GymbagError) {
    try PrivateFile.replace(places.token, with: Array((token + "\n").utf8))
  }

  /// Keeps no token any more; none is fine.
  package static func remove(_ places: Places) throws(GymbagError) {
    try FileSystem.removeForGood(places.token)
  }

  /// How a person replaces a token.
  package static let hint = "sign in with a new token: gymbag login"

  /// The token in what a person, a file or a variable gave: one line of visible ASCII.
  ///
  /// - Throws: `signIn` for anything else; what was given is not shown.
  package static func parse(_ given: [UInt8], from place: String) throws(GymbagError) -> String {
    let text = given.trimming { [0x0a, 0x0d, 0x20].contains($0) }
    guard !text.isEmpty, text.allSatisfy({ (0x21...0x7e).contains($0) }) else {
      throw GymbagError(.signIn, "no token in \(place): it must be one line of visible ASCII")
    }
    return String(decoding: text, as: UTF8.self)
  }
}
