import Foundation
import GymbagArchive
import GymbagModel
import GymbagSystem
import GymbagTestSupport
import Testing

/// No byte of an archive can be changed, and no end cut off, without `verify` saying so.
@Suite("Damage to an archive", .scratch) struct DamageTests {
  /// The archive, open for reading here and for damage there.
  private struct Patient {
    let file: File
    let writer: FileHandle
    let bytes: [UInt8]
    let trusted: TrustedKeys

    init() throws {
      let path = try SmallDay.pack(in: Scratch.directory)
      bytes = try FileSystem.read(path, limit: 1 << 20)
      file = try File(path, .read)
      writer = try #require(FileHandle(forUpdatingAtPath: path))
      trusted = SmallDay.trusted(in: Scratch.directory)
    }

    func put(_ byte: UInt8, at position: Int) throws {
      try writer.seek(toOffset: UInt64(position))
      try writer.write(contentsOf: [byte])
    }

    /// What `verify` says: its problems, or why there is no verdict; nil if it finds nothing.
    func complaint() throws -> String? {
      do throws(GymbagError) {
        let verification = try Verification.run(
          file, trust: trusted, asked: SmallDay.day, threads: 1)
        let lines = verification.problems.map { "\($0.entry ?? ""): \($0.text)" }
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
      } catch {
        #expect(error.kind == .badData)
        return error.message
      }
    }

    /// The name of the file whose header, content or padding is at a position; nil behind the last.
    func name(at position: Int) throws -> String? {
      var offset = 0
      while offset + 512 <= bytes.count, bytes[offset] != 0 {
        let name = String(decoding: bytes[offset..<offset + 100].prefix { $0 != 0 }, as: UTF8.self)
        let digits = String(decoding: bytes[offset + 124..<offset + 135], as: UTF8.self)
        let size = try #require(Int(digits, radix: 8))
        let end = offset + 512 + (size + 511) / 512 * 512
        if position < end { return String(name.dropFirst("2026-12-01/".count)) }
        offset = end
      }
      return nil
    }
  }

  @Test("is found in every byte, and what is damaged is named")
  func flips() throws {
    let patient = try Patient()
    #expect(try patient.complaint() == nil)
    var random = Seeded(20_261_201)
    for (position, byte) in patient.bytes.enumerated() {
      try patient.put(byte ^ (1 << UInt8.random(in: 0..<8, using: &random)), at: position)
      let complaint = try #require(
        try patient.complaint(), "byte \(position) was changed unnoticed")
      let name = try patient.name(at: position) ?? "two blocks of zeros"
      #expect(
        complaint.contains(name), "byte \(position), in \(name), and it says: \(complaint)")
      try patient.put(byte, at: position)
    }
    #expect(try patient.complaint() == nil)
  }

  @Test("is found when the end is cut off, at every byte, and when something is added")
  func cuts() throws {
    let patient = try Patient()
    try patient.writer.seekToEnd()
    for tail in [1, 512, 10_240] {
      try patient.writer.write(contentsOf: Array(repeating: 0, count: tail))
      #expect(try #require(try patient.complaint()).contains("\(tail) bytes too long"))
      try patient.writer.truncate(atOffset: UInt64(patient.bytes.count))
    }
    for length in stride(from: patient.bytes.count - 1, through: 0, by: -1) {
      try patient.writer.truncate(atOffset: UInt64(length))
      let complaint = try #require(try patient.complaint(), "cut to \(length) bytes unnoticed")
      #expect(
        ["short", "ends within", "not a day archive"].contains { complaint.contains($0) },
        "cut to \(length) bytes, and it says: \(complaint)")
    }
  }

  @Test("is all reported in one run")
  func several() throws {
    let patient = try Patient()
    let starts = patient.bytes.indices.filter { $0 % 512 == 0 && patient.bytes[$0] == 0x1f }
    #expect(starts.count == 10)
    for start in starts { try patient.put(0, at: start) }
    let complaint = try #require(try patient.complaint())
    for name in [
      "workouts/_57_2f1", "athletes/a1", "exercises", "exercise-bases", "metrics", "tags",
    ] {
      #expect(complaint.contains(name))
    }
    #expect(complaint.split(separator: "\n").count == 10)
  }
}
