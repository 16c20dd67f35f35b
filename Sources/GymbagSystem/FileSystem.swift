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

  /// What is at `path`; nil when nothing is. No link is followed.
  ///
  /// - Throws: `io` when it cannot be told.
  package static func status(of path: String) throws(GymbagError) -> FileStatus? {
    var status = stat()
    if lstat(path, &status) == 0 { return FileStatus(status) }
    let code = errno
    if code == ENOENT || code == ENOTDIR { return nil }
    throw .system("look at", path, errno: code)
  }

  /// Whether there is anything at `path`; a dangling link is something.
  ///
  /// - Throws: `io` when it cannot be told.
  package static func exists(_ path: String) throws(GymbagError) -> Bool {
    try status(of: path) != nil
  }

  /// Which file has this name now.
  package static func identity(of path: String) throws(GymbagError) -> FileIdentity {
    try File(path, .read).identity()
  }

  /// The names in a directory in ascending order of their bytes, `.` and `..` left out.
  ///
  /// - Throws: `notFound` or `io`.
  package static func names(in directory: String) throws(GymbagError) -> [String] {
    guard let stream = opendir(directory) else {
      throw .system("list", directory, errno: errno)
    }
    return try names(stream, directory)
  }

  /// The names in an open directory, which stays open.
  static func names(inOpen descriptor: CInt, _ path: String) throws(GymbagError) -> [String] {
    // A descriptor of its own: what was read of a directory is remembered with the descriptor.
    let own = try retrying("list", path) {
      openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
    guard let stream = fdopendir(own) else {
      let code = errno
      close(own)
      throw .system("list", path, errno: code)
    }
    return try names(stream, path)
  }

  /// The names in an open directory, which is closed.
  private static func names(_ stream: DirectoryStream, _ path: String) throws(GymbagError)
    -> [String]
  {
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        let code = errno
        if code != 0 { throw .system("list", path, errno: code) }
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

  /// The same of a file that decides what is trusted: who else could write it could decide, too.
  ///
  /// - Throws: `refused` when others can write it.
  package static func readOwn(_ path: String, limit: Int64) throws(GymbagError) -> [UInt8] {
    try checkOwn(path)
    return try read(path, limit: limit)
  }

  /// Makes sure that nobody else can write a file or directory that decides what is trusted.
  ///
  /// - Throws: `refused` when others can; `notFound`, `io`.
  package static func checkOwn(_ path: String) throws(GymbagError) {
    var status = stat()
    _ = try retrying("look at", path) { stat(path, &status) }
    guard status.st_uid == geteuid() || status.st_uid == 0 else {
      throw GymbagError(
        .refused, "what is trusted here belongs to another user (\(path))",
        hint: "chown it if it is yours: chown \(geteuid()) \(path.quotedForShell)")
    }
    guard status.st_mode & 0o022 == 0 else {
      throw GymbagError(
        .refused, "others can change what is trusted here (\(path))",
        hint: "chmod go-w \(path.quotedForShell)")
    }
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

  /// Removes what runs that died have left in a directory of gymbag's own, under `temporaryPath`'s
  /// names. Only for who holds the lock under which such are made.
  package static func removeLeftovers(in directory: String) throws(GymbagError) {
    for name in try names(in: directory) {
      if leftoverBase(name) != nil { try removeTree(directory + "/" + name) }
    }
  }

  /// What `temporaryPath` was asked for when it gave this name; nil for any other name.
  package static func leftoverBase(_ name: String) -> String? {
    guard name.hasPrefix("."), name.hasSuffix(".tmp") else { return nil }
    let middle = name.dropFirst().dropLast(4)
    guard let dot = middle.lastIndex(of: "."), middle[dot...].utf8.count == 17,
      middle[middle.index(after: dot)...].utf8.allSatisfy({
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      })
    else { return nil }
    return String(middle[..<dot])
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
    case EEXIST: throw .existing(new)
    case EINVAL, ENOSYS, ENOTSUP:
      // A file system without such a rename; a link will not replace anything either, and where
      // there are no links, looking first is all that can be done.
      if link(old, new) == 0 {
        try remove(old)
        return try syncParent(of: new)
      }
      if try exists(new) { throw .existing(new) }
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

  /// Removes a file, or a directory with all that is in it. One that is not there is fine.
  ///
  /// Every name is looked up in the directory that was opened before, and no link is followed:
  /// whatever is done to the tree meanwhile, nothing outside it is removed.
  package static func removeTree(_ path: String) throws(GymbagError) {
    let directory = parent(of: path) ?? "/"
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    let descriptor = try retrying("open", directory) { open(directory, flags) }
    defer { close(descriptor) }
    try removeTree(lastPart(of: path), in: descriptor, path)
  }

  /// The same, by its name in an open directory.
  static func removeTree(_ name: String, in directory: CInt, _ path: String)
    throws(GymbagError)
  {
    if unlinkat(directory, name, 0) == 0 { return }
    let code = errno
    if code == ENOENT { return }
    // What is a directory, the one system says in this way and the other in that.
    guard code == EISDIR || code == EPERM else { throw .system("remove", path, errno: code) }
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let inner = try retrying("open", path) { openat(directory, name, flags) }
    guard let stream = fdopendir(inner) else {
      let code = errno
      close(inner)
      throw .system("list", path, errno: code)
    }
    let copy = dup(inner)
    defer { close(copy) }
    for child in try names(stream, path) { try removeTree(child, in: copy, path + "/" + child) }
    _ = try retrying("remove", path) { unlinkat(directory, name, AT_REMOVEDIR) }
  }

  /// Returns once the names in the directory of `path` are on the disk.
  package static func syncParent(of path: String) throws(GymbagError) {
    let directory = parent(of: path) ?? "/"
    let descriptor = try retrying("open", directory) { open(directory, O_RDONLY | O_CLOEXEC) }
    defer { close(descriptor) }
    try sync(directory: descriptor, directory)
  }

  /// Returns once the names in an open directory are on the disk.
  static func sync(directory descriptor: CInt, _ path: String) throws(GymbagError) {
    if fsync(descriptor) == 0 { return }
    let code = errno
    // Some file systems know no sync of a directory; that is not a sync that failed.
    if code != EINVAL && code != ENOTSUP { throw .system("sync", path, errno: code) }
  }
}

#if canImport(Darwin)
  private typealias DirectoryStream = UnsafeMutablePointer<DIR>
#else
  private typealias DirectoryStream = OpaquePointer
#endif

private func systemRename(_ old: String, _ new: String) -> CInt { rename(old, new) }
