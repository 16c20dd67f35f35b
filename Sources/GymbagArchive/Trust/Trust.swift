package import GymbagCrypto
package import GymbagModel

/// Which keys an archive may be signed with.
package protocol Trust: Sendable {
  /// The keys that archives of `owner` may be signed with, revoked ones among them.
  func keys(for owner: Owner) throws(GymbagError) -> [PublicKey]

  /// Whether nothing that `key` has signed shall count any more.
  func isRevoked(_ key: PublicKey) throws(GymbagError) -> Bool

  /// What a person can do to have the key that signed an archive of `owner` trusted.
  func hint(for owner: Owner) -> String
}

/// One key that a person has named for this one question, whoever the owner is.
package struct NamedKey: Trust {
  private let key: PublicKey

  /// That key.
  package init(_ key: PublicKey) { self.key = key }

  /// That key.
  package func keys(for owner: Owner) -> [PublicKey] { [key] }

  /// No: who names it wants it to count.
  package func isRevoked(_ key: PublicKey) -> Bool { false }

  /// Without that key nothing can be done.
  package func hint(for owner: Owner) -> String { "ask who packed it for the public key" }
}
