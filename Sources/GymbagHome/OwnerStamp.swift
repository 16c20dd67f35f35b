package import GymbagModel
import GymbagJSON
import GymbagSystem

/// `owner.json`: whose home it is, for life; and `account.json` in the configuration: whose token and
/// key these are.
///
/// A home may lie on a stick that was in other hands. What it says of its owner must agree with what
/// the configuration says, before the token goes anywhere.
package enum OwnerStamp {
  /// The account that the home is stamped with; nil for a home that has no stamp.
  ///
  /// - Throws: `badData` for a stamp that is damaged, which is not the same as none.
  package static func read(_ places: Places) throws(GymbagError) -> Owner? {
    try read(at: places.owner)
  }

  /// The account that the configuration was made for; nil before there is one.
  ///
  /// - Throws: `badData` for a stamp that is damaged.
  package static func readConfiguration(_ places: Places) throws(GymbagError) -> Owner? {
    try read(at: places.configOwner)
  }

  private static func read(at path: String) throws(GymbagError) -> Owner? {
    guard try FileSystem.exists(path) else { return nil }
    let bytes = try FileSystem.read(path, limit: 1 << 20)
    let stamp = try JSONDocument(bytes, source: path).root.object()
    let baseURL = try stamp.required("baseURL").string()
    let userID = try stamp.required("userID").id()
    guard let owner = Owner("\(Owner(baseURL: baseURL, userID: userID))") else {
      throw stamp.value.mismatch("the address of a backend")
    }
    return owner
  }

  /// The account that the home belongs to.
  ///
  /// - Throws: `config` for a home without a stamp, `badData` for a damaged one.
  package static func require(_ places: Places) throws(GymbagError) -> Owner {
    guard let owner = try read(places) else {
      throw GymbagError(
        .config, "there is no gymbag home at \(places.home)",
        hint: "make one there with gymbag init, or name another with --home")
    }
    return owner
  }

  /// Stamps the configuration of a home, and the home if it has no stamp.
  package static func write(_ owner: Owner, _ places: Places) throws(GymbagError) {
    let stamp = JSONWriter.text { json in
      json.object { json in
        json.member("baseURL", owner.baseURL)
        json.member("userID", owner.userID.text)
      }
    }
    let line = stamp + [UInt8(ascii: "\n")]
    try FileSystem.replace(places.configOwner, with: line)
    if try !FileSystem.exists(places.owner) { try FileSystem.create(places.owner, with: line) }
  }
}
