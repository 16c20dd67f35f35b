import GymbagModel
import GymbagSystem
import GymbagTestSupport
import Testing

@Suite("An open directory", .scratch) struct OpenDirectoryTests {
  @Test("removes a file only as long as it is the one that was looked at")
  func swapped() throws {
    let directory = try OpenDirectory(Scratch.directory)
    let path = Scratch.path("a")
    try FileSystem.replace(path, with: [1])
    let status = try #require(try directory.status(of: "a"))
    // The former file still lies there under another name, so its number is not given away again.
    try FileSystem.rename(path, to: Scratch.path("former"))
    try FileSystem.replace(path, with: [1])
    let refusal = #expect(throws: GymbagError.self) { try directory.remove("a", ifStill: status) }
    #expect(refusal?.kind == .io && refusal?.message.contains("has changed") == true)
    #expect(try directory.names() == ["a", "former"])
    try directory.remove("former", ifStill: status)
    try directory.remove("former", ifStill: status)
    #expect(try directory.names() == ["a"])
  }

  @Test("is the one that was opened, whatever takes its path, and follows no link")
  func moved() throws {
    let path = Scratch.path("days")
    try FileSystem.makeDirectory(path)
    try FileSystem.replace(path + "/a", with: [1])
    let directory = try OpenDirectory(path)
    let status = try #require(try directory.status(of: "a"))
    try FileSystem.rename(path, to: Scratch.path("moved"))
    try FileSystem.makeDirectory(path)
    try FileSystem.replace(path + "/a", with: [2])
    try directory.remove("a", ifStill: status)
    try directory.sync()
    #expect(try FileSystem.names(in: Scratch.path("moved")) == [])
    #expect(try FileSystem.names(in: path) == ["a"])
    try Tool.output(["ln", "-s", path, Scratch.path("link")])
    #expect(throws: GymbagError.self) {
      try OpenDirectory(Scratch.path("link"), followsLinks: false)
    }
    #expect(try OpenDirectory(Scratch.directory).status(of: "link")?.kind == .other)
  }
}
