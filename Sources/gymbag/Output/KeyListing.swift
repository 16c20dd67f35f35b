import GymbagArchive
import GymbagCrypto
import GymbagJSON
import GymbagKit
import GymbagModel

/// The keys that are known, in words and as JSON.
struct KeyListing {
  private let signing: (key: PublicKey, needsPassword: Bool)?
  private let trusted: [TrustedKeys.Entry]
  private let revoked: [String]
  private let options: PlaceOptions

  /// - Parameter options: what the commands that it names are given.
  init(_ ring: KeyRing, _ options: PlaceOptions) throws(GymbagError) {
    self.options = options
    signing = try ring.signingKey()
    trusted = try ring.entries().filter { !$0.isRevoked && !$0.owners.isEmpty }
    revoked = try ring.revokedFingerprints()
  }

  var text: String {
    var out = "signs what you pack\n"
    if let signing {
      let mark =
        revoked.contains(signing.key.fingerprint) ? ", revoked: gymbag key new\(options.text)" : ""
      let password = signing.needsPassword ? "with a password" : "without password"
      out += "  \(signing.key.fingerprint)  id \(signing.key.displayID), \(password)\(mark)\n"
    } else {
      out += options.insert(into: "  no key; gymbag init or gymbag key new makes one\n")
    }
    out += "trusted\n" + (trusted.isEmpty ? "  no key\n" : "")
    for entry in trusted {
      out += "  \(entry.key.fingerprint)  id \(entry.key.displayID)\n"
      for owner in entry.owners { out += "    for \(owner.printable)\n" }
    }
    if !revoked.isEmpty { out += "revoked\n" }
    for fingerprint in revoked { out += "  \(fingerprint.printable)\n" }
    return out
  }

  func write(to json: inout JSONWriter) {
    json.key("signing")
    if let signing {
      json.object { json in
        json.member("fingerprint", signing.key.fingerprint)
        json.member("minisignID", signing.key.displayID)
        json.member("needsPassword", signing.needsPassword)
        json.member("revoked", revoked.contains(signing.key.fingerprint))
      }
    } else {
      json.null()
    }
    json.member("trusted", trusted) { json, entry in
      json.object { json in
        json.member("fingerprint", entry.key.fingerprint)
        json.member("minisignID", entry.key.displayID)
        json.member("owners", entry.owners) { $0.string($1) }
      }
    }
    json.member("revoked", revoked) { $0.string($1) }
  }
}
