import Foundation
import GymbagTestSupport
import Testing

/// Go or no-go before leaving: each reason by itself.
@Suite("Whether the coach can leave", .scratch) struct ReadyTests {
  private func day(_ offset: String) throws -> String {
    try Tool.output(["date", "-d", offset, "+%F"], environment: ["TZ": "Europe/Berlin"])
      .trimmingCharacters(in: .newlines)
  }

  /// A home with tomorrow packed, on a club that goes on running.
  private func packed(_ change: (SmallClub) -> Void = { _ in }) throws -> (
    Gymbag, SmallClub, String
  ) {
    let club = try SmallClub()
    change(club)
    let gymbag = try Gymbag()
    try gymbag.start(on: club.url)
    let tomorrow = try day("tomorrow")
    try gymbag.output("pack", tomorrow)
    return (gymbag, club, tomorrow)
  }

  /// The lines with another verdict than go, `VERDICT SUBJECT`, and the exit code.
  private func remarks(_ gymbag: Gymbag, _ words: String..., within wrapper: [String] = []) throws
    -> (lines: [String], status: Int32)
  {
    let json = try gymbag.run(["ready", "--json"] + words, within: wrapper)
    let filter =
      "[.machine, .days[].checks] | flatten[] | select(.verdict != \"go\") | .verdict + \" \" + .subject"
    let lines = try Tool.output(["jq", "-r", filter], input: json.output).split(separator: "\n")
    return (lines.map(String.init), json.status)
  }

  @Test("is go when everything is there")
  func go() throws {
    let (gymbag, club, tomorrow) = try packed()
    defer { club.stop() }
    let ready = try gymbag.run("ready")
    #expect(ready.status == 0 && ready.output.hasSuffix("\nGo.\n"))
    #expect(ready.output.hasPrefix("\(tomorrow)\n  go      archive      signed by "))
    for part in [
      "\(tomorrow), tomorrow, in Europe/Berlin", "just now",
      "2 of 2 athletes covered, 4 of 4 pairs",
      "6 from the server, of \(try day("today"))", " free (", "for its owner alone to read",
    ] {
      #expect(ready.output.contains(part))
    }
    #expect(try remarks(gymbag) == ([], 0))
    // The days that are over do not count; named, they do.
    let yesterday = try day("yesterday")
    try gymbag.output("pack", yesterday)
    #expect(try remarks(gymbag) == ([], 0))
    #expect(try remarks(gymbag, "yesterday") == (["remark day"], 1))
    #expect(try remarks(gymbag, gymbag.days + "/\(tomorrow).tar") == ([], 0))
  }

  @Test("is go with remarks when someone lacks something, and no-go when a workout cannot start")
  func coverage() throws {
    let (gymbag, club, tomorrow) = try packed { club in
      club["/workouts/w/exercises"] = SmallClub.instances(["mia squat", "mia row", "ole row"])
    }
    #expect(try remarks(gymbag) == (["remark coverage"], 1))
    #expect(try gymbag.run("ready").output.contains("gymbag coverage \(tomorrow)"))
    club["/workouts/w/exercises"] = "[]"
    try gymbag.output("pack", tomorrow)
    #expect(try remarks(gymbag) == (["noGo coverage"], 3))
    #expect(try gymbag.run("ready").output.contains("cannot start: w"))
    club["/workouts"] = #"[{"id":"w","items":[],"participants":[]}]"#
    try gymbag.output("pack", tomorrow)
    #expect(try remarks(gymbag) == (["remark coverage"], 1))
  }

  @Test("is no-go when nothing is packed, or not what was named")
  func nothing() throws {
    let (gymbag, club, tomorrow) = try packed()
    defer { club.stop() }
    let later = try day("2 days")
    #expect(try remarks(gymbag, tomorrow, later) == (["noGo archive"], 3))
    try FileManager.default.removeItem(atPath: gymbag.days + "/\(tomorrow).tar")
    #expect(try remarks(gymbag) == (["noGo days"], 3))
    #expect(try gymbag.run("ready").output.contains("gymbag pack tomorrow"))
    let empty = try Gymbag("empty").run("ready")
    #expect(empty.status == 78 && empty.output == "")
  }

  @Test("is no-go when the archive is damaged, too short, older, or another's")
  func damage() throws {
    let (gymbag, club, tomorrow) = try packed()
    defer { club.stop() }
    let path = gymbag.days + "/\(tomorrow).tar"
    let older = try Data(contentsOf: URL(fileURLWithPath: path))
    try gymbag.output("pack", tomorrow)
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    var changed = whole
    changed[whole.count - 2000] ^= 1
    for bytes in [changed, whole.dropLast(), older] {
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      let found = try remarks(gymbag)
      #expect(found.status == 3 && Set(found.lines) == ["noGo archive"])
    }
    try whole.write(to: URL(fileURLWithPath: path))
    try gymbag.output("key", "revoke", gymbag.config + "/gymbag.pub")
    let revoked = try remarks(gymbag)
    #expect(revoked.status == 3 && Set(revoked.lines) == ["noGo archive", "remark key"])
  }

