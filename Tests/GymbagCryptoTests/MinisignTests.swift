import GymbagCrypto
import GymbagModel
import GymbagSystem
import GymbagTestSupport
import Testing

@Suite("minisign's formats", .scratch) struct MinisignTests {
  private let message = Array("day archive\n".utf8)
  private let comment = "gymbag day archive"

  private func signature(by key: SecretKey, trusted: String = "gymbag-day 1\tday=x") -> Signature {
    key.sign(message, untrustedComment: comment, trustedComment: trusted)
  }

  /// The key in a file that has no password, or this one.
  private func key(_ file: [UInt8], password: String? = nil) throws -> SecretKey {
    try SecretKeyFile(file, path: "a key").key { () throws(GymbagError) in
      guard let password else { throw GymbagError(.usage, "a password was asked for") }
      return Array(password.utf8)
    }
  }

  @Test("minisign accepts what we sign, and shows the trusted comment")
  func ours() throws {
    let key = SecretKey()
    let path = Scratch.path("m")
    try FileSystem.replace(path, with: message)
    try FileSystem.replace(path + ".minisig", with: signature(by: key).file)
    try FileSystem.replace(Scratch.path("coach.pub"), with: key.publicKey.file)
    let out = try Tool.output(["minisign", "-V", "-p", Scratch.path("coach.pub"), "-m", path])
    #expect(out.contains("Signature and comment signature verified"))
    #expect(out.contains("gymbag-day 1\tday=x"))
  }

  @Test("minisign signs with our secret key, and we accept that")
  func theirSignature() throws {
    let key = SecretKey()
    let path = Scratch.path("m")
    try FileSystem.replace(path, with: message)
    try FileSystem.replace(
      Scratch.path("gymbag.key"), with: SecretKeyFile(key).bytes, permissions: 0o600)
    try Tool.output([
      "minisign", "-S", "-s", Scratch.path("gymbag.key"), "-c", comment, "-t",
      "gymbag-day 1\tday=x",
      "-m", path,
    ])
    let file = try FileSystem.read(path + ".minisig", limit: 10_000)
    let theirs = try Signature(file: file, untrustedComment: comment, path: path)
    #expect(key.publicKey.verifies(theirs, of: message))
    // Ed25519 has one signature for a message: theirs is ours.
    #expect(theirs == signature(by: key))
  }

  @Test("a key that minisign made signs here")
  func theirKey() throws {
    let (secret, pub) = (Scratch.path("m.key"), Scratch.path("m.pub"))
    try Tool.output(["minisign", "-G", "-W", "-s", secret, "-p", pub])
    let key = try self.key(Array(FileSystem.read(secret, limit: 1000)))
    let publicKey = try PublicKey(file: FileSystem.read(pub, limit: 1000), path: pub)
    #expect(key.publicKey == publicKey)
    #expect(publicKey.verifies(signature(by: key), of: message))
  }

