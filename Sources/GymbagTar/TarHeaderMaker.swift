import CArchive
package import GymbagModel

/// Makes canonical headers, one after another, on one thread.
package final class TarHeaderMaker {
  private let writer: OpaquePointer
  private let entry: TarEntry
  /// What libarchive has written; a C callback fills it.
  private let sink = Sink()

  private final class Sink {
    var bytes: [UInt8] = []
  }

  /// A maker of headers.
  package init() throws(GymbagError) {
    let writer = archive_write_new()
    guard let writer else { throw GymbagError(.io, "no memory to make tar headers") }
    self.writer = writer
    entry = try TarEntry()
    try check(archive_write_set_format_ustar(writer), writer, "choose the tar format", "memory")
    // Unbuffered: a header arrives in the sink by the call that makes it.
    try check(
      archive_write_set_bytes_per_block(writer, 0), writer, "choose the block size", "memory")
    let status = archive_write_open2(
      writer, Unmanaged.passUnretained(sink).toOpaque(), nil,
      { _, context, buffer, count in
        guard let context, let buffer else { return -1 }
        let sink = Unmanaged<Sink>.fromOpaque(context).takeUnretainedValue()
        // Headers come in one piece of 512 bytes; the padding of contents is thrown away.
        if sink.bytes.isEmpty, count == TarHeader.blockByteCount {
          sink.bytes.append(contentsOf: UnsafeRawBufferPointer(start: buffer, count: count))
        }
        return count
      }, nil, nil)
    try check(status, writer, "open a tar writer", "memory")
  }

  deinit { archive_write_free(writer) }

  /// The 512 bytes of a header.
  ///
  /// - Throws: `badData` for a name or size that a canonical archive cannot hold.
  package func bytes(of header: TarHeader) throws(GymbagError) -> [UInt8] {
    try entry.set(header)
    // The writer now fills the content of the member before with zeros; the sink takes none.
    try check(archive_write_finish_entry(writer), writer, "make a tar header", "memory")
    sink.bytes.removeAll(keepingCapacity: true)
    try check(archive_write_header(writer, entry.raw), writer, "make a tar header", header.name)
    return sink.bytes
  }
}
