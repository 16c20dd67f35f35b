import GymbagHome
import GymbagJSON
import GymbagKit
import GymbagModel

/// `gymbag init`: makes a home.
struct InitCommand: Command {
  static let name = "init"
  static let operands = "URL"
  static let summary = "sign in to a backend and make a home with a key"
  static let manual = """
    URL is where the backend is, like https://api.example/v1. The token that signs in to it is read
    from --token-file, or is what --token-command prints; else it is that in the variable
    GYMBAG_TOKEN, else you are asked for it.

    The home belongs to that account for life. Its key signs what you pack; the fingerprint is what
    people compare.
    """
  static let options = Option.token

  private let url: String
  private let source: TokenSource

  init(_ arguments: inout Arguments) throws(GymbagError) {
    url = try arguments.required("URL")
    source = try arguments.tokenSource()
  }

  func run(_ context: Context) throws(GymbagError) -> ExitCode {
    let places = try context.places()
    let setup = try HomeSetup(url: url, places: places)
    let token = try source.token(context.environment) { () throws(GymbagError) in
      try TokenSource.ask(for: url)
    }
    let made = try setup.run(token: token)
    try context.console.print { json in
      json.member("owner", "\(made.owner)")
      json.member("name", made.name)
      json.member("home", places.home)
      json.member("config", places.config)
      json.member("fingerprint", made.fingerprint)
    } text: {
      """
      A home for \(made.name.printable) (\(made.owner)).
        archives     \(places.days.printable)
        key, token   \(places.config.printable)
        fingerprint  \(made.fingerprint)
      Next: gymbag pack tomorrow\(context.placeOptions.text)

      """
    }
    return .ok
  }
}
