import GymbagHome
import GymbagModel
import GymbagSystem

extension Places {
  /// Changes the configuration, which is there, while nobody else does. What runs that died have left in
  /// it is cleared first.
  ///
  /// - Parameter waits: for another run that changes it, which is a matter of moments.
  /// - Throws: `later` while another run changes it, unless it waits; `io`; what `body` throws.
  func changingConfiguration<Result>(
    waits: Bool = true, purpose: String = "a change of the configuration",
    _ body: () throws(GymbagError) -> Result
  ) throws(GymbagError) -> Result {
    try FileLock.hold(configLock, purpose: purpose, waits: waits) { () throws(GymbagError) in
      try FileSystem.removeLeftovers(in: config)
      return try body()
    }
  }
}
