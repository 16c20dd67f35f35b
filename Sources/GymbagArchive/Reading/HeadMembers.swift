import GymbagModel
import GymbagSystem
import GymbagTar

/// The files at the head of an archive as they stand in the tar, before anything is believed.
struct HeadMembers {
  /// The day that the top directory is named after.
  let day: DayKey
  /// The time in the headers.
  let modified: Instant
  /// How many bytes the head takes; the payload begins behind it.
  let byteCount: Int64
  /// Headers and padding that are not canonical.
  let problems: [Problem]
  private let contents: [String: [UInt8]]

  /// The content of a file of the head.
  func content(_ name: String) -> [UInt8] { contents[name] ?? [] }

  /// Gives every file to `body`.
  func each(_ body: Verification.EntryTaker) throws(GymbagError) {
    for name in ArchiveLayout.headNames { try body(name, content(name)[...]) }
  }

  /// Reads the files one after another; each must be the next of `ArchiveLayout.headNames`.
  ///
  /// - Throws: `badData` when one is not.
  static func read(_ file: File, byteCount fileByteCount: Int64) throws(GymbagError)
    -> HeadMembers
  {
    let maker = try TarHeaderMaker()
    var start: (day: DayKey, modified: Instant)?
    var contents: [String: [UInt8]] = [:]
    var problems: [Problem] = []
    var offset: Int64 = 0
    var previous: String?
    for name in ArchiveLayout.headNames {
      let block = try file.read(at: offset, count: TarHeader.blockByteCount)
      guard let header = TarHeader(reading: block), header.name.hasSuffix("/" + name),
        let day = DayKey(String(header.name.dropLast(name.count + 1)))
      else {
        let place = previous.map { "behind \($0), at byte \(offset)," } ?? "at its beginning"
        throw GymbagError(
          .badData,
          "not a day archive, or damaged at its head: \(place) is no \(name) (\(file.path))",
          hint: Problem.damageHint)
      }
      guard header.byteCount <= ArchiveLayout.headLimit(name) else {
        throw GymbagError(
          .badData,
          "\(name) is over \(ArchiveLayout.headLimit(name)) bytes, which no archive has"
            + " (\(file.path))",
          hint: Problem.damageHint)
      }
      previous = name
      let (topDay, modified) = start ?? (day, header.modified)
      start = (topDay, modified)
      let canonical = TarHeader(
        name: "\(topDay)/\(name)", byteCount: header.byteCount, modified: modified)
      if try maker.bytes(of: canonical) != block {
        problems.append(Problem(name, "its tar header is not canonical"))
      }
      offset += Int64(TarHeader.blockByteCount)
      let padded = TarHeader.padded(header.byteCount)
      // The length is asked for first, so that nothing is made room for that is not there.
      var content =
        offset + padded <= fileByteCount ? try file.read(at: offset, count: Int(padded)) : []
      guard content.count == Int(padded) else {
        throw GymbagError(
          .badData, "the archive ends within \(name) (\(file.path))", hint: Problem.damageHint)
      }
      if !content.isZero(in: Int(header.byteCount)..<content.count) {
        problems.append(Problem(name, "the padding behind it is not zeros"))
      }
      content.removeLast(content.count - Int(header.byteCount))
      contents[name] = content
      offset += padded
    }
    guard let start else { throw GymbagError(.badData, "an empty head (\(file.path))") }
    return HeadMembers(
      day: start.day, modified: start.modified, byteCount: offset, problems: problems,
      contents: contents)
  }
}
