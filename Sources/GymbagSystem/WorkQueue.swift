package import GymbagModel
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Jobs that are done by a few threads, in the order they were added, while more are being added.
package final class WorkQueue<Job: Sendable>: Sendable {
  /// What a thread does: it takes one job after another until there are no more. What it needs for
  /// all of them, it makes once.
  package typealias Worker =
    @Sendable (_ next: () -> Job?) throws(GymbagError) -> Void

  private let jobs = Jobs()
  /// Those that nobody has joined yet.
  private let threads: Mutex<[Thread]>

  /// Starts the threads.
  ///
  /// - Throws: `io` when the system gives no thread at all.
  package init(threads threadCount: Int, _ worker: @escaping Worker) throws(GymbagError) {
    let jobs = self.jobs
    let started = (0..<max(1, threadCount)).compactMap { _ in
      Thread {
        do throws(GymbagError) {
          try worker(jobs.take)
        } catch {
          jobs.fail(error)
        }
      }
    }
    threads = Mutex(started)
    if started.isEmpty { throw GymbagError(.io, "no thread can be started") }
  }

  /// Who lets go of a queue before its end wants no more of it.
  deinit {
    jobs.close(discarding: true)
    joinThreads()
  }

  /// Adds a job. After a failure nothing more is done.
  package func add(_ job: Job) { jobs.add(job) }

  /// Waits until all jobs are done; none can be added any more.
  ///
  /// - Throws: the first failure of a worker; the jobs behind it were not done.
  package func finish() throws(GymbagError) {
    jobs.close(discarding: false)
    joinThreads()
    if let failure = jobs.failure { throw failure }
  }

  private func joinThreads() {
    threads.withLock { threads in
      for thread in threads { thread.join() }
      threads = []
    }
  }

  /// The jobs that wait, and whether more will come.
  ///
  /// Sendable because every access to what changes stands between `lock` and `unlock`.
  private final class Jobs: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var waiting: [Job] = []
    private var takenCount = 0
    private var isClosed = false
    private var firstFailure: GymbagError?

    init() {
      pthread_mutex_init(mutex, nil)
      pthread_cond_init(change, nil)
    }

    deinit {
      pthread_cond_destroy(change)
      pthread_mutex_destroy(mutex)
      change.deallocate()
      mutex.deallocate()
    }

    var failure: GymbagError? { locked { firstFailure } }

    func add(_ job: Job) {
      locked {
        if firstFailure == nil { waiting.append(job) }
        pthread_cond_signal(change)
      }
    }

    /// The next job, once there is one; nil when there will be none.
    func take() -> Job? {
      locked {
        while takenCount == waiting.count && !isClosed { pthread_cond_wait(change, mutex) }
        guard takenCount < waiting.count else { return nil }
        takenCount += 1
        return waiting[takenCount - 1]
      }
    }

    func close(discarding: Bool) {
      locked {
        isClosed = true
        if discarding { takenCount = waiting.count }
        pthread_cond_broadcast(change)
      }
    }

    func fail(_ error: GymbagError) {
      locked {
        if firstFailure == nil { firstFailure = error }
        takenCount = waiting.count
        isClosed = true
        pthread_cond_broadcast(change)
      }
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return body()
    }
  }
}

/// The machine's processors.
package enum Processors {
  /// How many there are.
  package static var count: Int { max(1, Int(sysconf(CInt(_SC_NPROCESSORS_ONLN)))) }
}
