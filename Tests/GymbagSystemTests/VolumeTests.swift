import GymbagTestSupport
import Testing

@testable import GymbagSystem

@Suite("The volume that something lies on", .scratch) struct VolumeTests {
  @Test("has room, and as much as a number holds where a file system tells more")
  func room() throws {
    #expect(try Volume(of: Scratch.directory).freeByteCount >= 0)
    #expect(Volume.byteCount(blocks: 3, of: 4096) == 12_288)
    #expect(Volume.byteCount(blocks: .max, of: 1) == .max)
    #expect(Volume.byteCount(blocks: .max, of: 4096) == .max)
  }
}
