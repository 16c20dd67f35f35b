package import GymbagModel

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A lock that one process holds at a time. The kernel frees it when the process ends, however it
/// ends; the file stays and means nothing by itself.
package struct FileLock: ~Copyable {
  private let file: File

  /// Takes the lock at `path`.
  ///
  /// - Parameters:
  ///   - purpose: what is done under it, `a pack`; for the error.
  ///   - waits: for the process that holds it, which must be a matter of moments.
  /// - Throws: `later`, with the holder's process id, while another process holds it; `cannotCreate`
  ///   or `io`.
  package init(_ path: String, purpose: String, waits: Bool = false) throws(GymbagError) {
    let file = try File(path, .append)
    guard try file.lock(waits ? LOCK_EX : LOCK_EX | LOCK_NB) else {
      let holder = String(decoding: try file.read(at: 0, count: 20), as: UTF8.self)
        .filter(\.isNumber)
      throw GymbagError(
        .later, "\(purpose) is running already, process \(holder.isEmpty ? "?" : holder) (\(path))",
        hint: "wait until it has ended")
    }
    try file.truncate(to: 0)
    // A courtesy to who finds the lock taken. On a full disk, which a prune is there to empty, there
    // may be no room for it, and the lock is as good.
    try? file.write(Array("\(getpid())\n".utf8))
    self.file = file
  }

  private init(directory path: String, purpose: String) throws(GymbagError) {
    let file = try File(path, .read)
    guard try file.lock(LOCK_EX | LOCK_NB) else {
      throw GymbagError(
        .later, "\(purpose) is running there already (\(path))", hint: "wait until it has ended")
    }
    self.file = file
  }

  /// Does something under the lock at `path`.
  ///
  /// - Throws: as the initialiser, and what `body` throws.
  package static func hold<Result>(
    _ path: String, purpose: String, waits: Bool = false, _ body: () throws(GymbagError) -> Result
  ) throws(GymbagError) -> Result {
    let lock = try FileLock(path, purpose: purpose, waits: waits)
    let result = try body()
    // Kept up to here.
    _ = consume lock
    return result
  }

  /// Does something under the lock of a directory itself: nothing is left in it.
  ///
  /// - Throws: `later` while another process holds it; `notFound`, `io`; what `body` throws.
  package static func hold<Result>(
    directory path: String, purpose: String, _ body: () throws(GymbagError) -> Result
  ) throws(GymbagError) -> Result {
    let lock = try FileLock(directory: path, purpose: purpose)
    let result = try body()
    _ = consume lock
    return result
  }
}

extension File {
  /// Waits until no other process holds the file's lock, and takes it: for what takes a moment.
  package func lock() throws(GymbagError) { _ = try lock(LOCK_EX) }

  /// Gives the lock back.
  package func unlock() { flock(descriptor, LOCK_UN) }

  /// Whether the lock could be taken; false while another process holds it and `LOCK_NB` is asked.
  fileprivate func lock(_ operation: CInt) throws(GymbagError) -> Bool {
    while flock(descriptor, operation) != 0 {
      let code = errno
      if code == EWOULDBLOCK { return false }
      if code != EINTR { throw .system("lock", path, errno: code) }
      try Interruption.check()
    }
    return true
  }
}
