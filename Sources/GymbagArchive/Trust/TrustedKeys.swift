package import GymbagCrypto
package import GymbagModel
import GymbagSystem

/// The keys that archives may be signed with, and for which owners: a directory with a minisign
/// public key file `FINGERPRINT.pub` and a list `FINGERPRINT.owners`, one owner a line, for each.
package struct TrustedKeys: Sendable {
  /// Where they are.
  package let directory: String

  /// The keys in a directory, which need not exist.
  package init(directory: String) { self.directory = directory }

  /// Trusts a key for one more owner.
  package func trust(_ key: PublicKey, for owner: Owner) throws(GymbagError) {
    try FileSystem.makeDirectory(directory, permissions: 0o700)
    // A key without a list is trusted for nobody: whatever stops us between the two is harmless.
    try FileSystem.replace(path(of: key, "pub"), with: key.file)
    let owners = try self.owners(of: key)
    guard !owners.contains("\(owner)") else { return }
    let list = (owners + ["\(owner)"]).map { $0 + "\n" }.joined()
    try FileSystem.replace(path(of: key, "owners"), with: Array(list.utf8))
  }

  /// The keys that archives of `owner` may be signed with.
  ///
  /// - Throws: `badData` for a file in the directory that is no key; `io`.
  package func keys(for owner: Owner) throws(GymbagError) -> [PublicKey] {
    guard try FileSystem.exists(directory) else { return [] }
    var keys: [PublicKey] = []
    // What begins with a dot was put there by a system, not by a person or by us.
    for name in try FileSystem.names(in: directory)
    where name.hasSuffix(".pub") && !name.hasPrefix(".") {
      let path = directory + "/" + name
      let key = try PublicKey(file: FileSystem.read(path, limit: 1 << 16), path: path)
      if try owners(of: key).contains("\(owner)") { keys.append(key) }
    }
    return keys
  }

  /// The owners that a key is trusted for, as they are written.
  package func owners(of key: PublicKey) throws(GymbagError) -> [String] {
    let list = path(of: key, "owners")
    guard try FileSystem.exists(list) else { return [] }
    let text = String(decoding: try FileSystem.read(list, limit: 1 << 20), as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).map(String.init)
  }

  private func path(of key: PublicKey, _ kind: String) -> String {
    let groups = key.fingerprint.split(separator: " ")
    return directory + "/" + groups.joined(separator: "-") + "." + kind
  }
}
