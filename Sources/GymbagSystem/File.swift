package import GymbagModel

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An open file, which several threads may read. It is closed when nobody refers to it any more;
/// what must be known to be on the disk is synced before.
package final class File: Sendable {
  /// How a file is opened.
  package enum Mode: Sendable {
    /// An existing file, to read.
    case read
    /// A new file, to write and read back; it must not exist.
    case create
    /// To append whole lines; made when it does not exist.
    case append
  }

  /// The descriptor, for C libraries that write to it while this value lives.
  package let descriptor: CInt
  /// The path it was opened by, for errors.
  package let path: String

  /// Opens a file; to write, never through a link in the last part of `path`.
  ///
  /// - Parameter permissions: of a file that is made, before the process's umask.
  /// - Throws: `notFound`, `cannotCreate` or `io`.
  package init(_ path: String, _ mode: Mode, permissions: UInt16 = 0o644) throws(GymbagError) {
    self.path = path
    let flags: CInt =
      switch mode {
      // Not to wait for someone who writes to a pipe of that name; what is no file is found out
      // when its length is asked.
      case .read: O_RDONLY | O_NONBLOCK
      case .create: O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW
      case .append: O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW
      }
    let attempt = mode == .read ? "open" : "create"
    do throws(GymbagError) {
      descriptor = try retrying(attempt, path) {
        open(path, flags | O_CLOEXEC, mode_t(permissions))
      }
    } catch {
      throw mode == .read ? error : error.asKind(.cannotCreate)
    }
  }

  deinit { _ = close(descriptor) }

  /// The length in bytes.
  ///
  /// - Throws: `notFound` for what is no regular file, else `io`.
  package func byteCount() throws(GymbagError) -> Int64 {
    var status = stat()
    _ = try retrying("look at", path) { fstat(descriptor, &status) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw GymbagError(.notFound, "not a regular file (\(path))")
    }
    return Int64(status.st_size)
  }

  /// Which file it is, whatever it is called.
  package func identity() throws(GymbagError) -> FileIdentity {
    var status = stat()
    _ = try retrying("look at", path) { fstat(descriptor, &status) }
    return FileIdentity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
  }

  /// The permission bits.
  package func permissions() throws(GymbagError) -> UInt16 {
    var status = stat()
    _ = try retrying("look at", path) { fstat(descriptor, &status) }
    return UInt16(status.st_mode & 0o7777)
  }

  /// The bytes at `offset`, fewer than `count` only at the end of the file. Several threads may read
  /// at once.
  package func read(at offset: Int64, count: Int) throws(GymbagError) -> [UInt8] {
    var failure: GymbagError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(GymbagError) {
        while filled < count {
          let got = try retrying("read", path) {
            pread(
              descriptor, buffer.baseAddress.map { $0 + filled }, count - filled,
              off_t(offset) + off_t(filled))
          }
          if got == 0 { break }
          filled += got
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Writes all of `bytes` at the end or, without append mode, where the last write ended.
  package func write(_ bytes: [UInt8]) throws(GymbagError) {
    try writeAll(bytes, to: descriptor, path)
  }

  /// Writes all of `bytes` at `offset`. Several threads may write to places of their own at once.
  package func write(_ bytes: [UInt8], at offset: Int64) throws(GymbagError) {
    var done = 0
    while done < bytes.count {
      done += try retrying("write", path) {
        bytes.withUnsafeBytes { buffer in
          pwrite(
            descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done,
            off_t(offset) + off_t(done))
        }
      }
    }
  }

  /// Cuts the file to `byteCount`.
  package func truncate(to byteCount: Int64) throws(GymbagError) {
    _ = try retrying("cut", path) { ftruncate(descriptor, off_t(byteCount)) }
  }

  /// Returns once the content is on the disk.
  package func sync() throws(GymbagError) {
    #if canImport(Darwin)
      // A Mac's fsync leaves the bytes in the drive's own cache.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    _ = try retrying("sync", path) { fsync(descriptor) }
  }
}

/// Which file something is: two names of one file have one.
package struct FileIdentity: Equatable, Sendable {
  let device: UInt64
  let number: UInt64
}

/// Writes all of `bytes`, however many calls it takes, and waits where a pipe is full.
func writeAll(_ bytes: [UInt8], to descriptor: CInt, _ path: String) throws(GymbagError) {
  var done = 0
  while done < bytes.count {
    let written = bytes.withUnsafeBytes { buffer in
      write(descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done)
    }
    let code = errno
    if written >= 0 {
      done += written
    } else if code == EAGAIN {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = poll(&waiting, 1, 200)
      try Interruption.check()
    } else if code == EINTR {
      try Interruption.check()
    } else {
      throw .system("write", path, errno: code)
    }
  }
}
