import GymbagModel
import GymbagSystem
import GymbagTar
import GymbagTestSupport
import Testing

@Suite("A canonical tar", .scratch) struct TarTests {
  private let time = Instant(unixSeconds: 1_796_065_890)

  private func write(_ members: [(name: String, content: String)]) throws -> String {
    let path = Scratch.path("a.tar")
    let writer = try TarWriter(path: path, modified: time)
    for member in members {
      try writer.begin(member.name, byteCount: Int64(member.content.utf8.count))
      try writer.write(Array(member.content.utf8))
    }
    try writer.finish()
    return path
  }

  @Test("is read by GNU tar and bsdtar, and ends in exactly two blocks of zeros")
  func others() throws {
    let name = "2026-12-01/" + String(repeating: "n", count: 89)
    let path = try write([("2026-12-01/a", "one"), ("2026-12-01/empty", ""), (name, "two")])
    for tool in ["tar", "bsdtar"] {
      #expect(
        try Tool.output([tool, "-tf", path]) == "2026-12-01/a\n2026-12-01/empty\n\(name)\n")
      #expect(try Tool.output([tool, "-xOf", path, name]) == "two")
    }
    let listing = try Tool.output(
      ["tar", "--numeric-owner", "--utc", "--full-time", "-tvf", path])
    #expect(listing.hasPrefix("-rw-r--r-- 0/0               3 2026-11-30 19:11:30 2026-12-01/a\n"))
    let bytes = try FileSystem.read(path, limit: 1 << 20)
    #expect(bytes.count == 3 * 512 + 2 * 512 + 2 * 512)
    #expect(bytes.suffix(1024).allSatisfy { $0 == 0 })
  }

  @Test("has the headers that the maker makes, whatever came before")
  func headers() throws {
    let maker = try TarHeaderMaker()
    let members = [("d/a", "one"), ("d/b", ""), ("d/c", String(repeating: "x", count: 5000))]
    let bytes = try FileSystem.read(write(members), limit: 1 << 20)
    var offset = 0
    for (name, content) in members {
      let size = Int64(content.utf8.count)
      let header = TarHeader(name: name, byteCount: size, modified: time)
      let block = Array(bytes[offset..<offset + 512])
      #expect(try maker.bytes(of: header) == block)
      #expect(try maker.bytes(of: header) == block)
      #expect(TarHeader(reading: block) == header)
      offset += 512 + Int(TarHeader.padded(size))
    }
    // A large size costs no content: libarchive fills it with zeros, which are thrown away.
    let large = TarHeader(name: "d/large", byteCount: 8 << 20, modified: time)
    #expect(TarHeader(reading: try maker.bytes(of: large)) == large)
  }

  @Test("header with any bit changed is another one than the maker makes")
  func flips() throws {
    let maker = try TarHeaderMaker()
    let header = TarHeader(name: "2026-12-01/data/day.json", byteCount: 1234, modified: time)
    let block = try maker.bytes(of: header)
    for position in block.indices {
      for bit in 0..<8 {
        var changed = block
        changed[position] ^= 1 << UInt8(bit)
        #expect(try maker.bytes(of: header) != changed)
      }
    }
  }

  @Test("holds no name, size or time that ustar cannot spell")
  func limits() throws {
    let maker = try TarHeaderMaker()
    let long = String(repeating: "n", count: 101)
    for header in [
      TarHeader(name: long, byteCount: 0, modified: time),
      TarHeader(name: "", byteCount: 0, modified: time),
      TarHeader(name: "Zoë", byteCount: 0, modified: time),
      TarHeader(name: "a b", byteCount: 0, modified: time),
      TarHeader(name: "a", byteCount: 1 << 33, modified: time),
      TarHeader(name: "a", byteCount: -1, modified: time),
      TarHeader(name: "a", byteCount: 0, modified: Instant(unixSeconds: -1)),
    ] {
      #expect(throws: GymbagError.self) { try maker.bytes(of: header) }
    }
  }

  @Test("that is given more than it was promised is an error")
  func tooMuch() throws {
    let writer = try TarWriter(path: Scratch.path("b.tar"), modified: time)
    try writer.begin("d/a", byteCount: 2)
    #expect(throws: GymbagError.self) { try writer.write(Array("three".utf8)) }
  }
}
