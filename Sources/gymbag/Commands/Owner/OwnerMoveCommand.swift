import GymbagHome
import GymbagJSON
import GymbagKit
import GymbagModel

/// `gymbag owner move`: the server has a new address.
struct OwnerMoveCommand: Command {
  static let name = "owner move"
  static let operands = "URL"
  static let summary = "go on with the account's server at another address"
  static let manual = """
    Signs in at URL; the home moves there if it is the same account, by its user id. Days that were
    packed before stay readable until they are packed again. A token that --token-file or
    --token-command gives is sent to URL. The one that is kept, or is in GYMBAG_TOKEN, was made for
    another address: it is sent only after you have said so at a terminal, or with --yes.
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
    let move = try OwnerMove(to: url, places)
    // A run that was cut short may have left no token: one that is given now is kept.
    let isDone = move.isDone && (move.hasToken || !source.isNamed)
    let moved = isDone ? move.done : try move.run(token: token(context, places, move))
    try context.console.print { json in
      json.member("owner", "\(moved.stamp.owner)")
      json.member("earlier", moved.stamp.earlier) { $0.string($1) }
      json.member("moved", !moved.wasDone)
    } text: {
      let keys =
        "\(counted(moved.otherKeys, "key")) of others are trusted for \(move.former), and not yet "
        + "for this: gymbag key trust FILE\n"
      return """
        \(moved.wasDone ? "It is there already" : "Moved"): \("\(moved.stamp.owner)".printable)
        \(moved.stamp.earlier.map { "  before  \($0)\n" }.joined())\
        \(moved.otherKeys == 0 ? "" : context.placeOptions.insert(into: keys))
        """
    }
    return .ok
  }

  private func token(_ context: Context, _ places: Places, _ move: OwnerMove) throws(GymbagError)
    -> String
  {
    let hasVariable = TokenSource.isInEnvironment(context.environment)
    let isKept = hasVariable ? true : try TokenFile.exists(places)
    let (old, new) = (move.tokenAddress, move.target.baseURL)
    if !source.isNamed, isKept, old != new {
      try context.confirm("the token for \(old) would be sent to \(new)") {
        "The token that is kept was made for \(old). It will be sent to\n  \(new)\n"
          + "Type yes if that is right: "
      }
    }
    return try source.token(context.environment) { () throws(GymbagError) in
      isKept ? try TokenFile.read(places) : try TokenSource.ask(for: "\(move.target)")
    }
  }
}
