package import GymbagModel
import GymbagSystem

/// Where the password of a key comes from: a file that is named, else a person at a terminal.
package enum PasswordSource {
  /// The password of a key that there is.
  ///
  /// - Parameter file: a file that is named, which its owner alone may read; `-` is standard input.
  /// - Throws: `refused` without a file and a terminal, or when others can read the file; `io`.
  package static func password(file: String?) throws(GymbagError) -> [UInt8] {
    if let file { return try read(file) }
    return try ask("Password of the key: ", "the key needs a password")
  }

  /// A password for a new key; a person types it twice.
  ///
  /// - Throws: as `password`; `usage` for an empty one, and for two that differ.
  package static func newPassword(file: String?) throws(GymbagError) -> [UInt8] {
    let password: [UInt8]
    if let file {
      password = try read(file)
    } else {
      let reason = "a new key is to have a password"
      password = try ask("Password for the new key: ", reason)
      guard try ask("The same again: ", reason) == password else {
        throw GymbagError(.usage, "the two passwords differ", hint: "try again")
      }
    }
    guard !password.isEmpty else {
      throw GymbagError(
        .usage, "the password is empty", hint: "leave the option out for a key without password")
    }
    // minisign reads no further than this.
    guard password.count < 1024, !password.contains(0) else {
      throw GymbagError(
        .usage, "the password is over 1023 bytes or holds NUL: minisign could not read it")
    }
    return password
  }

  /// The first line, as minisign reads it.
  private static func read(_ file: String) throws(GymbagError) -> [UInt8] {
    let bytes = try file == "-" ? Terminal.readInput(limit: 1 << 16) : PrivateFile.read(file)
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    return Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
  }

  private static func ask(_ question: String, _ reason: String) throws(GymbagError) -> [UInt8] {
    guard Terminal.canAsk else {
      throw GymbagError(
        .refused, "\(reason), and there is nobody to ask",
        hint: "give it with --password-file FILE")
    }
    return try Terminal.askHidden(question)
  }
}
