import CLibc
package import GymbagModel

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The file system that something lies on.
package struct Volume: Sendable {
  /// How many bytes can still be written by whoever runs this.
  package let freeByteCount: Int64
  /// What kind it is, as the system calls it, `ext4`; nil when the system does not say.
  package let kind: String?

  /// Whether it is one of the simple file systems of sticks, which keep no journal of their own: a
  /// pull in the middle of a write can cost more than what was being written.
  package var isOfSticks: Bool {
    ["vfat", "msdos", "exfat", "fuseblk", "fuse.exfat", "fuse.fusefat"].contains(kind)
  }

  /// The file system that `path` lies on.
  ///
  /// - Throws: `notFound`, `io`.
  package init(of path: String) throws(GymbagError) {
    var space = statvfs()
    _ = try retrying("look at", path) { statvfs(path, &space) }
    freeByteCount = Self.byteCount(
      blocks: UInt64(space.f_bavail), of: UInt64(space.f_frsize))
    kind = Self.kind(of: path)
  }

  /// The length of so many blocks. File systems in a network may tell any number.
  static func byteCount(blocks: UInt64, of size: UInt64) -> Int64 {
    let (byteCount, overflows) = blocks.multipliedReportingOverflow(by: size)
    return overflows ? .max : Int64(clamping: byteCount)
  }

  #if canImport(Darwin)
    private static func kind(of path: String) -> String? {
      var status = statfs()
      guard statfs(path, &status) == 0 else { return nil }
      return withUnsafeBytes(of: &status.f_fstypename) { name in
        String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
      }
    }
  #else
    /// By the table of mounts, which names what statfs(2) only numbers.
    ///
    /// Source: section /proc/pid/mountinfo of proc(5).
    private static func kind(of path: String) -> String? {
      var status = stat()
      guard stat(path, &status) == 0, let table = readTable() else { return nil }
      let device = "\(gb_device_major(status.st_dev)):\(gb_device_minor(status.st_dev))"
      for line in table.split(separator: "\n") {
        let fields = line.split(separator: " ")
        guard fields.count > 3, fields[2] == device, let dash = fields.firstIndex(of: "-"),
          dash + 1 < fields.count
        else { continue }
        return String(fields[dash + 1])
      }
      return nil
    }

    /// A file of the kernel's, which has no length before it is read.
    private static func readTable() -> String? {
      let path = "/proc/self/mountinfo"
      guard let file = try? File(path, .read) else { return nil }
      var bytes: [UInt8] = []
      while let more = try? file.read(at: Int64(bytes.count), count: 1 << 16), !more.isEmpty {
        bytes += more
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  #endif
}
