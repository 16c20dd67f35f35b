import CSodium

/// libsodium, made ready once before its first use.
enum Sodium {
  private static let isReady = sodium_init() >= 0

  /// Must be called before any other function of the library.
  static func use() {
    precondition(isReady, "libsodium cannot find randomness")
  }

  /// BLAKE2b without key.
  static func blake2b(_ pieces: [[UInt8]], byteCount: Int) -> [UInt8] {
    use()
    let message = pieces.flatMap { $0 }
    var digest = [UInt8](repeating: 0, count: byteCount)
    crypto_generichash(&digest, byteCount, message, UInt64(message.count), nil, 0)
    return digest
  }

  /// Standard base64 with padding.
  static func base64(_ bytes: [UInt8]) -> String {
    use()
    let variant = CInt(sodium_base64_VARIANT_ORIGINAL)
    var encoded = [CChar](
      repeating: 0, count: sodium_base64_encoded_len(bytes.count, variant))
    sodium_bin2base64(&encoded, encoded.count, bytes, bytes.count, variant)
    return String(decoding: encoded.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// What standard base64 with padding stands for; nil for anything that is not exactly that, and
  /// for another length than `byteCount`.
  ///
  /// Encoded again and compared: libsodium 1.0.18 takes the byte 0xAF for a slash.
  static func bytes(base64 text: some Collection<UInt8>, byteCount: Int) -> [UInt8]? {
    use()
    let encoded = text.map { CChar(bitPattern: $0) }
    var bytes = [UInt8](repeating: 0, count: byteCount)
    var length = 0
    let status = sodium_base642bin(
      &bytes, byteCount, encoded, encoded.count, nil, &length, nil,
      CInt(sodium_base64_VARIANT_ORIGINAL))
    let isExact = status == 0 && length == byteCount && base64(bytes).utf8.elementsEqual(text)
    return isExact ? bytes : nil
  }

  /// Bytes that nobody can guess.
  static func randomBytes(_ byteCount: Int) -> [UInt8] {
    use()
    var bytes = [UInt8](repeating: 0, count: byteCount)
    randombytes_buf(&bytes, byteCount)
    return bytes
  }
}
