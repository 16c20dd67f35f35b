import CLibc
package import GymbagModel

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Files and directories by their paths.
package enum FileSystem {
  /// Makes a directory and those above it that are missing; one that is there stays as it is.
  ///
  /// - Throws: `cannotCreate`.
  package static func makeDirectory(_ path: String, permissions: UInt16 = 0o755)
    throws(GymbagError)
  {
    if mkdir(path, mode_t(permissions)) == 0 { return try syncParent(of: path) }
    var code = errno
    // What is still missing once its parent is there cannot be made.
    if code == ENOENT, let parent = parent(of: path), parent != ".", parent != path {
      try makeDirectory(parent, permissions: permissions)
      if mkdir(path, mode_t(permissions)) == 0 { return try syncParent(of: path) }
      code = errno
    }
    var status = stat()
    guard code == EEXIST, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw GymbagError.system("make the directory", path, errno: code).asKind(.cannotCreate)
    }
  }

  /// The directory that `path` lies in; nil for the root.
  package static func parent(of path: String) -> String? {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    let parent = String(path[..<slash])
    return parent.isEmpty ? (path == "/" ? nil : "/") : parent
  }

  /// The last part of `path`.
  package static func lastPart(of path: String) -> String {
    String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
  }

  /// Whether there is anything at `path`; a dangling link is something.
  ///
  /// - Throws: `io` when it cannot be told.
  package static func exists(_ path: String) throws(GymbagError) -> Bool {
    var status = stat()
    if lstat(path, &status) == 0 { return true }
    let code = errno
    if code == ENOENT || code == ENOTDIR { return false }
    throw .system("look at", path, errno: code)
  }

  /// The names in a directory in ascending order of their bytes, `.` and `..` left out.
  ///
  /// - Throws: `notFound` or `io`.
  package static func names(in directory: String) throws(GymbagError) -> [String] {
    guard let stream = opendir(directory) else {
      throw .system("list", directory, errno: errno)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        let code = errno
        if code != 0 { throw .system("list", directory, errno: code) }
        break
      }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
        field.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: field.pointee))
        {
          String(cString: $0)
        }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The whole content of a regular file of at most `limit` bytes.
  ///
  /// - Throws: `notFound`, `io`, or `badData` when the file is longer.
  package static func read(_ path: String, limit: Int64) throws(GymbagError) -> [UInt8] {
    let file = try File(path, .read)
    let byteCount = try file.byteCount()
    guard byteCount <= limit else {
      throw GymbagError(.badData, "\(byteCount) bytes, at most \(limit) expected (\(path))")
    }
    return try file.read(at: 0, count: Int(byteCount))
  }

  /// Puts `content` at `path` in one step: whoever looks sees the former file or the new one, whole,
  /// and after this call a power cut cannot undo it.
  package static func replace(_ path: String, with content: [UInt8], permissions: UInt16 = 0o644)
    throws(GymbagError)
  {
    try publish(to: path, replacing: true, content: content, permissions: permissions)
  }

  /// Puts `content` at `path` like `replace`, but never over something that is there.
  ///
  /// - Throws: `cannotCreate` when there is.
  package static func create(_ path: String, with content: [UInt8], permissions: UInt16 = 0o644)
    throws(GymbagError)
  {
    try publish(to: path, replacing: false, content: content, permissions: permissions)
  }

  private static func publish(
    to path: String, replacing: Bool, content: [UInt8], permissions: UInt16
  ) throws(GymbagError) {
    let temporary = temporaryPath(beside: path)
    do throws(GymbagError) {
      let file = try File(temporary, .create, permissions: permissions)
      try file.write(content)
      try file.sync()
      if replacing { try rename(temporary, to: path) } else { try place(temporary, at: path) }
    } catch {
      _ = unlink(temporary)
      throw error
    }
  }

  /// A name in the directory of `path` that nothing has: `.NAME.RANDOM.tmp`.
  package static func temporaryPath(beside path: String) -> String {
    let random = (0..<8).map { _ in UInt8.random(in: 0...255) }.hex
    return (parent(of: path) ?? "/") + "/." + lastPart(of: path) + "." + random + ".tmp"
  }

  /// Removes what runs that died have left in a directory of `temporaryPath`'s names, files or
  /// directories. Only for who holds the lock under which such are made.
  package static func removeLeftovers(in directory: String) throws(GymbagError) {
    for name in try names(in: directory) {
      let parts = name.split(separator: ".", omittingEmptySubsequences: false)
      let isOurs =
        parts.count >= 4 && parts[0].isEmpty && parts[parts.count - 1] == "tmp"
        && parts[parts.count - 2].count == 16 && parts[parts.count - 2].allSatisfy(\.isHexDigit)
      if isOurs { try removeTree(directory + "/" + name) }
    }
  }

  /// Renames within a directory, over what was there, and syncs the directory.
  package static func rename(_ old: String, to new: String) throws(GymbagError) {
    _ = try retrying("rename \(old)", new) { systemRename(old, new) }
    try syncParent(of: new)
  }

  /// Renames within a directory unless something has the new name already, and syncs the directory.
  ///
  /// - Throws: `cannotCreate` when something has it; `io`.
  package static func place(_ old: String, at new: String) throws(GymbagError) {
    #if os(Linux)
      let status = renameat2(AT_FDCWD, old, AT_FDCWD, new, GB_RENAME_NOREPLACE)
    #else
      let status = renamex_np(old, new, UInt32(RENAME_EXCL))
    #endif
    let code = errno
    switch status == 0 ? 0 : code {
    case 0: try syncParent(of: new)
    case EEXIST: throw GymbagError(.cannotCreate, "it exists already (\(new))")
    case EINVAL, ENOSYS, ENOTSUP:
      // A file system without such a rename; a link will not replace anything either, and where
      // there are no links, looking first is all that can be done.
      if link(old, new) == 0 {
        try remove(old)
        return try syncParent(of: new)
      }
      if try exists(new) { throw GymbagError(.cannotCreate, "it exists already (\(new))") }
      try rename(old, to: new)
    default: throw .system("rename \(old)", new, errno: code)
    }
  }

  /// Removes a file. One that is not there is fine.
  package static func remove(_ path: String) throws(GymbagError) {
    if unlink(path) == 0 { return }
    let code = errno
    if code != ENOENT { throw .system("remove", path, errno: code) }
  }

  /// Removes a file, or a directory with all that is in it; links are removed and not followed.
  package static func removeTree(_ path: String) throws(GymbagError) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      return try remove(path)
    }
    for name in try names(in: path) { try removeTree(path + "/" + name) }
    _ = try retrying("remove", path) { rmdir(path) }
  }

  /// Returns once the names in the directory of `path` are on the disk.
  static func syncParent(of path: String) throws(GymbagError) {
    let directory = parent(of: path) ?? "/"
    let descriptor = try retrying("open", directory) { open(directory, O_RDONLY | O_CLOEXEC) }
    defer { close(descriptor) }
    if fsync(descriptor) == 0 { return }
    let code = errno
    // Some file systems know no sync of a directory; that is not a sync that failed.
    if code != EINVAL && code != ENOTSUP { throw .system("sync", directory, errno: code) }
  }
}

private func systemRename(_ old: String, _ new: String) -> CInt { rename(old, new) }
