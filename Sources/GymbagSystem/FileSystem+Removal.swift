package import GymbagModel

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension FileSystem {
  /// Removes a file and returns once a power cut cannot bring it back. One that is not there is fine,
  /// and a link is removed, not what it leads to.
  package static func removeForGood(_ path: String) throws(GymbagError) {
    guard try exists(path) else { return }
    try remove(path)
    try syncParent(of: path)
  }

  /// Removes a directory if nothing is in it.
  ///
  /// - Returns: whether it is gone, or was not there.
  package static func removeEmptyDirectory(_ path: String) throws(GymbagError) -> Bool {
    if rmdir(path) == 0 {
      try syncParent(of: path)
      return true
    }
    let code = errno
    switch code {
    case ENOENT: return true
    case ENOTEMPTY, EEXIST, ENOTDIR: return false
    // A mount point, or a directory above which nothing may be changed: what was in it is gone.
    case EBUSY, EACCES, EPERM, EROFS: return false
    default: throw .system("remove", path, errno: code)
    }
  }
}
