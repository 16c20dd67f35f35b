package import GymbagModel

/// Why a clock is not believed when it decides what is removed.
package enum ClockDoubt: Equatable, Sendable {
  /// An archive was packed later than it shows.
  case behind(packedAt: Instant)
  /// It is long ahead of everything that was written.
  case ahead(of: Instant)

  /// How far a clock may be behind, in seconds. Archives bear the time of the server: a laptop that
  /// is minutes behind it, or whose zone was set wrongly, must be able to prune right after a pack,
  /// and by a day at most nothing is lost, because its today is then only earlier.
  package static let slackSeconds: Int64 = 86_400

  /// How many days may go by in which nothing is written.
  package static let idleDays: Int64 = 60

  /// What speaks against a clock; nil when nothing does, or when there is nothing to compare.
  ///
  /// - Parameters:
  ///   - packedAt: when the newest archive of the owner was packed.
  ///   - writtenAt: when gymbag last packed anything, by the clock of the server.
  package static func about(_ now: Instant, packedAt: Instant?, writtenAt: Instant?) -> ClockDoubt?
  {
    if let packedAt, now.unixSeconds < packedAt.unixSeconds - slackSeconds {
      return .behind(packedAt: packedAt)
    }
    guard let latest = [packedAt, writtenAt].compactMap(\.self).max() else { return nil }
    return now.unixSeconds - latest.unixSeconds > idleDays * 86_400 ? .ahead(of: latest) : nil
  }
}
