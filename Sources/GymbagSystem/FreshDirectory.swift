import CLibc
package import GymbagModel
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A directory that is filled under a temporary name and gets its own when it is whole. Several
/// threads may fill it.
///
/// Every name is opened from the directory that holds it and never through a link, so that nothing
/// that is done to the tree meanwhile leads a file elsewhere.
package final class FreshDirectory: Sendable {
  private let temporary: String
  private let path: String
  /// The open directories by their paths within, the tree's own by the empty one.
  private let descriptors: Mutex<[String: CInt]>

  /// Removes what runs that died have left of the directory that shall be at `path`: directories of
  /// this user by its temporary names. Only for who holds the lock under which they are made. The
  /// directory that they lie in is anybody's; what cannot be removed stays.
  package static func removeLeftovers(of path: String) {
    let directory = FileSystem.parent(of: path) ?? "/"
    for name in (try? FileSystem.names(in: directory)) ?? []
    where FileSystem.leftoverBase(name) == FileSystem.lastPart(of: path) {
      var status = stat()
      let leftover = directory + "/" + name
      guard lstat(leftover, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
        status.st_uid == geteuid()
      else { continue }
      try? FileSystem.removeTree(leftover)
    }
  }

  /// Makes the directory that shall be at `path`, which must not exist, beside it.
  ///
  /// - Throws: `cannotCreate`, `io`.
  package init(_ path: String) throws(GymbagError) {
    if try FileSystem.exists(path) {
      throw .existing(path)
    }
    self.path = path
    let temporary = FileSystem.temporaryPath(beside: path)
    self.temporary = temporary
    let descriptor: CInt
    do throws(GymbagError) {
      try FileSystem.makeDirectory(temporary)
      let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
      descriptor = try retrying("open", temporary) { open(temporary, flags) }
    } catch {
      try? FileSystem.removeTree(temporary)
      throw error
    }
    descriptors = Mutex(["": descriptor])
  }

  deinit {
    descriptors.withLock { for descriptor in $0.values { close(descriptor) } }
  }

  /// Writes a new file, and the directories that it lies in.
  ///
  /// - Parameter name: parts separated by slashes, none of them `..` or empty.
  /// - Throws: `io`; `cannotCreate` when it is there.
  package func write(_ content: [UInt8], to name: String) throws(GymbagError) {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    precondition(parts.allSatisfy { !["", ".", ".."].contains($0) }, "not a name within: \(name)")
    let directory = try directory(parts.dropLast()[...])
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let path = temporary + "/" + name
    let descriptor = try retrying("create", path) {
      openat(directory, parts[parts.count - 1], flags, 0o644)
    }
    defer { close(descriptor) }
    try writeAll(content, to: descriptor, path)
    #if canImport(Darwin)
      _ = try retrying("sync", path) { fcntl(descriptor, F_FULLFSYNC) }
    #endif
  }

  /// Gives the directory its name once all of it is on the disk.
  ///
  /// - Throws: `cannotCreate` when something has the name by now; `io`.
  package func publish() throws(GymbagError) {
    #if os(Linux)
      // One call for all files: a stick takes its time for each sync.
      let descriptor = descriptors.withLock { $0[""] ?? -1 }
      _ = try retrying("sync", temporary) { syncfs(descriptor) }
    #else
      for descriptor in descriptors.withLock({ Array($0.values) }) {
        _ = try retrying("sync", temporary) { fsync(descriptor) }
      }
    #endif
    try FileSystem.place(temporary, at: path)
  }

  /// Removes the directory, which was not published.
  package func discard() throws(GymbagError) { try FileSystem.removeTree(temporary) }

  private func directory(_ parts: ArraySlice<String>) throws(GymbagError) -> CInt {
    let temporary = self.temporary
    return try descriptors.withLock { (known: inout sending [String: CInt]) throws(GymbagError) in
      var name = ""
      var descriptor = known[""] ?? -1
      for part in parts {
        name += "/" + part
        if let known = known[name] {
          descriptor = known
          continue
        }
        let outer = descriptor
        let path = temporary + name
        _ = try retrying("make the directory", path) { mkdirat(outer, part, 0o755) }
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        descriptor = try retrying("open", path) { openat(outer, part, flags) }
        known[name] = descriptor
      }
      return descriptor
    }
  }
}
