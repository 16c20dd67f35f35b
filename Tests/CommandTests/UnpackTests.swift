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
    #expect(try gymbag.run("unpack", day, gymbag.archive).status == 73)
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

  @Test("removes nothing that it has not made, even if it is called like that")
  func strangersFiles() throws {
    let (gymbag, target) = try packed()
    let script = """
      cd "$1"
      echo precious > .thesis.0123456789abcdef.tmp
      mkdir .vault.0123456789abcdef.tmp && touch .vault.0123456789abcdef.tmp/y
      echo precious > .$2.0123456789abcdef.tmp
      mkdir .$2.fedcba9876543210.tmp && touch .$2.fedcba9876543210.tmp/y
      mkdir "$1.outside" && touch "$1.outside/y" && ln -s "$1.outside" .$2.00000000deadbeef.tmp
      """
    try Tool.output(["bash", "-ec", script, "strangers", target, day])
    #expect(try gymbag.run("unpack", "2030-01-01", target).status == 66)
    #expect(try files.contentsOfDirectory(atPath: target).count == 5)
    try gymbag.output("unpack", day, target)
    // What a run of its own has left is a directory by the day's name.
    #expect(
      try files.contentsOfDirectory(atPath: target).sorted()
        == [
          ".\(day).00000000deadbeef.tmp", ".\(day).0123456789abcdef.tmp",
          ".thesis.0123456789abcdef.tmp", ".vault.0123456789abcdef.tmp", day,
        ].sorted())
    #expect(files.fileExists(atPath: target + ".outside/y"))
  }

  @Test("says names of files so that they steer no terminal")
  func names() throws {
    let (gymbag, target) = try packed()
    let odd = target + "/x\u{1b}[31m\n.tar"
    try files.copyItem(atPath: gymbag.archive, toPath: odd)
    for words in [["verify", odd], ["show", odd], ["unpack", odd, target], ["coverage", odd]] {
      let tool = try Tool.run([Gymbag.binary] + words, environment: gymbag.environment)
      #expect(!tool.output.contains("\u{1b}") && !tool.errors.contains("\u{1b}"))
    }
    try Data("no".utf8).write(to: URL(fileURLWithPath: odd))
    let refused = try gymbag.run("verify", odd)
    #expect(refused.status == 65 && !refused.errors.contains("\u{1b}"))
  }
}
