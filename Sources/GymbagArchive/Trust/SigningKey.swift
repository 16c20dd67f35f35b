package import GymbagCrypto
package import GymbagModel
import GymbagSystem

/// The key that a home signs its archives with.
package struct SigningKey: Sendable {
  private let key: SecretKey

  /// A new key.
  package init() { key = SecretKey() }

  /// The key in a minisign secret key file.
  ///
  /// - Throws: `notFound`; `badData` for what is no key; `refused` for one with a password.
  package init(path: String) throws(GymbagError) {
    key = try SecretKey(file: FileSystem.read(path, limit: 1 << 16), path: path)
  }

  /// The public half.
  package var publicKey: PublicKey { key.publicKey }

  /// The minisign secret key file; nobody else may read it.
  package var file: [UInt8] { key.file }

  func sign(_ message: [UInt8], untrustedComment: String, trustedComment: String) -> [UInt8] {
    key.sign(message, untrustedComment: untrustedComment, trustedComment: trustedComment).file
  }
}
