import Foundation
import GymbagTestSupport
import Testing

/// Nothing but common tools is needed to check and read an archive.
@Suite("Other people's tools", .sampleBackend, .scratch) struct OtherToolsTests {
  /// Packs the sample club's day and unpacks it with GNU tar.
  private func unpacked() throws -> (gymbag: Gymbag, bag: String) {
    let gymbag = try Gymbag()
    try gymbag.pack(from: SampleBackend.url)
    try Tool.output(["tar", "-xf", gymbag.archive, "-C", Scratch.directory])
    return (gymbag, Scratch.path(SampleBackend.day))
  }

  @Test("agree that the bag is valid, and by whom it is signed")
  func validity() throws {
    let (gymbag, bag) = try unpacked()
    let validated = try Tool.run(["bagit.py", "--validate", bag])
    #expect(validated.status == 0 && validated.errors.contains("is valid"))
    for manifest in ["tagmanifest-sha256.txt", "manifest-sha256.txt"] {
      try Tool.output(["sha256sum", "--strict", "--quiet", "-c", manifest], directory: bag)
    }
    let verified = try Tool.output(
      ["minisign", "-V", "-p", gymbag.config + "/gymbag.pub", "-m", "tagmanifest-sha256.txt"],
      directory: bag)
    #expect(verified.contains("Trusted comment: gymbag-day 1\tday=2026-12-01\towner=http%3A%2F%2F"))
  }

  @Test("read the same names and contents, GNU tar as well as bsdtar")
  func contents() throws {
    let (gymbag, bag) = try unpacked()
    let names = try Tool.output(["tar", "-tf", gymbag.archive])
    #expect(try Tool.output(["bsdtar", "-tf", gymbag.archive]) == names)
    #expect(names.split(separator: "\n").count == 29)
    try FileManager.default.createDirectory(
      atPath: Scratch.path("bsd"), withIntermediateDirectories: true)
    try Tool.output(["bsdtar", "-xf", gymbag.archive, "-C", Scratch.path("bsd")])
    try Tool.output(["diff", "-r", bag, Scratch.path("bsd/" + SampleBackend.day)])
  }

  @Test("read every entry as JSON, and find there what the index says")
  func json() throws {
    let (_, bag) = try unpacked()
    func sh(_ script: String) throws -> String {
      try Tool.output(["bash", "-euo", "pipefail", "-c", script], directory: bag)
    }
    #expect(
      try sh("cd data; find . -name '*.gz' | while read f; do zcat $f | jq -e . >/dev/null; done")
        == "")
    // The pairs of the index are those of the athletes' files.
    let index = try sh(
      """
      jq -r '.exerciseDefinitions as $d | .athletes[] | . as $a | .covered[] \
        | $a.id + " " + $d[.].id' data/day.json | sort -u
      """)
    let files = try sh(
      "for f in data/athletes/*; do zcat $f; done "
        + "| jq -r '.userID + \" \" + .exerciseDefinitionID' | sort -u")
    #expect(index == files && index.split(separator: "\n").count > 40)
    #expect(try sh("zcat data/exercises.jsonl.gz | jq -r .id | wc -l") == "20\n")
    #expect(try sh("zcat data/exercise-bases.jsonl.gz | jq -r .id | wc -l") == "12\n")
  }

  @Test("can do all that README.txt in the archive says")
  func readme() throws {
    let (gymbag, bag) = try unpacked()
    try FileManager.default.copyItem(
      atPath: gymbag.config + "/gymbag.pub", toPath: bag + "/coach.pub")
    let readme = try String(contentsOfFile: bag + "/README.txt", encoding: .utf8)
    let commands = readme.split(separator: "\n").filter { $0.hasPrefix("  ") }
    #expect(commands.count == 6)
    for command in commands {
      try Tool.output(["bash", "-euo", "pipefail", "-c", String(command)], directory: bag)
    }
  }

  @Test("see the same bytes from two fresh homes with one key and SOURCE_DATE_EPOCH")
  func reproducible() throws {
    var archives: [Data] = []
    for name in ["one", "two"] {
      var gymbag = try Gymbag(name)
      gymbag.environment["SOURCE_DATE_EPOCH"] = "1796065890"
      if name == "two" {
        try FileManager.default.createDirectory(
          atPath: gymbag.config, withIntermediateDirectories: true)
        let key = try Gymbag("one").config + "/gymbag.key"
        try FileManager.default.copyItem(atPath: key, toPath: gymbag.config + "/gymbag.key")
      }
      try gymbag.pack(from: SampleBackend.url)
      archives.append(try Data(contentsOf: URL(fileURLWithPath: gymbag.archive)))
      #expect(
        try Tool.output(
          ["jq", ".index.serial"], input: gymbag.output("show", SampleBackend.day, "--json"))
          == "1796065890\n")
    }
    #expect(archives[0] == archives[1])
  }
}
