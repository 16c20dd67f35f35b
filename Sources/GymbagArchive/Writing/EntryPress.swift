import GymbagCrypto
import GymbagJSON
import GymbagModel
import GymbagSystem
import Synchronization

/// What an entry is made of.
struct EntryTexts: Sendable {
  /// How the texts become a content.
  enum Form: Sendable {
    /// The one text is the content.
    case document
    /// Each text is a line.
    case lines
    /// Each text is an exercise instance and becomes a line; those that came twice become one.
    case instances
  }

  let name: String
  let texts: [Spool.Extent]
  let form: Form
}

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
      var assembler = EntryAssembler(spool: spool)
      while let entry = next() {
        let (content, definitions) = try assembler.content(of: entry)
        let gzip = try compressor.compress(content)
        hash.update(gzip[...])
        let done = Pressed(
          content: try spool.append(gzip), digest: hash.finish(), definitions: definitions)
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

/// Makes the contents of entries, on one thread.
private struct EntryAssembler {
  let spool: Spool
  private var knownDefinitions = IDPool()

  init(spool: Spool) { self.spool = spool }

  /// The content of an entry before it is compressed, and which exercise definitions its instances
  /// are for.
  mutating func content(of entry: EntryTexts) throws(GymbagError) -> ([UInt8], [ID]) {
    var content: [UInt8] = []
    content.reserveCapacity(entry.texts.reduce(0) { $0 + $1.byteCount + 1 })
    if entry.form == .instances {
      let lines = try instances(entry)
      for line in lines {
        content += line.text
        content.append(UInt8(ascii: "\n"))
      }
      return (content, lines.map(\.instance.exerciseDefinitionID))
    }
    try spool.read(entry.texts) { text in
      content += text
      if entry.form == .lines { content.append(UInt8(ascii: "\n")) }
    }
    return (content, [])
  }

  private typealias Line = (instance: ExerciseInstance, text: [UInt8])

  /// The instances ordered by what they are for and then by id: the same whatever came first. One
  /// that came several times, with several workouts, must have come as the same text.
  private mutating func instances(_ entry: EntryTexts) throws(GymbagError) -> [Line] {
    var texts: [[UInt8]] = []
    try spool.read(entry.texts) { texts.append(Array($0)) }
    var lines: [Line] = []
    for text in texts {
      let instance = try ExerciseInstance(JSONDocument(text, source: entry.name).root)
      lines.append(
        (
          ExerciseInstance(
            id: instance.id,
            exerciseDefinitionID: knownDefinitions.shared(instance.exerciseDefinitionID),
            userID: instance.userID), text
        ))
    }
    lines.sort { $0.instance.id < $1.instance.id }
    var out: [Line] = []
    for line in lines {
      if let former = out.last, former.instance.id == line.instance.id {
        guard former.text == line.text else {
          throw GymbagError(
            .unavailable, "exercise instance \(line.instance.id) changed on the server meanwhile",
            hint: "pack again")
        }
      } else {
        out.append(line)
      }
    }
    // Stable: within what they are for, they stay ordered by id.
    return out.sorted { $0.instance.exerciseDefinitionID < $1.instance.exerciseDefinitionID }
  }
}
