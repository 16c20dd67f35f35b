package import GymbagModel
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A temporary file for parts that shall not lie in memory. It has no name: whatever ends the
/// process removes it.
package final class Spool: Sendable {
  /// Where a part lies.
  package struct Extent: Equatable, Sendable {
    /// From the beginning of the spool, in bytes.
    package let offset: Int64
    /// In bytes.
    package let byteCount: Int
  }

  private let file: File
  private let end = Atomic<Int64>(0)

  /// An empty spool on the file system of `directory`, which exists.
  package init(in directory: String) throws(GymbagError) {
    let path = FileSystem.temporaryPath(beside: directory + "/spool")
    file = try File(path, .create, permissions: 0o600)
    try FileSystem.remove(path)
  }

  /// Adds a part. Several threads may add at once.
  package func append(_ bytes: [UInt8]) throws(GymbagError) -> Extent {
    let place = end.wrappingAdd(Int64(bytes.count), ordering: .relaxed)
    try file.write(bytes, at: place.oldValue)
    return Extent(offset: place.oldValue, byteCount: bytes.count)
  }

  /// Reads a part, or a piece of one. Several threads may read at once.
  package func read(_ extent: Extent) throws(GymbagError) -> [UInt8] {
    let bytes = try file.read(at: extent.offset, count: extent.byteCount)
    guard bytes.count == extent.byteCount else {
      throw GymbagError(.io, "a temporary file lost its end (\(file.path))")
    }
    return bytes
  }
}

extension Spool.Extent {
  /// The same part in pieces of at most `limit` bytes.
  package func pieces(of limit: Int) -> [Spool.Extent] {
    stride(from: 0, to: byteCount, by: limit).map {
      Spool.Extent(offset: offset + Int64($0), byteCount: min(limit, byteCount - $0))
    }
  }
}
