import GymbagHome
import GymbagJSON
import GymbagKit
import GymbagModel

/// `gymbag logout`: forgets the token.
struct LogoutCommand: Command {
  static let name = "logout"
  static let operands = ""
  static let summary = "forget the token; key, home and days stay"
  static let manual = """
    The token is removed from this machine; the server is not told. What is packed stays and can be
    read. gymbag login signs in again, to the same account.
    """
  static let options: [Option] = []

  init(_ arguments: inout Arguments) throws(GymbagError) {}

  func run(_ context: Context) throws(GymbagError) -> ExitCode {
    let places = try context.places()
    let hadToken = try Login.forget(places)
    if TokenSource.isInEnvironment(context.environment) {
      context.console.warn("GYMBAG_TOKEN is still set, and pack signs in with it")
    }
    try context.console.print { json in
      json.member("removed", hadToken)
      json.member("token", places.token)
    } text: {
      hadToken
        ? "Signed out; the token is removed: \(places.token.printable)\n"
        : "There was no token: \(places.token.printable)\n"
    }
    return .ok
  }
}
