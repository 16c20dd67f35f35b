package import GymbagModel

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A command that a person has written for the shell, run for what it prints.
package enum ShellCommand {
  /// How a command ended.
  package enum End: Equatable, Sendable {
    /// With an exit code.
    case exited(Int)
    /// A signal of that number ended it.
    case signalled(Int)
  }

  /// Runs `command` with `/bin/sh -c`. It has our standard input and error, so that it can ask a
  /// person; Ctrl-C reaches it as it reaches us, and we end it when we are to end.
  ///
  /// - Parameter limit: how many bytes it may print.
  /// - Returns: what it printed, and how it ended.
  /// - Throws: `badData` when it prints more; `io`, `interrupted`. It has ended in each case.
  package static func run(_ command: String, limit: Int) throws(GymbagError)
    -> (output: [UInt8], end: End)
  {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .system("make a pipe for", "/bin/sh", errno: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let (readEnd, writeEnd) = (ends[0], ends[1])
    defer { close(readEnd) }
    let child = try spawn(["sh", "-c", command], output: writeEnd)
    let ended: (output: [UInt8], end: End)
    do throws(GymbagError) {
      ended = (try readAll(readEnd, limit: limit), try wait(for: child))
    } catch {
      kill(child, SIGTERM)
      var status: CInt = 0
      while waitpid(child, &status, 0) == -1, errno == EINTR {}
      throw error
    }
    // Ctrl-C ends both of us: then it has not failed. Once it was waited for, its number may be
    // another process's: nothing is ended here.
    try Interruption.check()
    return ended
  }

  private static func spawn(_ words: [String], output: CInt) throws(GymbagError) -> pid_t {
    // Ours would keep the pipe from ever ending.
    defer { close(output) }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    // What we ignore a child would ignore, too.
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var ordinary = sigset_t()
    sigemptyset(&ordinary)
    sigaddset(&ordinary, SIGPIPE)
    sigaddset(&ordinary, SIGXFSZ)
    posix_spawnattr_setsigdefault(&attributes, &ordinary)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))

    let argv = words.map { strdup($0) } + [nil]
    defer { for word in argv { free(word) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, "/bin/sh", &actions, &attributes, argv, environ)
    guard code == 0 else { throw .system("run", "/bin/sh", errno: code) }
    return child
  }

  private static func readAll(_ descriptor: CInt, limit: Int) throws(GymbagError) -> [UInt8] {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while all.count <= limit {
      let got = try retrying("read", "what a command prints") {
        read(descriptor, &buffer, buffer.count)
      }
      if got == 0 { return all }
      all += buffer[..<got]
    }
    throw GymbagError(.badData, "the command prints over \(limit) bytes")
  }

  private static func wait(for child: pid_t) throws(GymbagError) -> End {
    var status: CInt = 0
    _ = try retrying("wait for", "/bin/sh") { waitpid(child, &status, 0) }
    let signal = status & 0x7f
    return signal == 0 ? .exited(Int(status >> 8) & 0xff) : .signalled(Int(signal))
  }
}
