package import GymbagModel
import GymbagSystem

/// The token that signs in to the backend: in a file that its owner alone can read.
package enum TokenFile {
  /// The token of a home.
  ///
  /// - Throws: `signIn` when there is none, `refused` when others can read it.
  package static func read(_ places: Places) throws(GymbagError) -> String {
    guard try FileSystem.exists(places.token) else {
      throw GymbagError(
        .signIn, "there is no token (\(places.token))",
        hint: "put one there, readable by you alone")
    }
    try PrivateFile.check(places.token)
    return try parse(FileSystem.read(places.token, limit: 1 << 16), from: places.token)
  }

  /// Keeps a token.
  package static func write(_ token: String, _ places: Places) throws(GymbagError) {
    try FileSystem.replace(places.token, with: Array((token + "\n").utf8), permissions: 0o600)
  }

  /// The token in what a person, a file or a variable gave: one line of visible ASCII.
  ///
  /// - Throws: `signIn` for anything else; what was given is not shown.
  package static func parse(_ given: [UInt8], from place: String) throws(GymbagError) -> String {
    var text = given[...]
    while let last = text.last, [0x0a, 0x0d, 0x20].contains(last) { text.removeLast() }
    guard !text.isEmpty, text.allSatisfy({ (0x21...0x7e).contains($0) }) else {
      throw GymbagError(.signIn, "no token in \(place): it must be one line of visible ASCII")
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// A file with a secret in it.
package enum PrivateFile {
  /// Makes sure that nobody but its owner can read or change a file.
  ///
  /// - Throws: `refused`.
  package static func check(_ path: String) throws(GymbagError) {
    let permissions = try File(path, .read).permissions()
    guard permissions & 0o077 == 0 else {
      throw GymbagError(
        .refused, "others can read or change a secret (\(path))", hint: "chmod 600 \(path)",
        cause: "mode 0" + String(permissions, radix: 8))
    }
  }
}
