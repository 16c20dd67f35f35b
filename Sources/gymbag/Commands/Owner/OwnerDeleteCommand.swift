import GymbagHome
import GymbagJSON
import GymbagKit
import GymbagModel

/// `gymbag owner delete`: removes a home.
struct OwnerDeleteCommand: Command {
  static let name = "owner delete"
  static let operands = ""
  static let summary = "remove the home with its days, its token and its key"
  static let manual = """
    Removes the archives, the token, the keys that sign, and the stamps, of this home and its
    configuration. At a terminal you see what goes and type the account's user id; without one --yes
    is needed. Trusted keys, the list of revoked ones and the ledger stay, and what is not gymbag's is
    left and named. Archives on sticks and the account on the server are not touched.
    """
  static let options: [Option] = []

  init(_ arguments: inout Arguments) throws(GymbagError) {}

  func run(_ context: Context) throws(GymbagError) -> ExitCode {
    let places = try context.places()
    let act = "owner delete removes a home for good"
    try context.requireConsent(to: act)
    let gone = try OwnerDeletion.run(places) { contents throws(GymbagError) in
      try context.confirm(act, answer: contents.stamp.owner.userID.text) {
        """
        For good, of \("\(contents.stamp.owner)".printable):
        \(OwnerReport.contents(contents, places))What stays:
        \(OwnerReport.kept(contents, places))\
        Type the user id, \(contents.stamp.owner.userID.text.printable), to remove them: \("")
        """
      }
    }
    try context.console.print { json in
      json.member("owner", "\(gone.stamp.owner)")
      json.member("home", places.home)
      json.member("days", gone.days) { $0.string("\($1)") }
      json.member("configuration", gone.configuration) { $0.string($1) }
      json.member("kept", gone.strangers) { $0.string($1) }
    } text: {
      """
      Removed, of \("\(gone.stamp.owner)".printable):
      \(OwnerReport.contents(gone, places))What stays:
      \(OwnerReport.kept(gone, places))
      """
    }
    return .ok
  }
}
