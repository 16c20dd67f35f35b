package import GymbagModel

extension ArchiveHead {
  /// What differs between two archives.
  ///
  /// An entry differs when what it inflates to does: equal texts that two builds of zlib have
  /// compressed are equal.
  ///
  /// - Throws: `badData` for an entry of either that is damaged; `io`.
  package func difference(to other: ArchiveHead) throws(GymbagError) -> DayDifference {
    DayDifference(from: index, to: other.index, changedEntries: try changedEntries(to: other))
  }

  private func changedEntries(to other: ArchiveHead) throws(GymbagError) -> [String] {
    guard let manifest, let otherManifest = other.manifest else {
      throw Problem(TagFiles.manifestName, "does not list the entries").error(in: path)
    }
    let former = Dictionary(
      PlacedEntry.list(self).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var reader = try EntryReader(self, manifest)
    var otherReader = try EntryReader(other, otherManifest)
    var changed: [String] = []
    for entry in PlacedEntry.list(other) {
      guard let before = former[entry.name],
        manifest.digest(line: before.line) != otherManifest.digest(line: entry.line)
      else { continue }
      if try text(of: before, reader: &reader) != other.text(of: entry, reader: &otherReader) {
        changed.append(entry.name)
      }
    }
    return changed
  }

  /// What an entry inflates to.
  func text(of entry: PlacedEntry, reader: inout EntryReader) throws(GymbagError) -> [UInt8] {
    do throws(GymbagError) {
      return try reader.text(of: entry)
    } catch {
      throw error.kind == .badData ? Problem(entry.name, error.message).error(in: path) : error
    }
  }
}
