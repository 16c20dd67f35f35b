package import GymbagModel

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension GymbagError {
  /// What a failed system call means: the kind for its `errno`, what was attempted, on what.
  ///
  /// - Parameters:
  ///   - attempt: a verb and what it was done to, `write the archive of 2026-12-01`.
  ///   - path: the file.
  ///   - code: the `errno`, read on the line behind the call.
  package static func system(_ attempt: String, _ path: String, errno code: CInt) -> GymbagError {
    GymbagError(
      kind(of: code), "cannot \(attempt) (\(path))", hint: hint(for: code),
      cause: "\(String(cString: strerror(code))) (errno \(code))")
  }

  /// Something is where something new should be.
  static func existing(_ path: String) -> GymbagError {
    GymbagError(
      .cannotCreate, "it exists already (\(path))", hint: "remove it, or name another place")
  }

  private static func kind(of code: CInt) -> Kind {
    switch code {
    case ENOENT, ENOTDIR: .notFound
    default: .io
    }
  }

  private static func hint(for code: CInt) -> String? {
    switch code {
    case ENOENT, ENOTDIR: "is the name right?"
    case ENOSPC, EDQUOT: "the disk is full: make room and try again"
    case EACCES, EPERM: "check who may read and write there"
    case EIO: "the disk or the stick may be failing: save what it holds elsewhere"
    case EROFS: "the file system is read-only"
    case EFBIG: "the file system or a limit allows no larger file"
    default: nil
    }
  }
}

/// Calls `body` until it is not interrupted by a signal.
///
/// - Parameter body: a system call that answers -1 and sets `errno` when it fails.
/// - Throws: the failure as `GymbagError.system`; `interrupted` when the signal wants the run to end.
func retrying<Result: SignedInteger>(
  _ attempt: String, _ path: String, _ body: () -> Result
) throws(GymbagError) -> Result {
  while true {
    let result = body()
    if result != -1 { return result }
    let code = errno
    if code != EINTR { throw .system(attempt, path, errno: code) }
    try Interruption.check()
  }
}
