package import GymbagModel
import GymbagJSON
import GymbagSystem

/// `owner.json`: whose home it is, for life; and `account.json` in the configuration: whose token and
/// key these are. Both also name the addresses that the account's server had before.
///
/// A home may lie on a stick that was in other hands. What it says of its owner must agree with what
/// the configuration says, before the token goes anywhere.
package struct OwnerStamp: Equatable, Sendable {
  /// The account.
  package let owner: Owner
  /// Where its server was before, in the form of `Owner.baseURL`, oldest first.
  package let earlier: [String]

  /// A stamp for an account.
  package init(_ owner: Owner, earlier: [String] = []) {
    self.owner = owner
    self.earlier = earlier
  }

  /// The account as it is called now, and as it was called before its server moved.
  package var owners: [Owner] {
    [owner] + earlier.map { Owner(baseURL: $0, userID: owner.userID) }
  }

  /// Whether what belongs to `other` belongs to this account: it is the same, or was at an address that
  /// its server had before.
  package func covers(_ other: Owner) -> Bool {
    other == owner || hadAddress(of: other)
  }

  /// Whether `other` is this account as it was called before its server moved.
  package func hadAddress(of other: Owner) -> Bool {
    other.userID == owner.userID && earlier.contains { $0.utf8.elementsEqual(other.baseURL.utf8) }
  }

  /// The stamp once the server is at `baseURL`.
  ///
  /// - Parameter others: stamps of the same account whose addresses were its own, too.
  package func moved(to baseURL: String, with others: [OwnerStamp] = []) -> OwnerStamp {
    var addresses: [String] = []
    for stamp in [self] + others {
      for address in stamp.earlier + [stamp.owner.baseURL]
      where address != baseURL && !addresses.contains(address) {
        addresses.append(address)
      }
    }
    return OwnerStamp(Owner(baseURL: baseURL, userID: owner.userID), earlier: addresses)
  }
}

extension OwnerStamp {
  /// The stamp of a home; nil for a home that has none.
  ///
  /// - Throws: `badData` for a stamp that is damaged, which is not the same as none.
  package static func read(_ places: Places) throws(GymbagError) -> OwnerStamp? {
    do throws(GymbagError) {
      return try read(at: places.owner)
    } catch {
      guard error.kind == .badData else { throw error }
      // The configuration's stamp has the same form.
      let known = (try? readConfiguration(places)) ?? nil
      let hint =
        known.map {
          "if it is the home of \($0.owner): cp \(places.configOwner.quotedForShell) "
            + places.owner.quotedForShell
        } ?? "bring the file back from a copy, or take it away and sign in again with gymbag init"
      throw GymbagError(
        .badData, "whose home this is cannot be told: \(error.message)", hint: hint,
        cause: error.cause)
    }
  }

  /// The stamp of the configuration; nil before there is one.
  ///
  /// - Throws: `badData` for a stamp that is damaged.
  package static func readConfiguration(_ places: Places) throws(GymbagError) -> OwnerStamp? {
    do throws(GymbagError) {
      return try read(at: places.configOwner)
    } catch {
      guard error.kind == .badData else { throw error }
      throw GymbagError(
        .badData, "whose token and key these are cannot be told: \(error.message)",
        hint: "take the file away, and sign in again with gymbag init", cause: error.cause)
    }
  }

  private static func read(at path: String) throws(GymbagError) -> OwnerStamp? {
    guard try FileSystem.exists(path) else { return nil }
    let bytes = try FileSystem.read(path, limit: 1 << 20)
    let stamp = try JSONDocument(bytes, source: path).root.object()
    let userID = try stamp.required("userID").id()
    func address(_ value: JSONValue) throws(GymbagError) -> String {
      let baseURL = try value.string()
      guard Owner("\(Owner(baseURL: baseURL, userID: userID))") != nil else {
        throw value.mismatch("the address of a backend")
      }
      return baseURL
    }
    var earlier: [String] = []
    if let list = stamp.optional("earlier") {
      for value in try list.elements() { earlier.append(try address(value)) }
    }
    let baseURL = try address(try stamp.required("baseURL"))
    return OwnerStamp(Owner(baseURL: baseURL, userID: userID), earlier: earlier)
  }

  /// The stamp of a home that there must be.
  ///
  /// - Throws: `config` for a home without a stamp, `badData` for a damaged one.
  package static func require(_ places: Places) throws(GymbagError) -> OwnerStamp {
    guard let stamp = try read(places) else {
      throw GymbagError(
        .config, "there is no gymbag home at \(places.home)",
        hint: "make one there with gymbag init, or name another with --home")
    }
    return stamp
  }

  /// The stamp of a home whose configuration was made for the same account: a stick that says whose it
  /// is must not get the token of someone else.
  ///
  /// - Throws: as `require`; `config` when there is no configuration; `refused` when it is another
  ///   account's, or the home did not move with it.
  package static func requireOwn(_ places: Places) throws(GymbagError) -> OwnerStamp {
    let stamp = try require(places)
    guard let configuration = try readConfiguration(places) else {
      throw GymbagError(
        .config, "no configuration goes with the home at \(places.home) (\(places.config))",
        hint: "sign in again with gymbag init \(stamp.owner.baseURL.quotedForShell)")
    }
    if configuration.owner == stamp.owner { return stamp }
    if configuration.hadAddress(of: stamp.owner) {
      throw GymbagError(
        .refused,
        "the home at \(places.home) is still of \(stamp.owner), but its account has moved to "
          + configuration.owner.baseURL,
        hint: "finish that with gymbag owner move \(configuration.owner.baseURL.quotedForShell)")
    }
    throw stamp.foreign(places, configuration)
  }

  /// What is said when a home's configuration is another account's.
  package func foreign(_ places: Places, _ configuration: OwnerStamp) -> GymbagError {
    GymbagError(
      .refused,
      "the home at \(places.home) belongs to \(owner), but the key and token in \(places.config) "
        + "to \(configuration.owner)",
      hint: "name the profile that was made with this home, or set GYMBAG_CONFIG to its "
        + "configuration")
  }

  /// Stamps a home, over the stamp that is there.
  package func writeHome(_ places: Places) throws(GymbagError) {
    try FileSystem.replace(places.owner, with: line)
  }

  /// Stamps a configuration, over the stamp that is there.
  package func writeConfiguration(_ places: Places) throws(GymbagError) {
    try FileSystem.replace(places.configOwner, with: line)
  }

  /// Stamps the configuration and the home of an account, each if it has no stamp: what the other one
  /// says of earlier addresses holds for both.
  package static func writeNew(_ owner: Owner, _ places: Places) throws(GymbagError) {
    let (home, configuration) = (try read(places), try readConfiguration(places))
    let stamp = home ?? configuration ?? OwnerStamp(owner)
    if configuration == nil { try stamp.writeConfiguration(places) }
    if home == nil { try FileSystem.create(places.owner, with: stamp.line) }
  }

  private var line: [UInt8] {
    JSONWriter.text { json in
      json.object { json in
        json.member("baseURL", owner.baseURL)
        json.member("userID", owner.userID.text)
        if !earlier.isEmpty { json.member("earlier", earlier) { $0.string($1) } }
      }
    } + [UInt8(ascii: "\n")]
  }
}
