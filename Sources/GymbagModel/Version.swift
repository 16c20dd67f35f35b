/// Which gymbag this is.
package enum Version {
  /// The version as `gymbag --version` prints it and `Bag-Software-Agent` holds it.
  package static let current = "0.1.0"
}
