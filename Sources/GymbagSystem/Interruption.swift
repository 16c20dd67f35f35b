package import GymbagModel
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A wish of a person (Ctrl-C) or of the system that the run ends.
///
/// The first signal only leaves a mark: loops look at it, undo what is half done and end. A second
/// one ends the process at once.
package enum Interruption {
  /// The signal that came, 0 before.
  private static let signal = Atomic<CInt>(0)

  /// Lets SIGINT and SIGTERM leave their mark, and a pipe that nobody reads and a file that grows
  /// over a limit be ordinary failures of a write.
  package static func install() {
    // Made before a handler can ask for it.
    signal.store(0, ordering: .relaxed)
    var action = sigaction()
    let handler: @convention(c) (CInt) -> Void = { number in
      if Interruption.signal.exchange(number, ordering: .relaxed) != 0 { _exit(128 + number) }
    }
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = handler
    #else
      action.__sigaction_handler.sa_handler = handler
    #endif
    sigaction(SIGINT, &action, nil)
    sigaction(SIGTERM, &action, nil)
    ignore(SIGPIPE)
    ignore(SIGXFSZ)
  }

  /// Ends what is going on, if the run shall end.
  ///
  /// - Throws: `interrupted`.
  package static func check() throws(GymbagError) {
    if signal.load(ordering: .relaxed) != 0 { throw GymbagError(.interrupted, "interrupted") }
  }

  /// The exit code of a run that a signal ended: 130 for SIGINT, 143 for SIGTERM.
  package static var exitCode: CInt { 128 + signal.load(ordering: .relaxed) }
}

private func ignore(_ number: CInt) { signal(number, SIG_IGN) }