  @Test("remarks on a key that others can read, and on none")
  func key() throws {
    let (gymbag, club, _) = try packed()
    defer { club.stop() }
    let key = gymbag.config + "/gymbag.key"
    try Tool.output(["chmod", "640", key])
    #expect(try remarks(gymbag) == (["remark key"], 1))
    #expect(try gymbag.run("ready").output.contains("→ chmod 600 \(key)"))
    try FileManager.default.removeItem(atPath: key)
    #expect(try remarks(gymbag) == (["remark key"], 1))
  }

  @Test("is no-go in a home of another account, and advises no trust there")
  func foreignHome() throws {
    let (gymbag, club, _) = try packed()
    defer { club.stop() }
    try #"{"baseURL":"http://stranger.example/v1","userID":"coach"}"#.write(
      toFile: gymbag.home + "/.local/share/gymbag/default/owner.json", atomically: true,
      encoding: .utf8)
    let foreign = try remarks(gymbag)
    #expect(foreign.status == 3 && foreign.lines.contains("noGo owner"))
    #expect(try !gymbag.run("ready").output.contains("→ gymbag key trust"))
  }

  @Test("remarks on a day to come that was checked over a day ago")
  func old() throws {
    let (gymbag, club, _) = try packed()
    defer { club.stop() }
    let later = try day("4 days")
    try gymbag.output("pack", later)
    let found = try remarks(gymbag, later, within: ["faketime", "-f", "+3d"])
    #expect(found == (["remark checked"], 1))
    #expect(try remarks(gymbag, later) == ([], 0))
  }

  @Test("that cannot be looked at is an error and no verdict")
  func unreadable() throws {
    let (gymbag, club, tomorrow) = try packed()
    defer { club.stop() }
    let ready = try gymbag.run(
      "ready", "--json",
      within: [
        "strace", "-f", "-qq", "-o", "/dev/null", "-P", gymbag.days + "/\(tomorrow).tar", "-e",
        "trace=pread64", "-e", "inject=pread64:error=EIO",
      ])
    #expect(ready.status == 74 && ready.output == "" && ready.errors.contains("cannot read"))
  }

  @Test("remarks on a stick's file system, and on a disk that is nearly full")
  func volumes() throws {
    let (packer, club, _) = try packed()
    defer { club.stop() }
    var gymbag = packer
    let image = Scratch.path("stick.img")
    try Tool.output(["truncate", "-s", "40M", image])
    try Tool.output(["/usr/sbin/mkfs.vfat", image])
    let script = """
      set -eu
      mkdir -p "$1" "$2"
      fusefat -o rw+ "$3" "$1"
      trap 'umount "$1"' EXIT
      cp -r "$GYMBAG_HOME/." "$1/"
      "$4" ready --home "$1" --json || true
      mount -t tmpfs -o size=200m none "$2"
      cp -r "$GYMBAG_HOME/." "$2/"
      "$4" ready --home "$2" --json || true
      """
    gymbag.environment["GYMBAG_HOME"] = gymbag.home + "/.local/share/gymbag/default"
    gymbag.environment["PATH"] = "/usr/sbin:/usr/bin:/sbin:/bin"
    let answers = try Tool.output(
      ["unshare", "--mount"] + (geteuid() == 0 ? [] : ["--map-root-user"]) + [
        "bash", "-c", script, "volumes", Scratch.path("stick"), Scratch.path("small"), image,
        Gymbag.binary,
      ], environment: gymbag.environment)
    let filter =
      "[.machine[] | select(.verdict != \"go\") | .verdict + \" \" + .subject] | join(\", \")"
    #expect(
      try Tool.output(["jq", "-r", filter], input: answers)
        == "noGo space, remark fileSystem\nremark space\n")
    #expect(answers.contains("fuse.fusefat keeps no journal"))
  }

  @Test("is said with commands that act on the same account, and on the same archive")
  func advice() throws {
    let club = try SmallClub()
    defer { club.stop() }
    club["/workouts/w/exercises"] = SmallClub.instances(["mia squat"])
    let gymbag = try Gymbag()
    try gymbag.output(
      "init", club.url, "--profile", "rowing", "--token-file", "-", input: "token")
    let tomorrow = try day("tomorrow")
    let packed = try gymbag.output("pack", tomorrow, "--profile", "rowing")
    let advice = "→ who lacks what: gymbag coverage --profile rowing \(tomorrow)\n"
    #expect(packed.contains(advice))
    #expect(try gymbag.run("ready", "--profile", "rowing").output.contains(advice))
    let json = try gymbag.run("ready", "--profile", "rowing", "--json").output
    #expect(json.contains("gymbag coverage --profile rowing \(tomorrow)"))
    let copy = Scratch.path("days") + "/\(tomorrow).tar"
    try FileManager.default.createDirectory(
      atPath: Scratch.path("days"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: gymbag.home + "/.local/share/gymbag/rowing/days/\(tomorrow).tar", toPath: copy)
    #expect(
      try gymbag.run("ready", copy, "--profile", "rowing").output
        .contains("gymbag coverage --profile rowing \(copy)\n"))
  }

  @Test("remarks on a clock that is behind the server's")
  func clockBehind() throws {
    let (gymbag, club, tomorrow) = try packed()
    defer { club.stop() }
    let found = try remarks(gymbag, tomorrow, within: ["faketime", "-f", "-3h"])
    #expect(found.lines.contains("remark checked") && found.status == 1)
  }
}
