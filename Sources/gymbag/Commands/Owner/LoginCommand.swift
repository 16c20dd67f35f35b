import GymbagHome
import GymbagJSON
import GymbagKit
import GymbagModel

/// `gymbag login`: a new token for the same account.
struct LoginCommand: Command {
  static let name = "login"
  static let operands = ""
  static let summary = "sign in with a new token for the same account"
  static let manual = """
    The token is read from --token-file, or is what --token-command prints; else it is that in the
    variable GYMBAG_TOKEN, else you are asked for it. It replaces the one that is kept once the server
    has said that it is of the account that the home belongs to.
    """
  static let options = Option.token

  private let source: TokenSource

  init(_ arguments: inout Arguments) throws(GymbagError) {
    source = try arguments.tokenSource()
  }

  func run(_ context: Context) throws(GymbagError) -> ExitCode {
    let places = try context.places()
    let login = try Login(places)
    let token = try source.token(context.environment) { () throws(GymbagError) in
      try TokenSource.ask(for: "\(login.owner)")
    }
    let signedIn = try login.run(token: token)
    if source.isNamed, TokenSource.isInEnvironment(context.environment) {
      context.console.warn("GYMBAG_TOKEN is set: pack uses that and not the token that is kept")
    }
    try context.console.print { json in
      json.member("owner", "\(signedIn.owner)")
      json.member("name", signedIn.name)
      json.member("token", places.token)
    } text: {
      """
      Signed in: \(signedIn.name.printable) (\(signedIn.owner)).
        token  \(places.token.printable)

      """
    }
    return .ok
  }
}
