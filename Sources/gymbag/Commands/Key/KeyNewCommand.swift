import GymbagCrypto
import GymbagHome
import GymbagJSON
import GymbagKit
import GymbagModel

/// `gymbag key new`: makes the key that signs what is packed.
struct KeyNewCommand: Command {
  static let name = "key new"
  static let operands = ""
  static let summary = "make a key that signs what you pack"
  static let manual = """
    A key that is there is never overwritten. One that was revoked is set aside, and the new one is
    trusted for whom that was. Without a password cron can sign with it; the file is readable by you
    alone. It has the format of minisign.
    """
  static let options = [
    Option("password", "hide it behind a password, which is asked for"),
    Option("password-file", value: "FILE", "the same, read from a file; - is standard input"),
  ]

  private let hasPassword: Bool
  private let passwordFile: String?

  init(_ arguments: inout Arguments) throws(GymbagError) {
    passwordFile = arguments.value("password-file")
    hasPassword = arguments.flag("password") || passwordFile != nil
  }

  func run(_ context: Context) throws(GymbagError) -> ExitCode {
    let places = try context.places()
    let ring = KeyRing(places)
    // Nobody shall think of a password in vain.
    try ring.keyToSetAside()
    let password = hasPassword ? try PasswordSource.newPassword(file: passwordFile) : nil
    let key = try ring.make(password: password)
    try context.console.print { json in
      json.member("fingerprint", key.fingerprint)
      json.member("minisignID", key.displayID)
      json.member("path", places.secretKey)
      json.member("publicKey", places.publicKey)
    } text: {
      """
      A key \(hasPassword ? "with a password" : "without password"): \(places.secretKey.printable)
        public key   \(places.publicKey.printable)
        fingerprint  \(key.fingerprint)

      """
    }
    return .ok
  }
}
