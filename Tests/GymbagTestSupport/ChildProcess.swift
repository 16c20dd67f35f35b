import Foundation
import Glibc

/// A process of ours, started with the signals that a shell would give it.
///
/// Foundation's `Process` lets a child inherit the signal mask of whatever thread starts it, which
/// on Linux may block SIGTERM: such a child cannot be ended.
final class ChildProcess {
  private let pid: pid_t
  private var isRunning = true

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - command: the program, found in PATH, and its arguments.
  ///   - environment: its whole environment; nil for ours.
  ///   - directory: where it runs; nil for where we run.
  ///   - streams: the files behind its standard input, output and error.
  init(
    _ command: [String], environment: [String: String]?, directory: String?,
    streams: (input: String, output: String, errors: String)
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, streams.input, O_RDONLY, 0)
    let write = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&actions, 1, streams.output, write, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, streams.errors, write, 0o600)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    let variables = environment ?? ProcessInfo.processInfo.environment
    let words = (directory.map { ["env", "-C", $0] } ?? []) + command
    let argv = words.map { strdup($0) } + [nil]
    let envp = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in argv + envp { free(text) } }
    var pid: pid_t = 0
    let code = posix_spawn(&pid, try Tool.find(words[0]), &actions, &attributes, argv, envp)
    guard code == 0 else {
      throw Failure("cannot start \(command[0]): \(String(cString: strerror(code)))")
    }
    self.pid = pid
  }

  /// Waits for its end.
  ///
  /// - Returns: its exit code, or the negative number of the signal that ended it.
  func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(pid, &status, 0) == -1, errno == EINTR {}
    isRunning = false
    let signal = status & 0x7f
    return signal == 0 ? (status >> 8) & 0xff : -signal
  }

  /// Whether it has ended by itself.
  func hasEnded() -> Bool {
    var status: Int32 = 0
    if isRunning, waitpid(pid, &status, WNOHANG) == pid { isRunning = false }
    return !isRunning
  }

  /// Asks it to end, and waits until it has.
  func end() {
    guard isRunning else { return }
    kill(pid, SIGTERM)
    _ = wait()
  }
}
