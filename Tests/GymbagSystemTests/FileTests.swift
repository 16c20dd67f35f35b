import Foundation
import GymbagModel
import GymbagSystem
import GymbagTestSupport
import Synchronization
import Testing

@Suite("Files", .scratch) struct FileTests {
  @Test("are replaced in one step and leave nothing else behind")
  func replace() throws {
    let path = Scratch.path("token")
    try FileSystem.replace(path, with: Array("one".utf8), permissions: 0o600)
    try FileSystem.replace(path, with: Array("two".utf8), permissions: 0o600)
    #expect(try FileSystem.read(path, limit: 10) == Array("two".utf8))
    #expect(try File(path, .read).permissions() == 0o600)
    #expect(try FileSystem.names(in: Scratch.directory) == ["token"])
  }

  @Test("that exist are never made again, not even as a dangling link")
  func create() throws {
    let path = Scratch.path("gymbag.key")
    try FileSystem.create(path, with: Array("one".utf8))
    let link = Scratch.path("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "nowhere")
    for taken in [path, link] {
      #expect {
        try FileSystem.create(taken, with: Array("two".utf8))
      } throws: {
        ($0 as? GymbagError)?.kind == .cannotCreate
      }
    }
    #expect(try FileSystem.read(path, limit: 10) == Array("one".utf8))
    #expect(try FileSystem.names(in: Scratch.directory) == ["gymbag.key", "link"])
  }

  @Test("of runs that died are cleared, and nothing that people have made")
  func leftovers() throws {
    let theirs = [
      ".hidden.tmp", "notes.tmp", ".2026-12-01.tar.tmp", "2026-12-01.tar", ".a.b.c.tmp",
    ]
    for name in theirs { try FileSystem.replace(Scratch.path(name), with: []) }
    let ours = FileSystem.temporaryPath(beside: Scratch.path("2026-12-01.tar"))
    try FileSystem.replace(ours, with: [1])
    try FileSystem.removeLeftovers(in: Scratch.directory)
    #expect(try FileSystem.names(in: Scratch.directory) == theirs.sorted())
  }

  @Test("that are longer than they may be are not read")
  func limit() throws {
    let path = Scratch.path("long")
    try FileSystem.replace(path, with: Array(repeating: 0, count: 11))
    #expect(throws: GymbagError.self) { try FileSystem.read(path, limit: 10) }
    #expect {
      try FileSystem.read(Scratch.path("none"), limit: 10)
    } throws: {
      ($0 as? GymbagError)?.kind == .notFound
    }
  }

  @Test("and directories above them are made as needed")
  func directories() throws {
    let path = Scratch.path("a/b/c")
    try FileSystem.makeDirectory(path, permissions: 0o700)
    try FileSystem.makeDirectory(path)
    #expect(try FileSystem.names(in: Scratch.path("a/b")) == ["c"])
    try FileSystem.replace(Scratch.path("file"), with: [])
    #expect {
      try FileSystem.makeDirectory(Scratch.path("file"))
    } throws: {
      ($0 as? GymbagError)?.kind == .cannotCreate
    }
  }

  @Test(
    "that cannot be there are refused, however often it is tried", arguments: ["/proc/foo/bar", ""])
  func impossibleDirectories(path: String) throws {
    #expect {
      try FileSystem.makeDirectory(path)
    } throws: {
      ($0 as? GymbagError)?.kind == .cannotCreate
    }
  }

  @Test("lend a lock to one holder at a time, who is named; a leftover file means nothing")
  func lock() throws {
    let path = Scratch.path("pack.lock")
    try FileSystem.replace(path, with: Array("99999999\n".utf8))
    do {
      let lock = try FileLock(path, purpose: "a pack")
      #expect {
        try FileLock(path, purpose: "a pack").held()
      } throws: {
        let error = $0 as? GymbagError
        return error?.kind == .later
          && error?.message.contains("process \(ProcessInfo.processInfo.processIdentifier) ")
            == true
      }
      lock.held()
    }
    try FileLock(path, purpose: "a pack").held()
  }
}

extension FileLock {
  /// Keeps the lock up to here.
  fileprivate borrowing func held() {}
}

@Suite("A spool", .scratch) struct SpoolTests {
  @Test("gives back what many threads put in, and has no name")
  func parts() throws {
    let spool = try Spool(in: Scratch.directory)
    #expect(try FileSystem.names(in: Scratch.directory) == [])
    let queue = try WorkQueue<Int>(threads: 8) { next throws(GymbagError) in
      while let number = next() {
        let part = Array("\(number):".utf8) + Array(repeating: 7, count: number % 200)
        let extent = try spool.append(part)
        let again = try spool.read(extent)
        guard again == part else { throw GymbagError(.badData, "another part came back") }
        var joined: [UInt8] = []
        for piece in extent.pieces(of: 64) { joined += try spool.read(piece) }
        guard joined == part else { throw GymbagError(.badData, "the pieces are not the part") }
      }
    }
    for number in 0..<2000 { queue.add(number) }
    try queue.finish()
  }
}

@Suite("A work queue") struct WorkQueueTests {
  @Test("does every job once, those that come later, too", arguments: [1, 2, 7])
  func jobs(threads: Int) throws {
    let done = Mutex<[Int]>([])
    let queue = try WorkQueue<Int>(threads: threads) { next in
      while let job = next() { done.withLock { $0.append(job) } }
    }
    for job in 0..<500 { queue.add(job) }
    usleep(20_000)
    for job in 500..<1000 { queue.add(job) }
    try queue.finish()
    #expect(done.withLock { $0 }.sorted() == Array(0..<1000))
  }

  @Test("ends with the first failure")
  func failure() throws {
    let done = Mutex<Int>(0)
    let queue = try WorkQueue<Int>(threads: 1) { next throws(GymbagError) in
      while let job = next() {
        if job == 3 { throw GymbagError(.io, "job \(job)") }
        done.withLock { $0 += 1 }
      }
    }
    for job in 0..<100 { queue.add(job) }
    #expect {
      try queue.finish()
    } throws: {
      ($0 as? GymbagError)?.message == "job 3"
    }
    queue.add(100)
    #expect(done.withLock { $0 } == 3)
  }

  @Test("that nobody wants any more ends by itself", .timeLimit(.minutes(1)))
  func abandoned() throws {
    let ended = Mutex<Int>(0)
    for _ in 0..<50 {
      let queue = try WorkQueue<Int>(threads: 4) { next in
        while next() != nil {}
        ended.withLock { $0 += 1 }
      }
      for job in 0..<10 { queue.add(job) }
    }
    #expect(ended.withLock { $0 } == 200)
  }
}
