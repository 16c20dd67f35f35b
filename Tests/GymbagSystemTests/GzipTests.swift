import Foundation
import GymbagModel
import GymbagSystem
import GymbagTestSupport
import Testing

@Suite("gzip", .scratch) struct GzipTests {
  private let text = Array(String(repeating: "back squat 102.50 kg\n", count: 20_000).utf8)

  @Test("is what gunzip reads, without name, time and system, the same every time")
  func compress() throws {
    let compressor = try GzipCompressor()
    let first = try compressor.compress(text)
    #expect(try compressor.compress(text) == first)
    #expect(try GzipCompressor().compress(text) == first)
    // RFC 1952: magic, deflate, no flags, no time, no extra flags, unknown system.
    #expect(Array(first[..<10]) == [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
    let path = Scratch.path("text.gz")
    try FileSystem.replace(path, with: first)
    #expect(try Tool.output(["gunzip", "-c", path]).utf8.elementsEqual(text))
    #expect(
      try GzipDecompressor().decompress(compressor.compress([])[...], limit: 0, source: "t") == [])
  }

  @Test("of several members is all that they hold")
  func members() throws {
    let compressor = try GzipCompressor()
    let both = try compressor.compress(Array("one ".utf8)) + compressor.compress(Array("two".utf8))
    #expect(
      try GzipDecompressor().decompress(both[...], limit: 100, source: "t") == Array("one two".utf8)
    )
  }

  @Test("that is cut at any byte is refused")
  func truncation() throws {
    let gzip = try GzipCompressor().compress(Array("a short text, a short text".utf8))
    let decompressor = try GzipDecompressor()
    for length in 0..<gzip.count {
      #expect(throws: GymbagError.self) {
        try decompressor.decompress(gzip[..<length], limit: 1000, source: "t")
      }
    }
    // The same value still reads a good text afterwards.
    #expect(try decompressor.decompress(gzip[...], limit: 1000, source: "t").count == 26)
  }

  @Test("with something behind its last member is refused", arguments: [[0], Array("x".utf8)])
  func junk(tail: [UInt8]) throws {
    let gzip = try GzipCompressor().compress(text) + tail
    #expect(throws: GymbagError.self) {
      try GzipDecompressor().decompress(gzip[...], limit: 1 << 20, source: "t")
    }
  }

  @Test("that inflates beyond the limit is refused")
  func bomb() throws {
    let gzip = try GzipCompressor().compress(Array(repeating: 0, count: 10 << 20))
    #expect(gzip.count < 20_000)
    #expect {
      try GzipDecompressor().decompress(gzip[...], limit: 1 << 20, source: "t")
    } throws: {
      ($0 as? GymbagError)?.message.contains("more than 1048576 bytes") == true
    }
  }
}
