package import GymbagModel
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Work that is dealt to threads.
package enum Parallel {
  /// How many processors there are.
  package static var processorCount: Int { max(1, Int(sysconf(CInt(_SC_NPROCESSORS_ONLN)))) }

  /// Calls `work` once on each of `threadCount` threads, and returns when all have returned.
  ///
  /// - Parameter work: given its thread's number from 0; takes its share from a counter of its own.
  /// - Throws: the failure of the thread with the lowest number.
  package static func run(
    threads threadCount: Int, _ work: @escaping @Sendable (Int) throws(GymbagError) -> Void
  ) throws(GymbagError) {
    let failures = Mutex<[Int: GymbagError]>([:])
    let attempt: @Sendable (Int) -> Void = { number in
      do throws(GymbagError) {
        try work(number)
      } catch {
        failures.withLock { $0[number] = error }
      }
    }
    // The calling thread is one of them: with one, no thread is started.
    let others = (1..<max(1, threadCount)).compactMap { number in Thread { attempt(number) } }
    attempt(0)
    // A thread that could not be started leaves its share to the others only if shares are taken
    // from a common counter, as the rule of `work` says.
    for thread in others { thread.join() }
    if let first = failures.withLock({ $0.min { $0.key < $1.key } }) { throw first.value }
  }
}

/// A thread of the operating system.
private struct Thread {
  private let handle: pthread_t

  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread; nil when the system has none left.
  init?(_ run: @escaping @Sendable () -> Void) {
    let body = Unmanaged.passRetained(Body(run))
    #if canImport(Darwin)
      var handle: pthread_t?
      let code = pthread_create(&handle, nil, Self.start, body.toOpaque())
    #else
      var handle: pthread_t = 0
      let start: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { raw in
        if let raw { Unmanaged<Body>.fromOpaque(raw).takeRetainedValue().run() }
        return nil
      }
      let code = pthread_create(&handle, nil, start, body.toOpaque())
    #endif
    guard code == 0 else {
      body.release()
      return nil
    }
    self.handle = handle
  }

  func join() { pthread_join(handle, nil) }
}
