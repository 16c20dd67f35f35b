import GymbagCrypto
import GymbagJSON
import GymbagKit
import GymbagModel
import GymbagSystem

/// `gymbag key trust`: lets a key sign archives of an owner.
struct KeyTrustCommand: Command {
  static let name = "key trust"
  static let operands = "FILE"
  static let summary = "trust a public key for archives of an owner"
  static let manual = """
    FILE is a public key as minisign writes it. At a terminal you are shown its fingerprint and asked
    whether it is the one that its owner has told you, by another way than the one that FILE came by;
    without a terminal the command itself is the answer.
    """
  static let options = [
    Option(
      "owner", value: "OWNER", "whose archives it may sign, not the home's; several if repeated")
  ]

  private let file: String
  private let owners: [String]

  init(_ arguments: inout Arguments) throws(GymbagError) {
    file = try arguments.required("FILE")
    owners = arguments.values("owner")
  }

  func run(_ context: Context) throws(GymbagError) -> ExitCode {
    let key = try PublicKey(path: file)
    if Terminal.canAsk {
      let question = """
        \(file.printable) has the fingerprint
          \(key.fingerprint)
        Is that what its owner told you? Type yes to trust it: \("")
        """
      guard try Terminal.ask(question) == "yes" else {
        throw GymbagError(.refused, "not trusted: \(file)")
      }
    }
    let trusted = try KeyRing(try context.places()).trust(key, for: owners)
    try context.console.print { json in
      json.member("fingerprint", key.fingerprint)
      json.member("owners", trusted) { $0.string("\($1)") }
    } text: {
      "Trusted: \(key.fingerprint)\n" + trusted.map { "  for \($0)\n" }.joined()
    }
    return .ok
  }
}
