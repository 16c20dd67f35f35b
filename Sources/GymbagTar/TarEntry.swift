import CArchive
import GymbagModel
import GymbagSystem

/// libarchive's description of one member, used again for each.
final class TarEntry {
  let raw: OpaquePointer

  init() throws(GymbagError) {
    guard let raw = archive_entry_new() else { throw GymbagError(.io, "no memory for a tar entry") }
    self.raw = raw
  }

  deinit { archive_entry_free(raw) }

  /// Describes a regular file of mode 0644 that belongs to nobody.
  func set(_ header: TarHeader) throws(GymbagError) {
    guard header.name.utf8.count <= TarHeader.nameLimit, !header.name.isEmpty,
      header.name.utf8.allSatisfy({ (0x21...0x7e).contains($0) }),
      (0..<TarHeader.octalLimit).contains(header.byteCount),
      (0..<TarHeader.octalLimit).contains(header.modified.unixSeconds)
    else {
      throw GymbagError(
        .badData, "no canonical tar header for \(header.name) of \(header.byteCount) bytes")
    }
    archive_entry_clear(raw)
    archive_entry_set_pathname(raw, header.name)
    archive_entry_set_size(raw, header.byteCount)
    archive_entry_set_mtime(raw, time_t(header.modified.unixSeconds), 0)
    archive_entry_set_filetype(raw, UInt32(S_IFREG))
    archive_entry_set_perm(raw, 0o644)
  }
}

/// Turns every answer of libarchive but "fine" into an error, with its own words, which the next
/// call may change.
func check(_ status: CInt, _ archive: OpaquePointer, _ attempt: String, _ path: String)
  throws(GymbagError)
{
  guard status != ARCHIVE_OK else { return }
  let words = archive_error_string(archive).map { String(cString: $0) } ?? "no reason given"
  let code = archive_errno(archive)
  // libarchive's own numbers are negative; the others are those of the system.
  if code > 0 { throw .system(attempt, path, errno: code) }
  throw GymbagError(.io, "cannot \(attempt) (\(path))", cause: "\(words) (libarchive \(status))")
}
