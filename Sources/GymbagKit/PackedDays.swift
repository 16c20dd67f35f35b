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
  package func open(_ reference: DayReference) throws(GymbagError) -> ArchiveHead {
    let head = try ArchiveHead.read(file(reference), trusted: trusted, asked: reference.asked)
    return try head.adding(strangersProblem(head, reference)).sound()
  }

  /// Verifies an archive from its first byte to its last.
  ///
  /// - Throws: `notFound`, `config`, `io`; `badData` when there is no index to be had.
  package func verify(_ reference: DayReference) throws(GymbagError) -> Verification {
    let verification = try Verification.run(
      file(reference), trusted: trusted, asked: reference.asked)
    return verification.adding(try strangersProblem(verification.head, reference))
  }

  /// The days of the home that have an archive, ascending.
  ///
  /// - Throws: `config` without a home; `io`.
  package func days() throws(GymbagError) -> [DayKey] {
    _ = try OwnerStamp.require(places)
    guard try FileSystem.exists(places.days) else { return [] }
    return try FileSystem.names(in: places.days).compactMap { name in
      DayKey(archiveName: name)
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
        hint: days.isEmpty ? "pack it with gymbag pack" : "these days are: \(list)")
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
    return Problem(
      nil, "the archive belongs to \(head.index.stamp.owner), the home to \(owner)", .refused,
      hint: "move it out of the home")
  }
}
