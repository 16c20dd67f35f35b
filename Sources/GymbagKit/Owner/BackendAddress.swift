import GymbagBackend
import GymbagHTTP
import GymbagHome
import GymbagModel

/// Where a backend is: an address that a token may be sent to.
struct BackendAddress {
  let url: HTTPURL

  /// The address that a person has named.
  ///
  /// - Throws: `usage` for a URL that will not do.
  init(_ text: String) throws(GymbagError) {
    url = try HTTPURL(text)
    guard url.query == nil else {
      throw GymbagError(.usage, "a backend's address has no query")
    }
    guard url.isPrivate else {
      throw GymbagError(
        .usage, "the token would cross the network in clear: \(text)", hint: "use https")
    }
  }

  /// The address in the stamp of a home.
  ///
  /// - Throws: `badData`.
  init(of owner: Owner, _ places: Places) throws(GymbagError) {
    do throws(GymbagError) {
      try self.init(owner.baseURL)
    } catch {
      throw GymbagError(.badData, "\(error.message) (\(places.owner))", cause: error.cause)
    }
  }

  /// The address as an owner has it: without a slash at its end.
  var baseURL: String {
    url.origin + (url.path.hasSuffix("/") ? String(url.path.dropLast()) : url.path)
  }

  /// Signs in: whose account is the token's?
  ///
  /// - Throws: `signIn` with `hint`, `unavailable`.
  func account(token: String, hint: String? = nil) throws(GymbagError) -> Account {
    try Self.account(ContractBackend(url, token: token), hint: hint)
  }

  static func account(_ backend: any Backend, hint: String?) throws(GymbagError) -> Account {
    do throws(GymbagError) {
      return try backend.account()
    } catch {
      guard error.kind == .signIn else { throw error }
      throw GymbagError(.signIn, error.message, hint: hint ?? error.hint, cause: error.cause)
    }
  }
}

extension Account {
  /// Makes sure that the account is the one that the home belongs to.
  ///
  /// - Throws: `refused`.
  func require(_ owner: Owner) throws(GymbagError) {
    guard userID == owner.userID else {
      throw GymbagError(
        .refused, "the token is \(userID)'s, but the home belongs to \(owner)",
        hint: "use a token of \(owner.userID)")
    }
  }
}
