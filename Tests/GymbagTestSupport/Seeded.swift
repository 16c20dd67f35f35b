import Foundation

/// Random numbers that are the same for the same seed, everywhere (SplitMix64 by Sebastiano Vigna).
package struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  /// The numbers of a seed.
  package init(_ seed: UInt64) { state = seed }

  /// The seeds that a test runs through: as many as `GYMBAG_TEST_SEEDS` says, else `count`.
  package static func seeds(_ count: Int) -> Range<Int> {
    0..<(ProcessInfo.processInfo.environment["GYMBAG_TEST_SEEDS"].flatMap(Int.init) ?? count)
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
