package import GymbagCrypto
package import GymbagModel
import GymbagSystem

/// The keys that archives may be signed with, and for which owners: a directory with a minisign
/// public key file `FINGERPRINT.pub` and a list `FINGERPRINT.owners`, one owner a line, for each; and
/// beside the directory a file `revoked`, one fingerprint a line.
package struct TrustedKeys: Trust {
  /// A key, and the owners that it is trusted for, as they are written.
  package struct Entry: Sendable {
    /// The key.
    package let key: PublicKey
    /// The owners; none for a key that was being trusted when the run died.
    package let owners: [String]
    /// Whether it counts no more.
    package let isRevoked: Bool
  }

  private let directory: String
  private let revokedList: String

  /// The keys in a directory, which need not exist.
  package init(directory: String) {
    self.directory = directory
    revokedList = (FileSystem.parent(of: directory) ?? "") + "/revoked"
  }

  /// Trusts a key for one more owner.
  ///
  /// - Throws: `refused` for a key that was revoked; `cannotCreate`, `io`.
  package func trust(_ key: PublicKey, for owner: Owner) throws(GymbagError) {
    guard try !isRevoked(key) else {
      throw GymbagError(
        .refused, "the key \(key.fingerprint) was revoked",
        hint: "if that was a mistake, take its line out of \(revokedList)")
    }
    try FileSystem.makeDirectory(directory, permissions: 0o700)
    // A key without a list is trusted for nobody: whatever stops us between the two is harmless.
    try FileSystem.replace(path(of: key, "pub"), with: key.file)
    let owners = try self.owners(of: key)
    guard !owners.contains("\(owner)") else { return }
    let list = (owners + ["\(owner)"]).map { $0 + "\n" }.joined()
    try FileSystem.replace(path(of: key, "owners"), with: Array(list.utf8))
  }

  /// Lets nothing count any more that a key has signed, whoever it was trusted for.
  ///
  /// - Parameter fingerprint: of the key, as `PublicKey.fingerprint` spells it.
  package func revoke(_ fingerprint: String) throws(GymbagError) {
    let revoked = try revokedFingerprints()
    guard !revoked.contains(fingerprint) else { return }
    try FileSystem.makeDirectory(
      FileSystem.parent(of: revokedList) ?? "/", permissions: 0o700)
    let list = (revoked + [fingerprint]).map { $0 + "\n" }.joined()
    try FileSystem.replace(revokedList, with: Array(list.utf8), permissions: 0o600)
  }

  /// All keys in the directory.
  ///
  /// - Throws: `badData` for a file in the directory that is no key; `io`.
  package func entries() throws(GymbagError) -> [Entry] {
    guard try FileSystem.exists(directory) else { return [] }
    // Who can write the directory above could put another one in its place.
    if let parent = FileSystem.parent(of: directory) { try FileSystem.checkOwn(parent) }
    try FileSystem.checkOwn(directory)
    let revoked = try revokedFingerprints()
    var entries: [Entry] = []
    // What begins with a dot was put there by a system, not by a person or by us.
    for name in try FileSystem.names(in: directory)
    where name.hasSuffix(".pub") && !name.hasPrefix(".") {
      let path = directory + "/" + name
      let key = try PublicKey(file: FileSystem.readOwn(path, limit: 1 << 16), path: path)
      entries.append(
        Entry(
          key: key, owners: try owners(of: key), isRevoked: revoked.contains(key.fingerprint)))
    }
    return entries
  }

  /// The keys whose list names the owner.
  ///
  /// - Throws: as `entries`.
  package func keys(for owner: Owner) throws(GymbagError) -> [PublicKey] {
    try entries().filter { $0.owners.contains("\(owner)") }.map(\.key)
  }

  /// Whether the key is on the list of those that count no more.
  package func isRevoked(_ key: PublicKey) throws(GymbagError) -> Bool {
    try revokedFingerprints().contains(key.fingerprint)
  }

  /// The command that trusts a key for the owner.
  package func hint(for owner: Owner) -> String {
    "get the public key of who packed it, and: gymbag key trust FILE --owner \("\(owner)".quotedForShell)"
  }

  /// The owners that a key is trusted for, as they are written.
  package func owners(of key: PublicKey) throws(GymbagError) -> [String] {
    try lines(of: path(of: key, "owners"))
  }

  /// The fingerprints of the keys that count no more.
  ///
  /// People edit the list by hand, on all systems: of a line its forty digits count, whatever stands
  /// between them, and what follows a number sign not at all.
  ///
  /// - Throws: `badData` for a line that is no fingerprint: it was meant to revoke something.
  package func revokedFingerprints() throws(GymbagError) -> [String] {
    var fingerprints: [String] = []
    for (number, line) in try lines(of: revokedList).enumerated() {
      let said = line.prefix { $0 != "#" }
      if said.allSatisfy(\.isWhitespace) { continue }
      guard let fingerprint = PublicKey.fingerprint(digitsOf: String(said)) else {
        throw GymbagError(
          .badData, "line \(number + 1) is no fingerprint (\(revokedList))",
          hint: "gymbag key revoke writes such lines: eight groups of five digits")
      }
      fingerprints.append(fingerprint)
    }
    return fingerprints
  }

  /// The fingerprints that the files in the directory are named after, whatever is in them.
  package func fileFingerprints() throws(GymbagError) -> [String] {
    guard try FileSystem.exists(directory) else { return [] }
    return try FileSystem.names(in: directory).filter { $0.hasSuffix(".pub") }
      .compactMap { PublicKey.fingerprint(digitsOf: $0) }
  }

  private func lines(of path: String) throws(GymbagError) -> [String] {
    guard try FileSystem.exists(path) else { return [] }
    let bytes = try FileSystem.readOwn(path, limit: 1 << 20)
    let text = String(decoding: bytes.filter { $0 != 0 }, as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).map { line in
      String(line.drop { $0 == "\u{feff}" })
    }
  }

  private func path(of key: PublicKey, _ kind: String) -> String {
    directory + "/" + key.fileName + "." + kind
  }
}
