package import GymbagModel
import GymbagSystem

/// The token that signs in to the backend: in a file that its owner alone can read.
package enum TokenFile {
  /// The token of a home.
  ///
  /// - Throws: `signIn` when there is none, `refused` when others can read it.
  package static func read(_ places: Places) throws(GymbagError) -> String {
    guard try FileSystem.exists(places.token) else {
      throw GymbagError(.signIn, "there is no token", hint: hint(places))
    }
    return try parse(PrivateFile.read(places.token), from: places.token)
  }

  /// Keeps a token.
  package static func write(_ token: String, _ places: Places) throws(GymbagError) {
    try PrivateFile.replace(places.token, with: Array((token + "\n").utf8))
  }

  /// How a person replaces a token.
  package static func hint(_ places: Places) -> String {
    "write a new token, one line that you alone may read (mode 600), to \(places.token)"
  }

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
