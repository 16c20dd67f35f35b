import GymbagBackend
package import GymbagHome
package import GymbagModel
import GymbagSystem

/// A new token for the account that a home belongs to, and no token any more.
package struct Login {
  /// What came of it.
  package struct Result: Sendable {
    /// Whose token it is.
    package let owner: Owner
    /// What the server calls the person.
    package let name: String
  }

  /// Whose home it is.
  package let owner: Owner
  private let places: Places
  private let address: BackendAddress

  /// Checks what can be checked before anyone is asked for a token.
  ///
  /// - Throws: as `OwnerStamp.requireOwn`.
  package init(_ places: Places) throws(GymbagError) {
    self.places = places
    owner = try OwnerStamp.requireOwn(places).owner
    address = try BackendAddress(of: owner, places)
  }

  /// Keeps a token once the server has said that it is the owner's. Until then nothing is touched.
  ///
  /// - Throws: `signIn`, `unavailable`; `refused` when it is another account's; `cannotCreate`, `io`.
  package func run(token: String) throws(GymbagError) -> Result {
    let account = try address.account(token: token)
    try account.require(owner)
    try places.changingConfiguration { () throws(GymbagError) in
      // Whose it is may have changed while a person was typing.
      guard try OwnerStamp.requireOwn(places).owner == owner else {
        throw GymbagError(
          .refused, "the home at \(places.home) no longer belongs to \(owner)", hint: "try again")
      }
      try TokenFile.write(token, places)
    }
    return Result(owner: owner, name: account.name)
  }

  /// Forgets the token of a configuration. Key and home stay, and no home is needed.
  ///
  /// - Returns: whether there was one.
  /// - Throws: `io`.
  package static func forget(_ places: Places) throws(GymbagError) -> Bool {
    guard try TokenFile.exists(places) else { return false }
    try places.changingConfiguration { () throws(GymbagError) in
      try TokenFile.remove(places)
    }
    return true
  }
}
