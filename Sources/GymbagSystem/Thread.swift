#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A thread of the operating system.
struct Thread {
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
      let code = pthread_create(
        &handle, nil,
        { raw in
          Unmanaged<Body>.fromOpaque(raw).takeRetainedValue().run()
          return nil
        }, body.toOpaque())
      let started = code == 0 ? handle : nil
    #else
      var handle: pthread_t = 0
      let code = pthread_create(
        &handle, nil,
        { raw in
          if let raw { Unmanaged<Body>.fromOpaque(raw).takeRetainedValue().run() }
          return nil
        }, body.toOpaque())
      let started = code == 0 ? Optional(handle) : nil
    #endif
    guard let started else {
      body.release()
      return nil
    }
    self.handle = started
  }

  /// Returns when the thread has ended.
  func join() { pthread_join(handle, nil) }
}
