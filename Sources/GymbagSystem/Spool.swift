package import GymbagModel
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A temporary file for parts that shall not lie in memory. It has no name: whatever ends the
/// process removes it. Several threads may add and read at once.
package final class Spool: Sendable {
  /// Where a part lies.
  package struct Extent: Equatable, Sendable {
    /// From the beginning of the spool, in bytes.
    package let offset: Int64
    /// In bytes.
    package let byteCount: Int

    fileprivate var end: Int64 { offset + Int64(byteCount) }
  }

  /// Small parts are written together, as soon as there are so many bytes of them.
  private static let batchByteCount = 1 << 18

  private let file: File
  /// The parts that are not written yet; they belong at the end of the file.
  private let batch = Mutex<(bytes: [UInt8], offset: Int64)>(([], 0))

  /// An empty spool on the file system of `directory`, which exists.
  package init(in directory: String) throws(GymbagError) {
    let path = FileSystem.temporaryPath(beside: directory + "/spool")
    file = try File(path, .create, permissions: 0o600)
    try FileSystem.remove(path)
  }

  /// Adds a part.
  package func append(_ bytes: [UInt8]) throws(GymbagError) -> Extent {
    try batch.withLock { batch throws(GymbagError) in
      let extent = Extent(
        offset: batch.offset + Int64(batch.bytes.count), byteCount: bytes.count)
      if batch.bytes.isEmpty, bytes.count >= Self.batchByteCount {
        try file.write(bytes, at: batch.offset)
        batch.offset = extent.end
        return extent
      }
      batch.bytes += bytes
      if batch.bytes.count >= Self.batchByteCount {
        try file.write(batch.bytes, at: batch.offset)
        batch = ([], extent.end)
      }
      return extent
    }
  }

  /// Reads a part, or a piece of one.
  package func read(_ extent: Extent) throws(GymbagError) -> [UInt8] {
    let waiting: [UInt8]? = batch.withLock { batch in
      guard extent.offset >= batch.offset else { return nil }
      let start = Int(extent.offset - batch.offset)
      return Array(batch.bytes[start..<start + extent.byteCount])
    }
    if let waiting { return waiting }
    let bytes = try file.read(at: extent.offset, count: extent.byteCount)
    guard bytes.count == extent.byteCount else {
      throw GymbagError(.io, "a temporary file lost its end (\(file.path))")
    }
    return bytes
  }

  /// Reads several parts, and lends each to `body` in turn.
  package func read(_ extents: [Extent], _ body: (ArraySlice<UInt8>) -> Void) throws(GymbagError) {
    let start = extents.map(\.offset).min() ?? 0
    let end = extents.map(\.end).max() ?? 0
    let total = extents.reduce(0) { $0 + $1.byteCount }
    // Parts that came together lie together: they are read at once.
    let lieTogether = end - start <= 2 * Int64(total) && end <= batch.withLock(\.offset)
    guard lieTogether else {
      for extent in extents { body(try read(extent)[...]) }
      return
    }
    let window = try read(Extent(offset: start, byteCount: Int(end - start)))
    for extent in extents {
      let position = Int(extent.offset - start)
      body(window[position..<position + extent.byteCount])
    }
  }
}

extension Spool.Extent {
  /// A piece of the part, counted from its beginning.
  package func part(_ range: Range<Int>) -> Spool.Extent {
    Spool.Extent(offset: offset + Int64(range.lowerBound), byteCount: range.count)
  }

  /// The same part in pieces of at most `limit` bytes.
  package func pieces(of limit: Int) -> [Spool.Extent] {
    stride(from: 0, to: byteCount, by: limit).map { part($0..<min($0 + limit, byteCount)) }
  }
}
