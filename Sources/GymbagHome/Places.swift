package import GymbagModel
package import GymbagSystem

/// Where gymbag keeps things. Nothing is made by asking.
package struct Places: Sendable {
  /// The home: what belongs to one account. It may lie on a stick.
  package let home: String
  /// Keys, trust and the token.
  package let config: String
  /// What belongs to the machine: the ledger.
  package let state: String
  /// The home that goes with this configuration where none is named; nil where nobody can tell, because
  /// the configuration was named for itself.
  package let usualHome: String?

  /// These places.
  package init(home: String, config: String, state: String, usualHome: String? = nil) {
    self.home = home
    self.config = config
    self.state = state
    self.usualHome = usualHome
  }

  /// The places that the command line and the environment name.
  ///
  /// Each is, first, what is said for it alone: the option, or `GYMBAG_HOME`, `GYMBAG_CONFIG`,
  /// `GYMBAG_STATE`; else below the XDG directory for its kind; else below HOME. Home and configuration
  /// are named there after the profile: two profiles have two of each, unless a place is named for
  /// itself. The state is the machine's, and all profiles' in common.
  ///
  /// - Parameters:
  ///   - option: the value of `--home`.
  ///   - profile: the value of `--profile`.
  /// - Throws: `config` when HOME is needed and not set: there is no guess; `usage` for an empty option;
  ///   as `Profile.find`.
  package static func find(
    home option: String?, profile: String? = nil, environment: Environment
  ) throws(GymbagError) -> Places {
    let profile = "/" + (try Profile.find(option: profile, environment: environment)).name
    func place(
      _ given: String?, _ variable: String, _ tail: String, profile: String
    ) throws(GymbagError) -> String {
      if let given { return given }
      if let base = environment.nonEmpty(variable), base.hasPrefix("/") {
        return base + "/gymbag" + profile
      }
      guard let home = environment.nonEmpty("HOME"), home.hasPrefix("/") else {
        throw GymbagError(
          .config, "HOME is not set, so there is no place for gymbag's files",
          hint: "set HOME, or GYMBAG_HOME, GYMBAG_CONFIG and GYMBAG_STATE")
      }
      return home + tail + "/gymbag" + profile
    }
    if option?.isEmpty == true { throw GymbagError(.usage, "the home is an empty name") }
    let home = option ?? environment.nonEmpty("GYMBAG_HOME")
    let config = environment.nonEmpty("GYMBAG_CONFIG")
    let state = environment.nonEmpty("GYMBAG_STATE")
    return Places(
      home: try place(home, "XDG_DATA_HOME", "/.local/share", profile: profile),
      config: try place(config, "XDG_CONFIG_HOME", "/.config", profile: profile),
      state: try place(state, "XDG_STATE_HOME", "/.local/state", profile: ""),
      usualHome: config != nil
        ? nil : try? place(nil, "XDG_DATA_HOME", "/.local/share", profile: profile))
  }

  /// The archives.
  package var days: String { home + "/days" }
  /// The archive of a day.
  package func archive(of day: DayKey) -> String { days + "/\(day).tar" }
  /// Bodies of a pack in progress.
  package var staging: String { home + "/staging" }
  /// The stamp that says whose home it is.
  package var owner: String { home + "/owner.json" }
  /// The lock that holds who changes which days are in the home, or whose it is.
  package var packLock: String { home + "/pack.lock" }
  /// The lock that holds who changes the configuration: its key, its token, its stamp, what it trusts.
  package var configLock: String { config + "/config.lock" }
  /// The stamp that says whose token and key the configuration holds.
  package var configOwner: String { config + "/account.json" }
  /// The secret key.
  package var secretKey: String { config + "/gymbag.key" }
  /// The public key.
  package var publicKey: String { config + "/gymbag.pub" }
  /// The keys that archives may be signed with.
  package var trustedKeys: String { config + "/trusted" }
  /// The token.
  package var token: String { config + "/token" }
  /// What has been packed on this machine.
  package var ledger: String { state + "/ledger.jsonl" }
}
