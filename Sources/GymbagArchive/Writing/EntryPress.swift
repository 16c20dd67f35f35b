import GymbagCrypto
import GymbagModel
import GymbagSystem
import Synchronization

/// The texts of an entry, each a line of it, or the one text that it is.
struct EntryTexts: Sendable {
  let name: String
  let texts: [Spool.Extent]
  let isLines: Bool
}

/// Compresses entries on all processors, those whose texts are complete while the others are still
/// being downloaded. What comes out lies in the same spool as what went in.
final class EntryPress: Sendable {
  /// An entry as it will be stored.
  struct Pressed: Sendable {
    let content: Spool.Extent
    let digest: [UInt8]
  }

  private let names = Mutex<Set<String>>([])
  private let pressed: Store
  private let queue: WorkQueue<EntryTexts>

  private final class Store: Sendable {
    let entries = Mutex<[String: Pressed]>([:])
  }

  init(_ spool: Spool) throws(GymbagError) {
    let pressed = Store()
    self.pressed = pressed
    queue = try WorkQueue(threads: Processors.count) { next throws(GymbagError) in
      let compressor = try GzipCompressor()
      let hash = try SHA256()
      while let entry = next() {
        let gzip = try compressor.compress(entry.content(in: spool))
        hash.update(gzip[...])
        let done = Pressed(content: try spool.append(gzip), digest: hash.finish())
        pressed.entries.withLock { $0[entry.name] = done }
      }
    }
  }

  /// Begins with an entry, unless that was done before.
  func press(_ entry: EntryTexts) {
    if names.withLock({ $0.insert(entry.name).inserted }) { queue.add(entry) }
  }

  /// Waits for all entries.
  ///
  /// - Returns: each by its name.
  func finish() throws(GymbagError) -> [String: Pressed] {
    try queue.finish()
    return pressed.entries.withLock { $0 }
  }
}

extension EntryTexts {
  fileprivate func content(in spool: Spool) throws(GymbagError) -> [UInt8] {
    var content: [UInt8] = []
    content.reserveCapacity(texts.reduce(0) { $0 + $1.byteCount + 1 })
    try spool.read(texts) { text in
      content += text
      if isLines { content.append(UInt8(ascii: "\n")) }
    }
    return content
  }
}
