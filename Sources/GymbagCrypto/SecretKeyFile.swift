import CSodium
package import GymbagModel

/// A secret key file in minisign's format, with or without a password.
///
/// 158 bytes in base64: `Ed`, the key derivation (`Sc` for scrypt, two NUL for none), `B2`, 32 bytes
/// of salt, the two costs of scrypt as 64-bit little-endian numbers, and 104 bytes that a password
/// hides: the key id, seed and public key, and BLAKE2b-256 over `Ed` and these.
package struct SecretKeyFile: Sendable {
  private static let byteCount = 158

  /// Whether a password is needed to sign with it.
  package let needsPassword: Bool

  /// For errors; empty for a file that is being made.
  private let path: String
  private let salt: [UInt8]
  private let costs: Costs
  /// Key id, secret and checksum, hidden if there is a password.
  private let box: [UInt8]

  /// What deriving a key from a password costs, as libsodium counts it.
  private struct Costs: Equatable {
    let operations: UInt64
    let memory: UInt64

    /// 128 MiB and about half a second: minisign reads such a key, too.
    static let ours = Costs(operations: 4_194_304, memory: 134_217_728)
    /// The most that minisign itself writes. More is not worth a machine that hangs or gives out.
    static let limit = Costs(operations: 33_554_432, memory: 1 << 30)

    var isBearable: Bool {
      operations <= Self.limit.operations && memory <= Self.limit.memory
    }
  }

  /// Reads a secret key file.
  ///
  /// - Throws: `badData` for what is no such file; `refused` when its costs are beyond what minisign
  ///   asks, before any of it is spent.
  package init(_ bytes: [UInt8], path: String) throws(GymbagError) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
    guard lines.count >= 2, lines[2...].allSatisfy(\.isEmpty),
      let raw = Sodium.bytes(base64: lines[1], byteCount: Self.byteCount),
      raw.starts(with: "Ed".utf8), raw[4..<6].elementsEqual("B2".utf8)
    else { throw GymbagError(.badData, "not a minisign secret key (\(path))") }
    switch Array(raw[2..<4]) {
    case [0, 0]: needsPassword = false
    case Array("Sc".utf8): needsPassword = true
    default: throw GymbagError(.badData, "the key has a password of an unknown kind (\(path))")
    }
    self.path = path
    salt = Array(raw[6..<38])
    costs = Costs(
      operations: Self.number(raw[38..<46]), memory: Self.number(raw[46..<54]))
    box = Array(raw[54...])
    guard !needsPassword || costs.isBearable else {
      throw GymbagError(
        .refused,
        "its password would cost \(costs.memory) bytes and \(costs.operations) operations to check, "
          + "more than any key of minisign (\(path))")
    }
  }

  /// A file for a key, without a password.
  package init(_ key: SecretKey) {
    needsPassword = false
    path = ""
    salt = [UInt8](repeating: 0, count: 32)
    costs = Costs(operations: 0, memory: 0)
    box = Self.box(key)
  }

  /// A file for a key that a password hides.
  ///
  /// - Throws: `io` when there is no memory for the derivation.
  package init(_ key: SecretKey, password: [UInt8]) throws(GymbagError) {
    needsPassword = true
    path = ""
    salt = Sodium.randomBytes(32)
    costs = .ours
    box = Self.xor(Self.box(key), try Self.stream(password, salt, costs))
  }

  /// The bytes of the file.
  package var bytes: [UInt8] {
    let derivation = needsPassword ? Array("Sc".utf8) : [0, 0]
    let header = Array("Ed".utf8) + derivation + Array("B2".utf8)
    let raw = header + salt + Self.bytes(costs.operations) + Self.bytes(costs.memory) + box
    let kind = needsPassword ? "encrypted secret key" : "secret key without password"
    return Array(
      """
      untrusted comment: minisign \(kind)
      \(Sodium.base64(raw))

      """.utf8)
  }

  /// The key in it.
  ///
  /// - Parameter password: asked only when one is needed.
  /// - Throws: `refused` for a wrong password, `badData` for a damaged key, `io` without the memory
  ///   that the password asks for; what `password` throws.
  package func key(password: () throws(GymbagError) -> [UInt8]) throws(GymbagError) -> SecretKey {
    var content = box
    if needsPassword { content = Self.xor(box, try Self.stream(try password(), salt, costs)) }
    let (keyID, secret) = (Array(content[..<8]), Array(content[8..<72]))
    let checksum = Array(content[72...])
    // minisign leaves the checksum of a key without password as zeros.
    let isWhole =
      checksum == Self.checksum(keyID, secret)
      || !needsPassword && checksum.allSatisfy { $0 == 0 }
    guard isWhole, let key = SecretKey(keyID: keyID, secret: secret) else {
      throw needsPassword
        ? GymbagError(.refused, "wrong password, or a damaged key (\(path))")
        : GymbagError(.badData, "the secret key is damaged (\(path))")
    }
    return key
  }

  private static func box(_ key: SecretKey) -> [UInt8] {
    key.publicKey.keyID + key.secret + checksum(key.publicKey.keyID, key.secret)
  }

  private static func checksum(_ keyID: [UInt8], _ secret: [UInt8]) -> [UInt8] {
    Sodium.blake2b([Array("Ed".utf8), keyID, secret], byteCount: 32)
  }

  private static func stream(_ password: [UInt8], _ salt: [UInt8], _ costs: Costs)
    throws(GymbagError) -> [UInt8]
  {
    Sodium.use()
    var stream = [UInt8](repeating: 0, count: 104)
    let characters = password.map { CChar(bitPattern: $0) }
    let status = crypto_pwhash_scryptsalsa208sha256(
      &stream, UInt64(stream.count), characters, UInt64(characters.count), salt, costs.operations,
      Int(costs.memory))
    guard status == 0 else {
      throw GymbagError(
        .io, "no memory to check a password: it needs \(costs.memory) bytes",
        hint: "a key made with gymbag key new --password needs less")
    }
    return stream
  }

  private static func xor(_ a: [UInt8], _ b: [UInt8]) -> [UInt8] { zip(a, b).map { $0 ^ $1 } }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func bytes(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
  }
}
