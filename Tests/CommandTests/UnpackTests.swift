import Foundation
import GymbagTestSupport
import Testing

/// What `unpack` writes is what it has checked.
@Suite("Unpacking", .sampleBackend, .scratch) struct UnpackTests {
  private let day = SampleBackend.day
  private let files = FileManager.default

  private func packed() throws -> (gymbag: Gymbag, target: String) {
    let gymbag = try Gymbag()
    try gymbag.pack(from: SampleBackend.url)
    let target = Scratch.path("target")
    try files.createDirectory(atPath: target, withIntermediateDirectories: true)
    return (gymbag, target)
  }

  @Test("gives the tree that tar gives")
  func sameAsTar() throws {
    let (gymbag, target) = try packed()
    let said = try gymbag.output("unpack", day, target)
    #expect(said.contains("valid: ") && said.contains("unpacked   \(target)/\(day)"))
    let other = Scratch.path("tar")
    try files.createDirectory(atPath: other, withIntermediateDirectories: true)
    try Tool.output(["tar", "-xf", gymbag.archive, "-C", other])
    try Tool.output(["diff", "-r", target, other])
    let json = try gymbag.output("unpack", gymbag.archive, Scratch.directory, "--json")
    #expect(try Tool.output(["jq", "-r", ".archive.valid"], input: json) == "true\n")
  }

  @Test("never goes over what is there, be it a file, a directory or a link")
  func existing() throws {
    let (gymbag, target) = try packed()
    let outside = Scratch.path("outside")
    try files.createDirectory(atPath: outside, withIntermediateDirectories: true)
    let path = target + "/" + day
    for make in [["touch", path], ["mkdir", path], ["ln", "-s", outside, path]] {
      try Tool.output(make)
      let tool = try gymbag.run("unpack", day, target)
      #expect(tool.status == 73 && tool.errors.contains("it exists already"))
      try Tool.output(["rm", "-rf", path])
    }
    #expect(try files.contentsOfDirectory(atPath: outside) == [])
    #expect(try files.contentsOfDirectory(atPath: target) == [])
    #expect(try gymbag.run("unpack", day, target + "/none").status == 66)
    #expect(try gymbag.run("unpack", day, gymbag.archive).status == 66)
  }

  @Test("leaves nothing of an archive that is damaged, wherever it is")
  func damage() throws {
    let (gymbag, target) = try packed()
    let whole = try Data(contentsOf: URL(fileURLWithPath: gymbag.archive))
    let copy = Scratch.path("\(day).tar")
    var random = Seeded(20_261_201)
    for _ in 0..<40 {
      var bytes = whole
      bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1
      try bytes.write(to: URL(fileURLWithPath: copy))
      let tool = try gymbag.run("unpack", copy, target)
      #expect([65, 77].contains(tool.status))
      #expect(try files.contentsOfDirectory(atPath: target) == [])
    }
    // And the way back: the same archive, undamaged.
    try whole.write(to: URL(fileURLWithPath: copy))
    try gymbag.output("unpack", copy, target)
  }

  @Test("does not begin while another unpacks there")
  func lock() throws {
    let (gymbag, target) = try packed()
    let tool = try gymbag.run("unpack", day, target, within: ["flock", target])
    #expect(tool.status == 75 && tool.errors.contains("running there already"))
    try gymbag.output("unpack", day, target)
  }
}
