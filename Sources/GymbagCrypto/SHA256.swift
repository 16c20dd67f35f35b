import CCrypto
package import GymbagModel

/// SHA-256 of bytes that come in pieces. One value serves one thread.
package final class SHA256 {
  /// The length of a digest in bytes.
  package static let digestByteCount = 32

  private let context: OpaquePointer

  /// A digest of nothing yet.
  package init() throws(GymbagError) {
    guard let context = EVP_MD_CTX_new() else { throw GymbagError(.io, "no memory to hash") }
    self.context = context
    guard EVP_DigestInit_ex(context, Self.algorithm, nil) == 1 else {
      throw GymbagError(.config, "this machine's OpenSSL offers no SHA-256")
    }
  }

  deinit { EVP_MD_CTX_free(context) }

  /// Adds a piece.
  package func update(_ bytes: ArraySlice<UInt8>) {
    let status = bytes.withUnsafeBytes { EVP_DigestUpdate(context, $0.baseAddress, $0.count) }
    precondition(status == 1, "OpenSSL cannot hash")
  }

  /// The digest of all pieces, and begins anew.
  package func finish() -> [UInt8] {
    let digest = [UInt8](unsafeUninitializedCapacity: Self.digestByteCount) { buffer, count in
      let status = EVP_DigestFinal_ex(context, buffer.baseAddress, nil)
      precondition(status == 1, "OpenSSL cannot hash")
      count = Self.digestByteCount
    }
    // The algorithm stays chosen: looking it up again costs more than hashing a small member.
    precondition(EVP_DigestInit_ex(context, nil, nil) == 1, "OpenSSL cannot hash")
    return digest
  }

  /// The digest of `bytes`.
  package static func digest(of bytes: [UInt8]) throws(GymbagError) -> [UInt8] {
    let hash = try SHA256()
    hash.update(bytes[...])
    return hash.finish()
  }

  // Never changed after it is made, and OpenSSL allows its use by any thread.
  private nonisolated(unsafe) static let algorithm = EVP_sha256()
}
