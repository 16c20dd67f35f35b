import GymbagJSON
import GymbagKit
import GymbagModel

/// `gymbag key revoke`: lets nothing count any more that a key has signed.
struct KeyRevokeCommand: Command {
  static let name = "key revoke"
  static let operands = "KEY"
  static let summary = "let nothing count any more that a key has signed"
  static let manual = """
    KEY is the file of a public key, or the fingerprint of one that is known here. Archives that it has
    signed are refused from now on, the older ones too: nobody can tell when they were signed. Revoke
    your own key when its file was lost or seen by others; gymbag key new then makes another.
    """
  static let options: [Option] = []

  private let key: String

  init(_ arguments: inout Arguments) throws(GymbagError) {
    key =
      arguments.operands.count > 1
      ? arguments.rest().joined(separator: " ") : try arguments.required("KEY")
  }

  func run(_ context: Context) throws(GymbagError) -> ExitCode {
    let fingerprint = try KeyRing(try context.places()).revoke(key)
    try context.console.print { json in
      json.member("fingerprint", fingerprint)
    } text: {
      """
      Revoked: \(fingerprint)
      If it was yours, make another with gymbag key new\(context.placeOptions.text), and pack again.

      """
    }
    return .ok
  }
}
