package import GymbagModel
import GymbagJSON
import GymbagSystem

/// Which archives were packed on this machine: a JSON-lines file that belongs to the machine and not
/// to a home, so that a stick which is set back does not set back its own ledger.
package struct Ledger: Sendable {
  /// One line: an archive that was packed.
  package struct Record: Sendable {
    /// Whose archive.
    package let owner: Owner
    /// Of which day.
    package let day: DayKey
    /// Its serial.
    package let serial: Int64
    /// SHA-256 of its tag manifest, in hexadecimal: what its signature is over.
    package let digest: String
    /// When it was packed.
    package let at: Instant

    /// A line of these parts.
    package init(owner: Owner, day: DayKey, serial: Int64, digest: String, at: Instant) {
      self.owner = owner
      self.day = day
      self.serial = serial
      self.digest = digest
      self.at = at
    }
  }

  private let path: String

  /// The ledger of these places.
  package init(_ places: Places) { path = places.ledger }

  /// The greatest serial known for an owner and a day; nil when there is none.
  ///
  /// - Throws: `badData` with the line that is damaged.
  package func newestSerial(_ owner: Owner, _ day: DayKey) throws(GymbagError) -> Int64? {
    guard try FileSystem.exists(path) else { return nil }
    let bytes = try FileSystem.read(path, limit: 1 << 30)
    // A line without an end was being written when its writer died: it is not there.
    let end = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let ownerText = "\(owner)"
    let dayText = "\(day)"
    var newest: Int64?
    do throws(GymbagError) {
      try JSONLines.read(Array(bytes[..<end]), source: path) { document throws(GymbagError) in
        let line = try document.root.object()
        let lineOwner = try line.required("owner").string()
        let lineDay = try line.required("day").string()
        let serial = try line.required("serial").integer(in: 0...Serial.limit)
        if lineOwner == ownerText, lineDay == dayText { newest = max(newest ?? serial, serial) }
      }
    } catch {
      throw GymbagError(
        .badData, "the ledger of what was packed is damaged: \(error.message)",
        hint: "take that line out of \(path)")
    }
    return newest
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
        json.member("event", "pack")
        json.member("owner", "\(record.owner)")
        json.member("day", "\(record.day)")
        json.member("serial", record.serial)
        json.member("tagManifestSHA256", record.digest)
      }
    }
    try file.lock()
    defer { file.unlock() }
    try cutUnfinishedLine(file)
    try file.write(line + [UInt8(ascii: "\n")])
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
  private func cutUnfinishedLine(_ file: File) throws(GymbagError) {
    var end = try file.byteCount()
    while end > 0 {
      let count = min(end, 1 << 16)
      let bytes = try file.read(at: end - count, count: Int(count))
      if let last = bytes.lastIndex(of: UInt8(ascii: "\n")) {
        end = end - count + Int64(last) + 1
        break
      }
      end -= count
    }
    if try file.byteCount() > end { try file.truncate(to: end) }
  }
}
