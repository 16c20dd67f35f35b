package import GymbagModel

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A directory that stays open: what is removed by its name here lies in this directory, whatever is
/// done to the path meanwhile.
package final class OpenDirectory: Sendable {
  /// The path that it was opened by.
  package let path: String
  private let descriptor: CInt

  /// Opens a directory.
  ///
  /// - Parameter followsLinks: the last part of `path` may be a link.
  /// - Throws: `notFound` without such a directory; `io`.
  package init(_ path: String, followsLinks: Bool = true) throws(GymbagError) {
    self.path = path
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (followsLinks ? 0 : O_NOFOLLOW)
    descriptor = try retrying("open the directory", path) { open(path, flags) }
  }

  deinit { _ = close(descriptor) }

  /// The path of a name in it.
  package func path(of name: String) -> String { path + "/" + name }

  /// The names in it in ascending order of their bytes.
  ///
  /// - Throws: `io`.
  package func names() throws(GymbagError) -> [String] {
    try FileSystem.names(inOpen: descriptor, path)
  }

  /// What has a name; nil when nothing has. No link is followed.
  ///
  /// - Throws: `io`.
  package func status(of name: String) throws(GymbagError) -> FileStatus? {
    var status = stat()
    if fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return FileStatus(status) }
    let code = errno
    if code == ENOENT { return nil }
    throw .system("look at", path(of: name), errno: code)
  }

  /// Removes what has a name, a directory with all that is in it, if it is still the same. What is
  /// not there is fine.
  ///
  /// - Throws: `io`, also for what has changed.
  package func remove(_ name: String, ifStill expected: FileStatus) throws(GymbagError) {
    guard let now = try status(of: name) else { return }
    guard now == expected else {
      throw GymbagError(
        .io, "it has changed since it was looked at, and stays (\(path(of: name)))",
        hint: "run it again")
    }
    if now.kind == .directory {
      return try FileSystem.removeTree(name, in: descriptor, path(of: name))
    }
    // A directory that took its place just now is not emptied.
    if unlinkat(descriptor, name, 0) == 0 { return }
    let code = errno
    if code != ENOENT { throw .system("remove", path(of: name), errno: code) }
  }

  /// Returns once the names are on the disk.
  ///
  /// - Throws: `io`.
  package func sync() throws(GymbagError) { try FileSystem.sync(directory: descriptor, path) }
}
