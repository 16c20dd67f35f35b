import Foundation
import GymbagTestSupport
import Testing

/// The machine dies, the disk is full, a file shrinks: at every system call that matters.
@Suite("Whatever happens at any instant", .sampleBackend, .scratch) struct FaultTests {
  private static let calls = ["write", "pwrite64", "fsync", "rename", "ftruncate"]
  private static let unpackCalls = ["mkdir", "mkdirat", "write", "syncfs", "fsync", "renameat2"]
  private static let keyCalls = ["mkdir", "write", "fsync", "rename", "renameat2"]

  private func packed() throws -> (gymbag: Gymbag, archive: Data) {
    let gymbag = try Gymbag()
    try gymbag.pack(from: SampleBackend.url)
    return (gymbag, try Data(contentsOf: URL(fileURLWithPath: gymbag.archive)))
  }

  /// Runs the tool with a fault injected at the nth call of each of its threads, on one file if that
  /// is named.
  private func run(
    _ gymbag: Gymbag, _ words: [String], _ call: String, _ fault: String, _ nth: Int,
    on file: String? = nil
  ) throws -> Tool {
    try Tool.run(
      ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)"]
        + (file.map { ["-P", $0] } ?? [])
        + ["-e", "inject=\(call):\(fault):when=\(nth)", Gymbag.binary] + words,
      environment: gymbag.environment)
  }

  /// The archive is the former one or a new one, whole; `list` and `verify` say so.
  private func expectWhole(_ gymbag: Gymbag, _ former: Data) throws {
    let now = try Data(contentsOf: URL(fileURLWithPath: gymbag.archive))
    #expect(try gymbag.run("list").status == 0)
    if now != former { #expect(try gymbag.run("verify", SampleBackend.day).status == 0) }
  }

  @Test("a pack that is killed leaves the former archive or the new one", arguments: calls)
  func kill(call: String) throws {
    let (gymbag, former) = try packed()
    for nth in 1..<200 {
      let pack = try run(gymbag, ["pack", SampleBackend.day], call, "signal=KILL", nth)
      try expectWhole(gymbag, former)
      if pack.status == 0 {
        #expect(nth > 1, "no \(call) was met")
        break
      }
      // strace ends as the tool did.
      #expect(pack.status == -9)
    }
    // The next pack clears what the killed ones have left.
    try gymbag.output("pack", SampleBackend.day)
    #expect(try FileManager.default.contentsOfDirectory(atPath: gymbag.days) == ["2026-12-01.tar"])
    let staging = gymbag.home + "/.local/share/gymbag/default/staging"
    #expect(try FileManager.default.contentsOfDirectory(atPath: staging) == [])
  }

  @Test(
    "a pack whose disk is full or broken says so and leaves the former archive", arguments: calls)
  func failure(call: String) throws {
    let (gymbag, former) = try packed()
    for error in ["ENOSPC", "EIO"] {
      for nth in 1..<200 {
        let pack = try run(gymbag, ["pack", SampleBackend.day], call, "error=\(error)", nth)
        try expectWhole(gymbag, former)
        #expect(
          try FileManager.default.contentsOfDirectory(atPath: gymbag.days) == ["2026-12-01.tar"])
        if pack.status == 0 { break }
        #expect([73, 74].contains(pack.status), "\(call) \(nth): \(pack.status) \(pack.errors)")
        if error == "ENOSPC", !pack.errors.isEmpty { #expect(pack.errors.contains("disk is full")) }
      }
    }
  }

  @Test("an init that is killed is not a home yet, and the next one makes it", arguments: calls)
  func killedInit(call: String) throws {
    for nth in 1..<60 {
      let gymbag = try Gymbag("home-\(nth)")
      var told = gymbag
      told.environment["GYMBAG_TOKEN"] = SampleBackend.token
      let first = try run(told, ["init", SampleBackend.url], call, "signal=KILL", nth)
      let stamp = gymbag.home + "/.local/share/gymbag/default/owner.json"
      if !FileManager.default.fileExists(atPath: stamp) {
        try told.output("init", SampleBackend.url)
      }
      try gymbag.output("pack", SampleBackend.day)
      try gymbag.output("verify", SampleBackend.day)
      if first.status == 0 { break }
    }
  }

  @Test(
    "an unpack that is killed leaves nothing by the day's name, or all of it",
    arguments: unpackCalls)
  func killedUnpack(call: String) throws {
    let (gymbag, _) = try packed()
    let target = Scratch.path("target")
    let day = target + "/" + SampleBackend.day
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
    for nth in 1..<300 {
      let unpack = try run(
        gymbag, ["unpack", SampleBackend.day, target], call, "signal=KILL", nth)
      if FileManager.default.fileExists(atPath: day) {
        try Tool.output(
          ["sha256sum", "--quiet", "-c", "manifest-sha256.txt", "tagmanifest-sha256.txt"],
          directory: day)
        #expect(try Tool.output(["find", day, "-type", "f"]).split(separator: "\n").count == 29)
        try FileManager.default.removeItem(atPath: day)
      }
      if unpack.status == 0 {
        #expect(nth > 1, "no \(call) was met")
        break
      }
      #expect(unpack.status == -9)
    }
    // The next one clears what the killed ones have left.
    try gymbag.output("unpack", SampleBackend.day, target)
    #expect(try FileManager.default.contentsOfDirectory(atPath: target) == [SampleBackend.day])
  }

  @Test("an unpack whose disk is full or broken says so and leaves nothing", arguments: unpackCalls)
  func failedUnpack(call: String) throws {
    let (gymbag, _) = try packed()
    let target = Scratch.path("target")
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
    for error in ["ENOSPC", "EIO"] {
      for nth in 1..<300 {
        let unpack = try run(
          gymbag, ["unpack", SampleBackend.day, target], call, "error=\(error)", nth)
        let left = try FileManager.default.contentsOfDirectory(atPath: target)
        if unpack.status == 0 {
          #expect(left == [SampleBackend.day])
          try FileManager.default.removeItem(atPath: target + "/" + SampleBackend.day)
          break
        }
        #expect(
          [73, 74].contains(unpack.status), "\(call) \(nth): \(unpack.status) \(unpack.errors)")
        // Once it has its name it is whole, though nobody can say that the name is on the disk.
        #expect(
          left.isEmpty || left == [SampleBackend.day] && unpack.errors.contains("cannot sync"))
        if !left.isEmpty {
          try FileManager.default.removeItem(atPath: target + "/" + SampleBackend.day)
        }
      }
    }
  }

  @Test(
    "a key new that is killed leaves the former key, or none, or the new one", arguments: keyCalls)
  func killedKey(call: String) throws {
    for nth in 1..<60 {
      let gymbag = try Gymbag("home-\(nth)")
      try gymbag.start(on: SampleBackend.url)
      try gymbag.output("key", "revoke", gymbag.config + "/gymbag.pub")
      let first = try run(gymbag, ["key", "new"], call, "signal=KILL", nth)
      let listed = try Tool.output(
        ["jq", "-c", ".signing.revoked"], input: gymbag.output("key", "--json"))
      #expect(["true\n", "false\n", "null\n"].contains(listed))
      if listed != "false\n" { try gymbag.output("key", "new") }
      try gymbag.output("pack", SampleBackend.day)
      try gymbag.output("verify", SampleBackend.day)
      // The secret that was revoked is still there, for whoever wants to know what happened.
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: gymbag.config)
          .count { $0.hasPrefix("revoked-") } == 1)
      if first.status == 0 {
        #expect(nth > 1, "no \(call) was met")
        break
      }
      #expect(first.status == -9)
    }
  }

  @Test("a file that may not grow is an error that says so, and leaves nothing")
  func fileSizeLimit() throws {
    let (gymbag, former) = try packed()
    let target = Scratch.path("target")
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
    for words in ["pack \(SampleBackend.day)", "unpack \(SampleBackend.day) \(target)"] {
      // In blocks of 1024 bytes: less than a catalogue, more than the ledger.
      let tool = try Tool.run(
        ["bash", "-c", "ulimit -f 20; exec \(Gymbag.binary) \(words)"],
        environment: gymbag.environment)
      #expect(tool.status == 74 && tool.errors.contains("allows no larger file"))
      try expectWhole(gymbag, former)
      #expect(try FileManager.default.contentsOfDirectory(atPath: target) == [])
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: gymbag.days) == ["2026-12-01.tar"])
    }
  }

  @Test("on a disk of any size a pack, an unpack and a new key are whole or not there")
  func smallDisks() throws {
    let script = """
      set -eu
      disk=$1 gymbag=$2 archive=$3 day=$4
      for size in $(seq $6 $6 9000); do
        mkdir -p "$disk"
        mount -t tmpfs -o "size=${size}k" none "$disk"
        code=0
        case $5 in
          pack)
            mkdir "$disk/days" && cp "$GYMBAG_HOME/owner.json" "$disk/" &&
              "$gymbag" pack "$day" --home "$disk" > "$disk.out" 2>&1 || code=$?
            ls -A "$disk/days" > "$disk.left" || true
            if [ -s "$disk.left" ]; then "$gymbag" verify "$disk/days/$day.tar" > /dev/null; fi ;;
          unpack)
            "$gymbag" unpack "$archive" "$disk" > "$disk.out" 2>&1 || code=$?
            ls -A "$disk" > "$disk.left"
            if [ -s "$disk.left" ]; then
              (cd "$disk/$day" && sha256sum --quiet -c manifest-sha256.txt)
            fi ;;
          key)
            GYMBAG_CONFIG=$disk "$gymbag" key new > "$disk.out" 2>&1 || code=$?
            GYMBAG_CONFIG=$disk "$gymbag" key > /dev/null
            ls "$disk" | grep gymbag.key > "$disk.left" || true ;;
        esac
        umount "$disk"
        echo "$size $code $(tr '\n' ' ' < "$disk.left")"
        [ "$code" = 0 ] && exit 0
        grep -q "disk is full" "$disk.out" || { cat "$disk.out"; exit 1; }
      done
      """
    let (packer, _) = try packed()
    var gymbag = packer
    gymbag.environment["GYMBAG_HOME"] = gymbag.home + "/.local/share/gymbag/default"
    // A pack keeps what it downloads, uncompressed, in the home while it works.
    for (job, step) in [("key", "4"), ("unpack", "40"), ("pack", "400")] {
      let disks = try Tool.run(
        ["unshare", "--mount"] + (geteuid() == 0 ? [] : ["--map-root-user"]) + [
          "bash", "-c", script, "small-disks", Scratch.path("disk-" + job), Gymbag.binary,
          gymbag.archive, SampleBackend.day, job, step,
        ], environment: gymbag.environment.merging(["PATH": "/usr/bin:/bin"]) { a, _ in a })
      let rows = disks.output + disks.errors
      #expect(disks.status == 0, "\(job): \(rows)")
      let lines = disks.output.split(separator: "\n").map { $0.split(separator: " ") }
      #expect(lines.count > 2 && lines.last?[1] == "0", "\(job): \(rows)")
      for line in lines.dropLast() {
        #expect(line.count == 2 && ["73", "74"].contains(line[1]), "\(job): \(rows)")
      }
    }
  }

  @Test("a file that shrinks while it is read is damaged, and nothing worse")
  func shortReads() throws {
    let (gymbag, _) = try packed()
    for words in [["verify", SampleBackend.day], ["coverage", SampleBackend.day]] {
      for nth in 1..<80 {
        let tool = try run(gymbag, words, "pread64", "retval=0", nth, on: gymbag.archive)
        if [0, 3].contains(tool.status) {
          #expect(nth > 14, "a header and a content for each of seven files")
          break
        }
        #expect(tool.status == 65, "read \(nth): \(tool.status) \(tool.errors)")
      }
    }
  }

  @Test("a file that cannot be read is no verdict")
  func brokenReads() throws {
    let (gymbag, _) = try packed()
    for nth in 1..<80 {
      let tool = try run(
        gymbag, ["verify", SampleBackend.day], "pread64", "error=EIO", nth, on: gymbag.archive)
      if tool.status == 0 { break }
      #expect(tool.status == 74 && tool.output == "" && tool.errors.contains("cannot read"))
    }
  }
}
