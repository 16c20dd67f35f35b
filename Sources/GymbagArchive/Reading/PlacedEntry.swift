import GymbagModel

/// An entry behind the index: what it is, and where it must lie.
struct PlacedEntry: Sendable {
  enum Kind: Sendable {
    case workout
    case athlete(ID)
    case exercises
    case bases
    case catalogue
  }

  let kind: Kind
  /// Its name below the day's directory.
  let name: String
  /// The day's directory.
  let top: String
  /// Where its header begins.
  let offset: Int64
  let byteCount: Int64
  /// Its line in the manifest, whose first is that of the index.
  let line: Int

  /// Where the next header begins.
  var end: Int64 { offset + ArchiveLayout.memberByteCount(byteCount) }

  /// The entries of a head. Those that the index does not call for, which the head's check has noted,
  /// are left out.
  static func list(_ head: ArchiveHead) -> [PlacedEntry] {
    let index = head.index
    let kinds: [Kind] =
      index.workouts.map { _ in .workout }
      + index.athletes.filter { $0.entry != nil }.map { .athlete($0.id) } + [.exercises, .bases]
      + index.catalogues.map { _ in .catalogue }
    let top = "\(index.stamp.day)/"
    var offset = head.payloadOffset
    var entries: [PlacedEntry] = []
    entries.reserveCapacity(kinds.count)
    for (kind, entry) in zip(kinds, index.entries) {
      entries.append(
        PlacedEntry(
          kind: kind, name: entry.name, top: top, offset: offset,
          byteCount: entry.byteCount, line: entries.count + 1))
      offset += ArchiveLayout.memberByteCount(entry.byteCount)
    }
    return entries
  }
}
