import GymbagCrypto
import GymbagModel

/// The files that minisign and gymbag exchange.
enum KeyReaders {
  static let publicKey: Input.Reader = { bytes throws(GymbagError) in
    let key = try PublicKey(file: bytes, path: "key")
    let again = Input.again("the public key written again") { () throws(GymbagError) in
      try PublicKey(file: key.file, path: "key")
    }
    Input.check(again == key, "another public key when it is written and read again")
    Input.check(again.fingerprint == key.fingerprint, "another fingerprint")
    // There is one way to spell a key, whatever stands around it.
    let spelled = key.file.split(separator: UInt8(ascii: "\n"))[1]
    let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    Input.check(lines.contains(spelled), "a public key that is spelled in another way")
  }

  static let secretKey: Input.Reader = { bytes throws(GymbagError) in
    let file = try SecretKeyFile(bytes, path: "key")
    let written = Input.again("the secret key file written again") { () throws(GymbagError) in
      try SecretKeyFile(file.bytes, path: "key")
    }
    Input.check(written.bytes == file.bytes, "another file when it is written and read again")
    // What a password costs is nothing to be spent here.
    if file.needsPassword { return }
    let key = try file.key { () throws(GymbagError) in
      throw GymbagError(.usage, "a password was asked for")
    }
    let again = Input.again("the secret key written again") { () throws(GymbagError) in
      try SecretKeyFile(SecretKeyFile(key).bytes, path: "key").key { () throws(GymbagError) in [] }
    }
    Input.check(again.publicKey == key.publicKey, "another public half")
    let signature = key.sign(bytes, untrustedComment: "u", trustedComment: "t")
    Input.check(again.publicKey.verifies(signature, of: bytes), "signs what does not verify")
    Input.check(!again.publicKey.verifies(signature, of: bytes + [0]), "signs anything")
  }

  static let signature: Input.Reader = { bytes throws(GymbagError) in
    let signature = try Signature(
      file: bytes, untrustedComment: "gymbag day archive", path: "signature")
    Input.check(signature.file == bytes, "another signature file when it is written again")
    Input.check(
      !SmallArchive.key.publicKey.verifies(signature, of: bytes), "a signature out of thin air")
  }
}
