import GymbagJSON
import GymbagModel
import GymbagSystem

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

/// Makes the contents of entries, on one thread.
struct EntryAssembler {
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
    return out.sorted { $0.instance.stands(before: $1.instance) }
  }
}
