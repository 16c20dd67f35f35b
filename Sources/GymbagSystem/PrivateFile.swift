package import GymbagModel

/// A file with a secret in it, which its owner alone may read.
package enum PrivateFile {
  private static let limit: Int64 = 1 << 16

  /// The content of a secret file.
  ///
  /// - Throws: `refused` when others can read or change it; `notFound`, `io`.
  package static func read(_ path: String) throws(GymbagError) -> [UInt8] {
    let file = try File(path, .read)
    // Whether it is a file at all comes first: no device gets other permissions for us.
    let byteCount = try file.byteCount()
    let permissions = try file.permissions()
    guard permissions & 0o077 == 0 else {
      throw GymbagError(
        .refused, "others can read or change a secret (\(path))",
        hint: "chmod 600 \(path.quotedForShell)",
        cause: "mode 0" + String(permissions, radix: 8))
    }
    guard byteCount <= limit else {
      throw GymbagError(.badData, "\(byteCount) bytes are too many for a secret (\(path))")
    }
    return try file.read(at: 0, count: Int(byteCount))
  }

  /// Keeps a secret, over what was there.
  package static func replace(_ path: String, with content: [UInt8]) throws(GymbagError) {
    try FileSystem.replace(path, with: content, permissions: 0o600)
  }

  /// Keeps a secret where there is nothing yet.
  ///
  /// - Throws: `cannotCreate` when there is.
  package static func create(_ path: String, with content: [UInt8]) throws(GymbagError) {
    try FileSystem.create(path, with: content, permissions: 0o600)
  }
}
