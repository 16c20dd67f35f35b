import GymbagModel
import GymbagTar

/// Where things lie in an archive.
enum ArchiveLayout {
  /// The files at the head of every archive, in their order; the index's entries follow.
  static let headNames = [
    TagFiles.bagItName, TagFiles.tagManifestName, TagFiles.signatureName, TagFiles.bagInfoName,
    TagFiles.readmeName, TagFiles.manifestName, EntryName.index,
  ]

  /// The most bytes that an entry may hold before it is compressed. What is packed keeps to it, so
  /// that whoever reads can refuse more.
  static let contentLimit = 64 << 20

  /// The most bytes of a file of the head: whose it is shows only when it has been read, so nobody
  /// may make that dear. The manifest and the index grow with the day; the others are a page or two.
  static func headLimit(_ name: String) -> Int {
    [TagFiles.manifestName, EntryName.index].contains(name) ? 16 << 20 : 64 << 10
  }

  /// What stands behind the last file: two blocks of zeros.
  static let endByteCount = 2 * Int64(TarHeader.blockByteCount)

  /// How many bytes a file takes, its header and padding included.
  static func memberByteCount(_ contentByteCount: Int64) -> Int64 {
    Int64(TarHeader.blockByteCount) + TarHeader.padded(contentByteCount)
  }

  /// The names of the entries behind the index, in their order, as they follow from the ids in the
  /// index: an archive can hold no other names.
  static func entryNames(_ index: DayIndex) throws(GymbagError) -> [String] {
    var names: [String] = []
    for workout in index.workouts { names.append(try EntryName.workout(workout.id)) }
    for athlete in index.athletes where athlete.entry != nil {
      names.append(try EntryName.athlete(athlete.id))
    }
    return names + [EntryName.exercises, EntryName.exerciseBases]
      + Catalogue.allCases.map(EntryName.catalogue)
  }
}
