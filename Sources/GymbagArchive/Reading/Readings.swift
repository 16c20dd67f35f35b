import Synchronization

/// What the threads have read, each reading at the place of its entry.
final class Readings: Sendable {
  private let slots: Mutex<[Reading?]>
  private let mentions = Mutex(Mentions())

  init(count: Int) { slots = Mutex(Array(repeating: nil, count: count)) }

  func put(_ read: [Reading], at range: Range<Int>) {
    slots.withLock { $0.replaceSubrange(range, with: read) }
  }

  func add(_ some: Mentions) { mentions.withLock { $0.formUnion(some) } }

  var all: [Reading] { slots.withLock { $0.compactMap(\.self) } }

  var allMentions: Mentions { mentions.withLock(\.self) }
}
