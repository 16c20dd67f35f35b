import GymbagModel

/// How much lies in the payload, the index included.
struct PayloadSize: Equatable {
  let byteCount: Int64
  let fileCount: Int

  init(_ index: DayIndex, indexByteCount: Int) {
    byteCount = index.entries.reduce(Int64(indexByteCount)) { $0 + $1.byteCount }
    fileCount = index.entries.count + 1
  }
}
