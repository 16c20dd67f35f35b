import GymbagHome
import GymbagJSON
import GymbagKit
import GymbagModel

/// Whose home it is, what it holds, and what went with it, in words and as JSON.
enum OwnerReport {
  static func text(_ status: OwnerStatus, _ places: Places, _ options: PlaceOptions) -> String {
    let owner = status.stamp.owner
    let token =
      status.isSignedIn
      ? "kept" : options.insert(into: "none that can be used; gymbag login signs in")
    let variable = status.hasVariable ? "; the one in GYMBAG_TOKEN comes first" : ""
    return """
      \("\(owner)".printable)
        user id        \(owner.userID.text.printable)
        address        \(owner.baseURL)
      \(status.stamp.earlier.map { "  before         \($0)\n" }.joined())\
        home           \(places.home.printable), \(counted(status.dayCount, "day")) packed
        configuration  \(places.config.printable)\(words(status))
        token          \(token)\(variable)
        key            \(status.fingerprint ?? "none that can be used")

      """
  }

  private static func words(_ status: OwnerStatus) -> String {
    switch status.state {
    case .stamped: ""
    case .moving: ", moved to \(status.configuration?.baseURL ?? "")"
    case .foreign: ", of \("\(status.configuration.map { "\($0)" } ?? "")".printable)"
    case .unconfigured: ", not there"
    }
  }

  static func write(_ status: OwnerStatus, _ places: Places, to json: inout JSONWriter) {
    json.member("owner", "\(status.stamp.owner)")
    json.member("baseURL", status.stamp.owner.baseURL)
    json.member("userID", status.stamp.owner.userID.text)
    json.member("earlier", status.stamp.earlier) { $0.string($1) }
    json.member("state", status.state.rawValue)
    json.member("home", places.home)
    json.member("config", places.config)
    json.member("configOwner", status.configuration.map { "\($0)" })
    json.member("signedIn", status.isSignedIn)
    json.member("tokenInEnvironment", status.hasVariable)
    json.member("fingerprint", status.fingerprint)
    json.member("days", status.dayCount)
  }

  /// What is in a home, and what would go with it.
  static func contents(_ contents: HomeContents, _ places: Places) -> String {
    var out = ""
    let days = contents.days
    if let first = days.first, let last = days.last {
      let span = first == last ? "\(first)" : "\(first) to \(last)"
      out += "  \(counted(days.count, "archive")), \(span), in \(places.days.printable)\n"
    }
    if contents.hasStaging {
      out += "  what a pack that died has left in \(places.staging.printable)\n"
    }
    out += "  \(places.owner.printable)\n"
    for path in contents.configuration { out += "  \(path.printable)\n" }
    return out
  }

  /// What stays where it is.
  static func kept(_ contents: HomeContents, _ places: Places) -> String {
    var out = "  the keys that are trusted, the list of those that were revoked, and the ledger\n"
    if let home = contents.otherHome {
      out +=
        "  token and key in \(places.config.printable): the home at \(home.printable) needs them\n"
    }
    for path in contents.strangers { out += "  \(path.printable), which is not this home's\n" }
    return out
  }
}
