import GymbagModel
import GymbagTar

/// Where things lie in an archive.
enum ArchiveLayout {
  /// The files at the head of every archive, in their order; the index's entries follow.
  static let headNames = [
    TagFiles.bagItName, TagFiles.tagManifestName, TagFiles.signatureName, TagFiles.bagInfoName,
    TagFiles.readmeName, TagFiles.manifestName, EntryName.index,
  ]

  /// What stands behind the last file: two blocks of zeros.
  static let endByteCount = 2 * Int64(TarHeader.blockByteCount)

  /// How many bytes a file takes, its header and padding included.
  static func memberByteCount(_ contentByteCount: Int64) -> Int64 {
    Int64(TarHeader.blockByteCount) + TarHeader.padded(contentByteCount)
  }

  /// The names of the entries behind the index, in their order, as they follow from the rest of the
  /// index: an archive can hold no other names, and none twice.
  static func entryNames(_ index: DayIndex) -> [String] {
    index.workouts.map(\.entry) + index.athletes.compactMap(\.entry)
      + [EntryName.exercises, EntryName.exerciseBases] + index.catalogues.map(\.entry)
  }
}
