/// The names that DOS and what came of it take for devices, whatever stands behind a dot.
package enum DeviceName {
  private static let all = Set(
    ["con", "prn", "aux", "nul"] + (0...9).flatMap { ["com\($0)", "lpt\($0)"] })

  /// Whether a name in lower case is that of a device.
  package static func matches(_ name: some Collection<UInt8>) -> Bool {
    all.contains(String(decoding: name.prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self))
  }
}
