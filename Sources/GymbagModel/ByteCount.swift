/// Sizes for people.
package enum ByteCount {
  /// `1 byte`, `812 kB`, `1.2 GB`, in powers of a thousand, rounded down.
  package static func words(_ byteCount: Int64) -> String {
    if byteCount < 1000 { return "\(byteCount) byte\(byteCount == 1 ? "" : "s")" }
    var tenths = byteCount / 100
    var unit = 0
    while tenths >= 10_000 {
      tenths /= 1000
      unit += 1
    }
    let number = tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\(tenths / 10)"
    return number + " " + ["kB", "MB", "GB", "TB", "PB", "EB"][unit]
  }
}
