import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// How far a long job is. Any thread may move it on; who is interested is told now and then.
package final class Progress: Sendable {
  /// How far it is.
  package struct State: Sendable {
    /// How many things are done, and how many there are, as far as that is known by now.
    package var items = (done: 0, known: 0)
    /// How many bytes went by.
    package var byteCount: Int64 = 0
    /// How many there are in all; nil while nobody knows.
    package var byteTotal: Int64?
    /// How long it has been going on.
    package var seconds = 0.0
  }

  private struct Job {
    var state = State()
    var toldAt = 0.0
  }

  /// A job that nobody watches.
  package static let unwatched = Progress { _ in }

  /// The shortest time between two tellings, in seconds; also before the first.
  private static let pause = 0.25

  private let job = Mutex(Job())
  private let start = Progress.now()
  private let tell: @Sendable (State) -> Void

  /// A job that begins now.
  ///
  /// - Parameter tell: told how far it is, on whatever thread, never two at a time.
  package init(_ tell: @escaping @Sendable (State) -> Void) { self.tell = tell }

  /// There are more things to do, and so many bytes in all.
  package func expect(items: Int, byteTotal: Int64? = nil) {
    job.withLock { job in
      job.state.items.known += items
      if let byteTotal { job.state.byteTotal = byteTotal }
    }
  }

  /// So much more is done.
  package func advance(items: Int, byteCount: Int64) {
    job.withLock { job in
      job.state.items.done += items
      job.state.byteCount += byteCount
      job.state.seconds = Self.now() - start
      guard job.state.seconds - job.toldAt >= Self.pause else { return }
      job.toldAt = job.state.seconds
      tell(job.state)
    }
  }

  /// By a clock that nobody sets.
  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
