import GymbagCrypto
package import GymbagHome
package import GymbagModel
package import GymbagSystem

/// Whose home it is, and whether it can be packed into: all that can be told without a network.
package struct OwnerStatus: Sendable {
  /// How home and configuration stand to each other.
  package enum State: String, Sendable {
    /// Both are the same account's.
    case stamped
    /// The configuration has moved to the server's new address, the home has not.
    case moving
    /// The configuration is another account's.
    case foreign
    /// There is no configuration.
    case unconfigured
  }

  /// The stamp of the home.
  package let stamp: OwnerStamp
  /// The account that the configuration was made for.
  package let configuration: Owner?
  /// How the two stand to each other.
  package let state: State
  /// Whether a token is kept that can be used.
  package let isSignedIn: Bool
  /// Whether a token is in the environment, which would be used first.
  package let hasVariable: Bool
  /// The fingerprint of the key that signs.
  package let fingerprint: String?
  /// How many days are packed.
  package let dayCount: Int
  /// What keeps the home from being packed into, with the way to mend it.
  package let problems: [GymbagError]

  /// Looks at a home.
  ///
  /// - Throws: `config` without a home, `badData` when nobody can tell whose it is; `io`.
  package init(_ places: Places, _ environment: Environment, _ packed: PackedDays)
    throws(GymbagError)
  {
    stamp = try OwnerStamp.require(places)
    dayCount = try packed.days().count
    hasVariable = TokenSource.isInEnvironment(environment)
    let account = try OwnerStamp.readConfiguration(places)
    configuration = account?.owner
    state =
      switch account {
      case nil: .unconfigured
      case let account? where account.owner == stamp.owner: .stamped
      case let account? where account.hadAddress(of: stamp.owner): .moving
      default: .foreign
      }
    var problems: [GymbagError] = []
    func attempt<Result>(_ body: () throws(GymbagError) -> Result?) -> Result? {
      do throws(GymbagError) {
        return try body()
      } catch {
        problems.append(error)
        return nil
      }
    }
    _ = attempt { () throws(GymbagError) in try OwnerStamp.requireOwn(places) }
    let token = attempt { () throws(GymbagError) in
      try TokenFile.exists(places) ? try TokenFile.read(places) : nil
    }
    isSignedIn = token != nil
    fingerprint = attempt { () throws(GymbagError) in
      try KeyRing(places).signingKey()?.key.fingerprint
    }
    self.problems = problems
  }
}
