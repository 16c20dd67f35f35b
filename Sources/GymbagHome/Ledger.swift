package import GymbagModel
import GymbagJSON
import GymbagSystem

/// Which archives were packed or verified on this machine: a JSON-lines file that belongs to the
/// machine and not to a home, so that a stick which is set back does not set back its own ledger.
package struct Ledger: Sendable {
  /// How an archive came to be known.
  package enum Event: String, Sendable {
    /// It was packed here.
    case pack
    /// It was verified here, from its first byte to its last.
    case verify
  }

  /// One line: an archive that was seen.
  package struct Record: Equatable, Sendable {
    /// How.
    package let event: Event
    /// Whose archive.
    package let owner: Owner
    /// Of which day.
    package let day: DayKey
    /// Its serial.
    package let serial: Int64
    /// SHA-256 of its tag manifest, in hexadecimal: what its signature is over.
    package let digest: String
    /// The fingerprint of the key that signed it: once that is revoked, the line counts no more.
    package let signer: String
    /// When it was seen.
    package let at: Instant

    /// A line of these parts.
    package init(
      _ event: Event, owner: Owner, day: DayKey, serial: Int64, digest: String,
      signer: String, at: Instant
    ) {
      self.event = event
      self.owner = owner
      self.day = day
      self.serial = serial
      self.digest = digest
      self.signer = signer
      self.at = at
    }
  }

  /// What an archive is beside those that were seen of its owner and day.
  package enum Standing: Equatable, Sendable {
    /// It was not seen before, and none that is newer.
    case new
    /// It is the newest that was seen.
    case newest
    /// A newer one was seen.
    case older(than: Record)
    /// Another one with the same serial was seen.
    case conflicting(with: Record)
  }

  /// The longest line, in bytes: what is longer was not written here.
  private static let lineLimit = 1 << 16

  private let path: String

  /// The ledger of these places.
  package init(_ places: Places) { path = places.ledger }

  /// The greatest serial known for an account and a day; nil when there is none.
  ///
  /// - Parameters:
  ///   - owners: the account, by all addresses that its server has had.
  ///   - revoked: fingerprints of keys; what they have signed does not count.
  /// - Throws: `badData` with the line that is damaged.
  package func newestSerial(of owners: [Owner], _ day: DayKey, revoked: [String] = [])
    throws(GymbagError) -> Int64?
  {
    try records(of: owners, day, revoked).map(\.serial).max()
  }

  /// How an archive stands beside those that were seen.
  ///
  /// - Parameters:
  ///   - owners: the archive's account, by all addresses that its server has had: a move makes no old
  ///     archive the newest.
  ///   - revoked: fingerprints of keys; what they have signed does not count.
  /// - Throws: `badData` with the line that is damaged: then nobody can tell.
  package func standing(of archive: Record, owners: [Owner], revoked: [String] = [])
    throws(GymbagError) -> Standing
  {
    let seen = try records(of: owners, archive.day, revoked)
    let same = seen.filter { $0.serial == archive.serial }
    if let other = same.first(where: { $0.digest != archive.digest }) {
      return .conflicting(with: other)
    }
    if let newest = seen.max(by: { $0.serial < $1.serial }), newest.serial > archive.serial {
      return .older(than: newest)
    }
    return same.isEmpty ? .new : .newest
  }

  /// When the last archive was packed, whoever it belongs to, by the clock of its server; nil before
  /// any was. What was verified has the time of this machine's clock, which cannot vouch for itself.
  ///
  /// - Throws: `badData` with the line that is damaged.
  package func newestPackTime() throws(GymbagError) -> Instant? {
    try records { $0.event == .pack }.map(\.at).max()
  }

  /// The archives that were seen of an account and a day, in the order they were.
  private func records(of owners: [Owner], _ day: DayKey, _ revoked: [String])
    throws(GymbagError) -> [Record]
  {
    try records { owners.contains($0.owner) && $0.day == day && !revoked.contains($0.signer) }
  }

  /// The archives that were seen and are wanted, in the order they were seen.
  private func records(_ isWanted: (Record) -> Bool) throws(GymbagError) -> [Record] {
    guard try FileSystem.exists(path) else { return [] }
    var bytes = try FileSystem.read(path, limit: 1 << 30)
    let end = try Self.end(of: bytes[...], path)
    bytes.removeSubrange(end...)
    if bytes.last.map({ $0 != UInt8(ascii: "\n") }) == true { bytes.append(UInt8(ascii: "\n")) }
    var records: [Record] = []
    do throws(GymbagError) {
      try JSONLines.read(bytes, source: path) { document throws(GymbagError) in
        let record = try Record(document.root)
        if isWanted(record) { records.append(record) }
      }
    } catch {
      throw GymbagError(
        .badData, "the ledger of what was packed is damaged: \(error.message)",
        hint: "mend that line, or take it out, in \(path)")
    }
    return records
  }

  /// Where the lines end, behind a last one that has no newline but is whole: an editor may have saved
  /// the file without it. Anything else that has none was being written when its writer died: it is
  /// not there.
  private static func end(of tail: ArraySlice<UInt8>, _ path: String) throws(GymbagError) -> Int {
    let end = tail.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? tail.startIndex
    let rest = Array(tail[end...])
    guard rest.count <= lineLimit else {
      throw GymbagError(
        .badData, "the ledger of what was packed is damaged: its last line has no end (\(path))",
        hint: "take that line out")
    }
    let isWhole = (try? Record(JSONDocument(rest, source: path).root)) != nil
    return isWhole ? tail.endIndex : end
  }

  /// Makes sure that a line can be appended, so that a pack fails before its work if not.
  ///
  /// - Throws: `cannotCreate`.
  package func makeWritable() throws(GymbagError) { _ = try open() }

  /// Appends a line and returns once it is on the disk.
  ///
  /// - Throws: `cannotCreate` or `io`.
  package func append(_ record: Record) throws(GymbagError) {
    let file = try open()
    let line = JSONWriter.text { json in
      json.object { json in
        json.member("at", "\(record.at)")
        json.member("event", record.event.rawValue)
        json.member("owner", "\(record.owner)")
        json.member("day", "\(record.day)")
        json.member("serial", record.serial)
        json.member("tagManifestSHA256", record.digest)
        json.member("signer", record.signer)
      }
    }
    try file.lock()
    defer { file.unlock() }
    let glue = try endLastLine(file)
    try file.write(glue + line + [UInt8(ascii: "\n")])
    try file.sync()
  }

  /// Opens the ledger; one that is new is on the disk, name and all, before anything is in it.
  private func open() throws(GymbagError) -> File {
    let directory = FileSystem.parent(of: path) ?? "/"
    try FileSystem.makeDirectory(directory, permissions: 0o700)
    if try !FileSystem.exists(path) {
      // Made by renaming: whoever else begins the ledger at this moment is not overwritten.
      do throws(GymbagError) {
        try FileSystem.create(path, with: [], permissions: 0o600)
      } catch {
        if try !FileSystem.exists(path) { throw error }
      }
    }
    return try File(path, .append, permissions: 0o600)
  }

  /// Takes away what a writer that died has left of its line: the next line would be glued to it.
  ///
  /// - Returns: what must stand before the next line.
  private func endLastLine(_ file: File) throws(GymbagError) -> [UInt8] {
    let byteCount = try file.byteCount()
    let count = min(byteCount, Int64(Self.lineLimit) + 1)
    let tail = try file.read(at: byteCount - count, count: Int(count))
    let end = byteCount - count + Int64(try Self.end(of: tail[...], path))
    if end < byteCount { try file.truncate(to: end) }
    let needsNewline = end == byteCount && tail.last.map { $0 != UInt8(ascii: "\n") } == true
    return needsNewline ? [UInt8(ascii: "\n")] : []
  }
}

extension Ledger.Record {
  fileprivate init(_ value: JSONValue) throws(GymbagError) {
    let line = try value.object()
    let (event, owner, day, at) = (
      try line.required("event"), try line.required("owner"), try line.required("day"),
      try line.required("at")
    )
    guard let event = Ledger.Event(rawValue: try event.string()) else {
      throw event.mismatch("pack or verify")
    }
    guard let owner = Owner(try owner.string()) else { throw owner.mismatch("an owner") }
    guard let day = DayKey(try day.string()) else { throw day.mismatch("a day") }
    guard let at = Instant(try at.string()) else { throw at.mismatch("a time") }
    self.init(
      event, owner: owner, day: day,
      serial: try line.required("serial").integer(in: 0...Serial.limit),
      digest: try line.required("tagManifestSHA256").string(),
      signer: try line.optional("signer")?.string() ?? "", at: at)
  }
}
