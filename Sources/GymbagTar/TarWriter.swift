import CArchive
package import GymbagModel
import GymbagSystem

/// Writes one canonical ustar to a new file. One owner, one thread.
package struct TarWriter: ~Copyable {
  private let raw: OpaquePointer
  private let file: File
  private let entry: TarEntry
  private let modified: Instant

  /// Begins an archive.
  ///
  /// - Parameters:
  ///   - path: of a file that does not exist.
  ///   - modified: the time of every member.
  /// - Throws: `cannotCreate` or `io`.
  package init(path: String, modified: Instant) throws(GymbagError) {
    let file = try File(path, .create)
    let entry = try TarEntry()
    guard let raw = archive_write_new() else { throw GymbagError(.io, "no memory to write a tar") }
    do throws(GymbagError) {
      try check(archive_write_set_format_ustar(raw), raw, "choose the tar format", path)
      try check(archive_write_set_bytes_per_block(raw, 1 << 18), raw, "choose the block size", path)
      // Else the end is padded to a whole block, and exactly two zero blocks are canonical.
      try check(archive_write_set_bytes_in_last_block(raw, 1), raw, "choose the block size", path)
      try check(archive_write_open_fd(raw, file.descriptor), raw, "write", path)
    } catch {
      archive_write_free(raw)
      throw error
    }
    self.raw = raw
    self.file = file
    self.entry = entry
    self.modified = modified
  }

  /// Begins a member; its content follows, exactly `byteCount` bytes of it.
  package func begin(_ name: String, byteCount: Int64) throws(GymbagError) {
    try entry.set(TarHeader(name: name, byteCount: byteCount, modified: modified))
    try check(archive_write_header(raw, entry.raw), raw, "write \(name)", file.path)
  }

  /// Writes a piece of the member's content.
  package func write(_ bytes: [UInt8]) throws(GymbagError) {
    guard !bytes.isEmpty else { return }
    let written = bytes.withUnsafeBytes { archive_write_data(raw, $0.baseAddress, $0.count) }
    if written < 0 { try check(CInt(truncatingIfNeeded: written), raw, "write", file.path) }
    guard written == bytes.count else {
      throw GymbagError(.io, "a member is longer than its header says (\(file.path))")
    }
  }

  /// Writes the end and returns once the whole file is on the disk. Without this call the archive
  /// is broken, so only this reports success.
  package consuming func finish() throws(GymbagError) {
    try check(archive_write_close(raw), raw, "finish", file.path)
    try file.sync()
  }

  // Abandoned or finished: libarchive forgets its state, then the file is closed. It is the
  // caller's to remove.
  deinit { archive_write_free(raw) }
}
