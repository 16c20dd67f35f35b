package import GymbagModel
package import GymbagSystem

/// The name under which a person keeps one account's home and configuration: two accounts on one
/// machine are two profiles.
package struct Profile: Equatable, Sendable {
  /// The name, which is that of a directory.
  package let name: String

  /// The profile of who names none.
  package static let usual = Profile(checked: "default")

  private static let limit = 64

  private init(checked name: String) { self.name = name }

  /// The profile of that name; nil for what is no name on every file system: `[a-z0-9._-]`, at most
  /// 64 bytes, neither beginning with a dot or a dash nor ending with a dot, and no DOS device.
  package init?(_ name: String) {
    let bytes = Array(name.utf8)
    let (dot, dash) = (UInt8(ascii: "."), UInt8(ascii: "-"))
    guard let first = bytes.first, bytes.count <= Self.limit, first != dot, first != dash,
      bytes.last != dot, !DeviceName.matches(bytes)
    else { return nil }
    let isLegal = bytes.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "_"), dot, dash:
        true
      default: false
      }
    }
    guard isLegal else { return nil }
    self.name = name
  }

  /// The profile that the command line names, else `GYMBAG_PROFILE`, else the usual one.
  ///
  /// - Parameter option: the value of `--profile`.
  /// - Throws: `usage` for an option that is no name, `config` for such a variable.
  package static func find(option: String?, environment: Environment) throws(GymbagError) -> Profile
  {
    guard let text = option ?? environment.nonEmpty("GYMBAG_PROFILE") else { return usual }
    guard let profile = Profile(text) else {
      throw GymbagError(
        option == nil ? .config : .usage,
        "not the name of a profile: \"\(text)\"" + (option == nil ? " (GYMBAG_PROFILE)" : ""),
        hint:
          "a name is small letters, digits, dots, dashes and underscores, 64 at most; it begins "
          + "with a letter, a digit or an underscore, and does not end with a dot")
    }
    return profile
  }
}
