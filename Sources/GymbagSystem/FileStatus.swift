#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What lies under a name, as it is now: equal as long as it is the same thing, unchanged.
package struct FileStatus: Equatable, Sendable {
  /// What sort of thing something is.
  package enum Kind: Sendable {
    case file, directory, other
  }

  /// What sort of thing it is; a link is `other`.
  package let kind: Kind
  /// The length in bytes; 0 for what is no file.
  package let byteCount: Int64
  /// Which one it is.
  package let identity: FileIdentity
  private let modified: [Int]

  init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .directory
      default: .other
      }
    byteCount = kind == .file ? Int64(status.st_size) : 0
    identity = FileIdentity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
    #if canImport(Darwin)
      modified = [status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec]
    #else
      modified = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    #endif
  }
}
