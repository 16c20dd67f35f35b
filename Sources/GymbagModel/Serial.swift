/// The serials of archives: they grow with every pack of an owner and a day.
package enum Serial {
  /// The greatest serial. Every JSON reader knows such a number exactly, and none that was made by a
  /// clock comes near it.
  package static let limit: Int64 = 1 << 53

  /// The serial of a pack.
  ///
  /// - Parameters:
  ///   - now: when it is.
  ///   - newest: the greatest serial known for the owner and the day.
  /// - Throws: `badData` when there is none beyond `newest`.
  package static func next(now: Instant, newest: Int64?) throws(GymbagError) -> Int64 {
    let serial = max(now.unixSeconds, (newest ?? 0) + 1)
    guard serial <= limit else {
      throw GymbagError(.badData, "the serial \(newest ?? 0) leaves room for no other")
    }
    return serial
  }
}