  @Test("a secret key with any byte of its seed or key damaged is refused, also without a checksum")
  func damagedKey() throws {
    let secret = Scratch.path("m.key")
    try Tool.output(["minisign", "-G", "-W", "-s", secret, "-p", Scratch.path("m.pub")])
    let script = """
      import base64, sys
      comment, line = open(sys.argv[1]).read().splitlines()
      raw = bytearray(base64.b64decode(line))
      raw[int(sys.argv[2])] ^= 1
      print(comment); print(base64.b64encode(raw).decode())
      """
    for position in [62, 93, 94, 125] {
      let damaged = try Tool.output(["python3", "-c", script, secret, "\(position)"])
      #expect {
        try self.key(Array(damaged.utf8))
      } throws: {
        ($0 as? GymbagError)?.kind == .badData
      }
    }
  }

  @Test("a key that minisign hid behind a password signs here, with that password alone")
  func theirPassword() throws {
    let (secret, pub) = (Scratch.path("m.key"), Scratch.path("m.pub"))
    try Tool.output(["minisign", "-G", "-s", secret, "-p", pub], input: "pass wörd\npass wörd\n")
    let file = try FileSystem.read(secret, limit: 1000)
    let key = try self.key(file, password: "pass wörd")
    #expect(try PublicKey(path: pub).verifies(signature(by: key), of: message))
    #expect {
      try self.key(file, password: "pass word")
    } throws: {
      let error = $0 as? GymbagError
      return error?.kind == .refused && error?.message.contains("wrong password") == true
    }
  }

  @Test("minisign signs with a key that we hid behind a password")
  func ourPassword() throws {
    let key = SecretKey()
    let (secret, path) = (Scratch.path("gymbag.key"), Scratch.path("m"))
    let file = try SecretKeyFile(key, password: Array("hidden".utf8))
    #expect(file.needsPassword)
    try FileSystem.replace(secret, with: file.bytes, permissions: 0o600)
    try FileSystem.replace(path, with: message)
    try Tool.output(
      ["minisign", "-S", "-s", secret, "-c", comment, "-t", "x", "-m", path], input: "hidden\n")
    let theirs = try Signature(
      file: FileSystem.read(path + ".minisig", limit: 10_000), untrustedComment: comment, path: path
    )
    #expect(key.publicKey.verifies(theirs, of: message))
    #expect(try self.key(file.bytes, password: "hidden").publicKey == key.publicKey)
    // The same key, hidden twice, looks like two: the salt is another.
    #expect(try SecretKeyFile(key, password: Array("hidden".utf8)).bytes != file.bytes)
  }

  /// A secret key file of minisign without password, hidden behind a password the way that another
  /// program does it: with Python's scrypt, and with any costs written in it.
  private func hidden(n: Int, p: Int = 1, operations: UInt64, memory: UInt64) throws -> [UInt8] {
    let secret = Scratch.path("m.key")
    try Tool.output(["minisign", "-G", "-W", "-f", "-s", secret, "-p", Scratch.path("m.pub")])
    let script = """
      import base64, hashlib, struct, sys
      comment, line = open(sys.argv[1]).read().splitlines()
      raw = base64.b64decode(line)
      n, p, operations, memory = map(int, sys.argv[2:6])
      box = raw[54:126] + hashlib.blake2b(b"Ed" + raw[54:126], digest_size=32).digest()
      salt = bytes(range(32))
      stream = hashlib.scrypt(b"word", salt=salt, n=n, r=8, p=p, dklen=104, maxmem=1 << 28)
      box = bytes(a ^ b for a, b in zip(box, stream))
      out = b"EdScB2" + salt + struct.pack("<QQ", operations, memory) + box
      print(comment); print(base64.b64encode(out).decode())
      """
    return Array(
      try Tool.output([
        "python3", "-c", script, secret, "\(n)", "\(p)", "\(operations)", "\(memory)",
      ]).utf8)
  }

  @Test(
    "a key whose password was made to cost what other programs ask signs here",
    arguments: [
      (1 << 15, UInt64(1_048_576), UInt64(33_554_432)),  // rust-minisign
      (1 << 14, 524_288, 16_777_216),  // minizign
    ])
  func otherCosts(n: Int, operations: UInt64, memory: UInt64) throws {
    let file = try hidden(n: n, operations: operations, memory: memory)
    let key = try self.key(file, password: "word")
    let pub = try PublicKey(path: Scratch.path("m.pub"))
    #expect(pub.verifies(signature(by: key), of: message))
  }

  @Test(
    "a key whose password would cost more than minisign ever asks is refused before that is spent",
    arguments: [
      (UInt64(33_554_432), UInt64(1) << 31), (.max, 1 << 20), (1 << 26, 1 << 30), (.max, .max),
    ])
  func unbearableCosts(operations: UInt64, memory: UInt64) throws {
    let file = try hidden(n: 1 << 14, operations: operations, memory: memory)
    #expect {
      try SecretKeyFile(file, path: "a key")
    } throws: {
      ($0 as? GymbagError)?.kind == .refused
    }
  }

  @Test("a secret key file is nothing else, whatever bytes it holds")
  func noSecretKey() throws {
    let file = SecretKeyFile(SecretKey()).bytes
    let lines = String(decoding: file, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(throws: Never.self) {
      try self.key(Array((lines.joined(separator: "\r\n") + "\r\n").utf8))
    }
    for text in ["", "\n\n", lines[1], lines[0] + "\n", lines.joined(separator: "\n") + "\nmore"] {
      #expect(throws: GymbagError.self) { try SecretKeyFile(Array(text.utf8), path: "a key") }
    }
    // A kind of password that nobody knows.
    let unknown = lines[1].replacing("RWQAAEIy", with: "RWRBQkIy")
    #expect(unknown != lines[1])
    #expect(throws: GymbagError.self) {
      try SecretKeyFile(Array("x\n\(unknown)\n".utf8), path: "a key")
    }
  }

  @Test("a public key file is read with CRLF, without its last newline, and as the bare line")
  func publicKeyFiles() throws {
    let key = SecretKey().publicKey
    let file = String(decoding: key.file, as: UTF8.self)
    let line = file.split(separator: "\n")[1]
    let lines = file.split(separator: "\n", omittingEmptySubsequences: false)
    for text in [file, lines.joined(separator: "\r\n"), String(file.dropLast()), String(line)] {
      #expect(try PublicKey(file: Array(text.utf8), path: "coach.pub") == key)
    }
    for text in ["", "\n", file + file, "untrusted comment: x\n", String(line.dropLast()), "Ed"] {
      #expect(throws: GymbagError.self) {
        try PublicKey(file: Array(text.utf8), path: "coach.pub")
      }
    }
  }

  @Test("a signature of another message, comment or key is refused")
  func wrong() throws {
    let key = SecretKey()
    let good = signature(by: key)
    #expect(key.publicKey.verifies(good, of: message))
    #expect(!key.publicKey.verifies(good, of: message + [0]))
    #expect(!SecretKey().publicKey.verifies(good, of: message))
    let other = String(decoding: good.file, as: UTF8.self).replacing("day=x", with: "day=y")
    let swapped = try Signature(file: Array(other.utf8), untrustedComment: comment, path: "m")
    #expect(!key.publicKey.verifies(swapped, of: message))
  }

  @Test("a signature file has one form: any byte changed, it is refused or verifies no more")
  func flips() throws {
    let key = SecretKey()
    let file = signature(by: key).file
    #expect(try Signature(file: file, untrustedComment: comment, path: "m").file == file)
    for position in file.indices {
      for bit in 0..<8 {
        var changed = file
        changed[position] ^= 1 << UInt8(bit)
        let read = try? Signature(file: changed, untrustedComment: comment, path: "m")
        #expect(read.map { key.publicKey.verifies($0, of: message) } != true)
      }
    }
  }

  @Test("the fingerprint is eight groups of five digits, another one for each key")
  func fingerprint() {
    let fingerprints = (0..<50).map { _ in SecretKey().publicKey.fingerprint }
    #expect(Set(fingerprints).count == 50)
    for fingerprint in fingerprints {
      let groups = fingerprint.split(separator: " ")
      #expect(groups.count == 8 && groups.allSatisfy { $0.count == 5 && Int($0) != nil })
    }
  }
}

@Suite("SHA-256") struct SHA256Tests {
  /// FIPS 180-2, appendix B.
  @Test(
    "gives the known digests",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func known(text: String, digest: String) throws {
    #expect(try SHA256.digest(of: Array(text.utf8)).hex == digest)
    let pieces = try SHA256()
    for byte in text.utf8 { pieces.update([byte]) }
    #expect(pieces.finish().hex == digest)
    pieces.update(Array(text.utf8)[...])
    #expect(pieces.finish().hex == digest, "a value serves again")
  }
}
