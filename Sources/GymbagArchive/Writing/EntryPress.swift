import GymbagCrypto
import GymbagModel
import GymbagSystem
import Synchronization

/// Compresses entries on all processors, those whose texts are complete while the others are still
/// being downloaded. What comes out lies in the same spool as what went in.
final class EntryPress: Sendable {
  /// An entry as it will be stored.
  struct Pressed: Sendable {
    let content: Spool.Extent
    let digest: [UInt8]
    /// For which exercise definitions it holds instances.
    let definitions: [ID]
  }

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
      var assembler = EntryAssembler(spool: spool)
      while let entry = next() {
        try Interruption.check()
        let (content, definitions) = try assembler.content(of: entry)
        guard content.count <= ArchiveLayout.contentLimit else {
          throw GymbagError(
            .unavailable, "the server sent more than an entry can hold: \(entry.name)")
        }
        let gzip = try compressor.compress(content)
        hash.update(gzip[...])
        let done = Pressed(
          content: try spool.append(gzip), digest: hash.finish(), definitions: definitions)
        pressed.entries.withLock { $0[entry.name] = done }
      }
    }
  }

  /// Begins with an entry.
  func press(_ entry: EntryTexts) { queue.add(entry) }

  /// Waits for all entries.
  ///
  /// - Returns: each by its name.
  func finish() throws(GymbagError) -> [String: Pressed] {
    try queue.finish()
    return pressed.entries.withLock { $0 }
  }
}
