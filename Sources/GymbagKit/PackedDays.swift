package import GymbagArchive
package import GymbagHome
package import GymbagModel
import GymbagSystem

/// The archives that can be read: those of the home, by their days, and any file. Reads only.
package struct PackedDays: Sendable {
  private let places: Places
  private let trusted: TrustedKeys

  /// The archives within reach of these places.
  package init(_ places: Places) {
    self.places = places
    trusted = TrustedKeys(directory: places.trustedKeys)
  }

  /// Opens an archive whose head is sound: signed by a trusted key, of the day that was asked for,
  /// of the right length. What lies behind the head is not read.
  ///
  /// - Throws: `notFound` with the days that are there; `badData`; `refused` for a key that is not
  ///   trusted and for another owner's archive in the home; `config` without a home.
  package func open(_ reference: DayReference) throws(GymbagError) -> OpenDay {
    let file = try file(reference)
    let head = try ArchiveHead.read(file, trusted: trusted, asked: reference.asked)
    if let stranger = try strangersProblem(head, reference) { throw stranger.error(in: file.path) }
    return OpenDay(file: file, head: try head.sound(path: file.path))
  }

  /// Verifies an archive from its first byte to its last.
  ///
  /// - Throws: `notFound`, `config`, `io`; `badData` when there is no index to be had.
  package func verify(_ reference: DayReference) throws(GymbagError) -> Verification {
    let file = try file(reference)
    let verification = try Verification.run(file, trusted: trusted, asked: reference.asked)
    let stranger = try strangersProblem(verification.head, reference)
    return verification.adding(stranger)
  }

  /// The days of the home that have an archive, ascending.
  ///
  /// - Throws: `config` without a home; `io`.
  package func days() throws(GymbagError) -> [DayKey] {
    _ = try OwnerStamp.require(places)
    guard try FileSystem.exists(places.days) else { return [] }
    return try FileSystem.names(in: places.days).compactMap { name in
      name.hasSuffix(".tar") ? DayKey(String(name.dropLast(4))) : nil
    }
  }

  /// The path of what `reference` means.
  package func path(of reference: DayReference) -> String {
    switch reference {
    case .day(let day): places.archive(of: day)
    case .file(let path): path
    }
  }

  private func file(_ reference: DayReference) throws(GymbagError) -> File {
    let path = path(of: reference)
    guard case .day(let day) = reference else { return try File(path, .read) }
    let days = try days()
    guard days.contains(day) else {
      let list = days.map(\.description).joined(separator: ", ")
      throw GymbagError(
        .notFound, "\(day) is not packed (\(places.days))",
        hint: days.isEmpty ? "pack it: gymbag pack \(day)" : "these days are: \(list)")
    }
    return try File(path, .read)
  }

  /// In a home lie archives of its owner alone.
  private func strangersProblem(_ head: ArchiveHead, _ reference: DayReference) throws(GymbagError)
    -> Problem?
  {
    guard case .day = reference else { return nil }
    let owner = try OwnerStamp.require(places)
    guard head.index.stamp.owner != owner else { return nil }
    return Problem(nil, "belongs to \(head.index.stamp.owner), the home to \(owner)", .refused)
  }
}

/// An archive that has been opened.
package struct OpenDay: Sendable {
  private let file: File
  /// What its head says.
  package let head: ArchiveHead

  init(file: File, head: ArchiveHead) {
    self.file = file
    self.head = head
  }

  /// Where the archive is.
  package var path: String { file.path }

  /// The index.
  package var index: DayIndex { head.index }

  /// The content of an entry, inflated, once its digest is right.
  ///
  /// - Parameter name: `data/workouts/w-1.json.gz`, or what is left of it without `data/` and
  ///   without `.json.gz` or `.jsonl.gz`.
  /// - Throws: `notFound` with the entries that are like it; `badData`; `io`.
  package func content(of name: String) throws(GymbagError) -> [UInt8] {
    let matches = head.entryNames.filter { $0 == name || OpenDay.shortName($0) == name }
    guard let match = matches.first, matches.count == 1 else {
      let short = head.entryNames.map(OpenDay.shortName)
      throw GymbagError(
        .notFound, "\(index.stamp.day) has no entry \(name.printable) (\(path))",
        hint: EditDistance.nearest(to: name, among: short).map { "did you mean \($0)?" }
          ?? "gymbag show \(index.stamp.day) lists the entries")
    }
    return try head.content(of: match, in: file)
  }

  /// A name as people type it.
  package static func shortName(_ entry: String) -> String {
    var name = entry[...]
    if name.hasPrefix("data/") { name = name.dropFirst(5) }
    for ending in [".json.gz", ".jsonl.gz", ".json"] where name.hasSuffix(ending) {
      name = name.dropLast(ending.count)
    }
    return String(name)
  }
}
