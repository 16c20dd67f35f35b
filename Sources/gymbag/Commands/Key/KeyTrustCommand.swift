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
    without a terminal, or with --yes, the command itself is the answer.
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
    let ring = KeyRing(try context.places())
    let trusted = try ring.owners(named: owners)
    if Terminal.isTerminal(.input), !context.saysYes { try ask(key, trusted) }
    try ring.trust(key, for: trusted)
    try context.console.print { json in
      json.member("fingerprint", key.fingerprint)
      json.member("owners", trusted) { $0.string("\($1)") }
    } text: {
      "Trusted: \(key.fingerprint)\n" + trusted.map { "  for \($0)\n" }.joined()
    }
    return .ok
  }

  private func ask(_ key: PublicKey, _ owners: [Owner]) throws(GymbagError) {
    guard Terminal.canAsk else {
      throw GymbagError(
        .refused, "nobody can see the question: standard error is no terminal",
        hint: "run it without sending standard error elsewhere")
    }
    let question = """
      \(file.printable) has the fingerprint
        \(key.fingerprint)
      and would sign archives of
      \(owners.map { "  \($0)" }.joined(separator: "\n"))
      Is the fingerprint the one that you were told, by another way? Type yes to trust it: \("")
      """
    guard try Terminal.ask(question) == Array("yes".utf8) else {
      throw GymbagError(.refused, "not trusted: \(file)")
    }
  }
}
