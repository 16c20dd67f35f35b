import GymbagHome
import GymbagModel
import GymbagSystem
import GymbagTestSupport
import Testing

@Suite("The places") struct PlacesTests {
  @Test("follow the option, then GYMBAG_…, then XDG, then HOME")
  func precedence() throws {
    func find(_ option: String?, _ variables: [String: String]) throws -> [String] {
      let places = try Places.find(home: option, environment: Environment(variables))
      return [places.home, places.config, places.state]
    }
    let home = ["HOME": "/h"]
    #expect(
      try find(nil, home)
        == [
          "/h/.local/share/gymbag/default", "/h/.config/gymbag/default", "/h/.local/state/gymbag",
        ])
    let xdg = home.merging(
      ["XDG_DATA_HOME": "/d", "XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "relative"]
    ) { $1 }
    #expect(
      try find(nil, xdg) == ["/d/gymbag/default", "/c/gymbag/default", "/h/.local/state/gymbag"])
    let own = ["GYMBAG_HOME": "/stick", "GYMBAG_CONFIG": "/k", "GYMBAG_STATE": "/s"]
    #expect(try find(nil, own) == ["/stick", "/k", "/s"])
    #expect(try find("/o", own.merging(xdg) { $1 }) == ["/o", "/k", "/s"])
    let profile = ["GYMBAG_PROFILE": "b"]
    #expect(
      try find(nil, home.merging(profile) { $1 })
        == ["/h/.local/share/gymbag/b", "/h/.config/gymbag/b", "/h/.local/state/gymbag"])
    #expect(try find(nil, xdg.merging(profile) { $1 })[..<2] == ["/d/gymbag/b", "/c/gymbag/b"])
    // What is named for itself is that place, whatever the profile.
    #expect(try find("/o", own.merging(profile) { $1 }) == ["/o", "/k", "/s"])
    #expect(try find("/o", xdg.merging(profile) { $1 })[..<2] == ["/o", "/c/gymbag/b"])
    let named = try Places.find(
      home: nil, profile: "a", environment: Environment(home.merging(profile) { $1 }))
    #expect(named.home == "/h/.local/share/gymbag/a" && named.usualHome == named.home)
    #expect {
      try find("/o", [:])
    } throws: {
      ($0 as? GymbagError)?.kind == .config
    }
  }
}

@Suite("A profile") struct ProfileNameTests {
  @Test(
    "has a name that is that of a directory everywhere",
    arguments: ["default", "b", "0", "_x", "rowing-club.2026", String(repeating: "x", count: 64)])
  func legal(name: String) { #expect(Profile(name)?.name == name) }

  @Test(
    "has no other name",
    arguments: [
      "", ".", "..", ".x", "x.", "-x", "Default", "a/b", "a b", "é", "con", "nul.x", "lpt1",
      "a\u{0}",
      String(repeating: "x", count: 65),
    ])
  func illegal(name: String) { #expect(Profile(name) == nil) }
}

@Suite("A home", .scratch) struct HomeTests {
  private var places: Places {
    Places(home: Scratch.directory, config: Scratch.directory, state: Scratch.path("state"))
  }

  @Test("is stamped once, for life")
  func stamp() throws {
    #expect(try OwnerStamp.read(places) == nil)
    try OwnerStamp.writeNew(SmallDay.owner, places)
    let stamp = OwnerStamp(SmallDay.owner)
    #expect(try OwnerStamp.read(places) == stamp)
    #expect(try OwnerStamp.readConfiguration(places) == stamp)
    let other = try #require(Owner("https://other.example::u"))
    try OwnerStamp.writeNew(other, places)
    #expect(try OwnerStamp.read(places) == stamp)
  }

  @Test("keeps the addresses that its server had before, each once, and only of its own account")
  func earlier() throws {
    let base = SmallDay.owner.baseURL
    let twice = OwnerStamp(SmallDay.owner).moved(to: "https://b").moved(to: "https://c")
    #expect(twice.owner == Owner("https://c::u-1") && twice.earlier == [base, "https://b"])
    #expect(twice.covers(SmallDay.owner) && twice.covers(twice.owner))
    #expect(twice.hadAddress(of: SmallDay.owner) && !twice.hadAddress(of: twice.owner))
    let others = ["https://b::u-2", "https://d::u-1"].compactMap(Owner.init)
    #expect(others.count == 2 && !others.contains(where: twice.covers))
    let back = twice.moved(to: base)
    #expect(back.owner == SmallDay.owner && back.earlier == ["https://b", "https://c"])
    try twice.writeHome(places)
    #expect(try OwnerStamp.read(places) == twice)
    try OwnerStamp.writeNew(twice.owner, places)
    #expect(try OwnerStamp.readConfiguration(places) == twice)
  }

  @Test(
    "with a damaged stamp is not a home without one",
    arguments: [
      "", "{}", "{\"baseURL\":\"x\",\"userID\":\"u\"}", "{\"baseURL\":\"https://x\"}", "x",
      "{\"baseURL\":\"https://x\",\"userID\":\"u\",\"earlier\":[\"y\"]}",
    ])
  func damagedStamp(text: String) throws {
    try FileSystem.replace(places.owner, with: Array(text.utf8))
    #expect {
      try OwnerStamp.read(places)
    } throws: {
      ($0 as? GymbagError)?.kind == .badData
    }
  }

  @Test("keeps its token from others, and never shows it")
  func token() throws {
    #expect {
      try TokenFile.read(places)
    } throws: {
      ($0 as? GymbagError)?.kind == .signIn
    }
    try TokenFile.write("s3cret", places)
    #expect(try TokenFile.read(places) == "s3cret")
    #expect(try File(places.token, .read).permissions() == 0o600)
    try Tool.output(["chmod", "640", places.token])
    #expect {
      try TokenFile.read(places)
    } throws: {
      ($0 as? GymbagError)?.kind == .refused
    }
    for given in ["", "\n", "s3cret\nX-Evil: 1", "s3crét", "s3 cret"] {
      #expect {
        try TokenFile.parse(Array(given.utf8), from: "a test")
      } throws: {
        ($0 as? GymbagError)?.kind == .signIn && !"\($0)".contains("s3c")
      }
    }
    #expect(try TokenFile.parse(Array("s3cret\r\n".utf8), from: "a test") == "s3cret")
  }
}

@Suite("The ledger", .scratch) struct LedgerTests {
  private var places: Places {
    Places(home: "/", config: "/", state: Scratch.path("state"))
  }

  private func record(_ serial: Int64, digest: String = "00", signer: String = "key")
    -> Ledger.Record
  {
    Ledger.Record(
      .pack, owner: SmallDay.owner, day: SmallDay.day, serial: serial, digest: digest,
      signer: signer, at: Instant(unixSeconds: 0))
  }

  @Test("tells a new archive from the newest, from an older one, and from another of its serial")
  func standing() throws {
    let ledger = Ledger(places)
    #expect(try ledger.standing(of: record(5), owners: [record(5).owner]) == .new)
    try ledger.append(record(5, digest: "05"))
    try ledger.append(record(9, digest: "09"))
    #expect(try ledger.standing(of: record(10), owners: [record(10).owner]) == .new)
    #expect(
      try ledger.standing(of: record(9, digest: "09"), owners: [record(9, digest: "09").owner])
        == .newest)
    #expect(
      try ledger.standing(of: record(5, digest: "05"), owners: [record(5, digest: "05").owner])
        == .older(than: record(9, digest: "09")))
    #expect(
      try ledger.standing(of: record(7), owners: [record(7).owner])
        == .older(than: record(9, digest: "09")))
    // Whatever else there is: two archives of one serial cannot both be right.
    for serial in [5, 9] as [Int64] {
      let digest = "0\(serial)"
      #expect(
        try ledger.standing(
          of: record(serial, digest: "ff"), owners: [record(serial, digest: "ff").owner])
          == .conflicting(with: record(serial, digest: digest)))
    }
    let other = Ledger.Record(
      .verify, owner: SmallDay.owner, day: try #require(SmallDay.day.adding(days: 1)), serial: 1,
      digest: "00", signer: "key", at: Instant(unixSeconds: 0))
    #expect(try ledger.standing(of: other, owners: [other.owner]) == .new)
  }

  @Test("knows the newest serial of an owner and a day")
  func newest() throws {
    let ledger = Ledger(places)
    #expect(try ledger.newestSerial(of: [SmallDay.owner], SmallDay.day) == nil)
    for serial in [5, 9, 7] { try ledger.append(record(Int64(serial))) }
    #expect(try ledger.newestSerial(of: [SmallDay.owner], SmallDay.day) == 9)
    let other = try #require(SmallDay.day.adding(days: 1))
    #expect(try ledger.newestSerial(of: [SmallDay.owner], other) == nil)
    #expect(try Tool.output(["jq", "-c", ".serial", places.ledger]) == "5\n9\n7\n")
  }

  @Test("loses no line to a writer that died in the middle of one, at any byte")
  func tornLine() throws {
    let ledger = Ledger(places)
    try ledger.append(record(5))
    let whole = try FileSystem.read(places.ledger, limit: 1 << 20)
    // All but the newline is a whole line.
    for length in 0..<whole.count - 1 {
      try FileSystem.replace(places.ledger, with: whole + whole[..<length])
      #expect(try ledger.newestSerial(of: [SmallDay.owner], SmallDay.day) == 5)
      try ledger.append(record(6))
      #expect(try ledger.newestSerial(of: [SmallDay.owner], SmallDay.day) == 6)
      let bytes = try FileSystem.read(places.ledger, limit: 1 << 20)
      #expect(bytes.starts(with: whole) && bytes.count == 2 * whole.count)
    }
  }

  @Test("does not take the end of a line for torn that only lacks its newline")
  func missingNewline() throws {
    let ledger = Ledger(places)
    try ledger.append(record(5))
    try ledger.append(record(6))
    let whole = try FileSystem.read(places.ledger, limit: 1 << 20)
    try FileSystem.replace(places.ledger, with: Array(whole.dropLast()))
    #expect(try ledger.newestSerial(of: [SmallDay.owner], SmallDay.day) == 6)
    try ledger.append(record(7))
    #expect(try Tool.output(["jq", "-c", ".serial", places.ledger]) == "5\n6\n7\n")
  }

  @Test("does not take for torn what no writer here can have left, and keeps it")
  func longTail() throws {
    let ledger = Ledger(places)
    try ledger.append(record(5))
    let whole = try FileSystem.read(places.ledger, limit: 1 << 20)
    for byte in [0, 0x7b] as [UInt8] {
      let damaged = whole + Array(repeating: byte, count: 200_000)
      try FileSystem.replace(places.ledger, with: damaged)
      #expect(throws: GymbagError.self) {
        try ledger.newestSerial(of: [SmallDay.owner], SmallDay.day)
      }
      #expect(throws: GymbagError.self) { try ledger.append(record(6)) }
      #expect(try FileSystem.read(places.ledger, limit: 1 << 20) == damaged)
    }
  }

  @Test("forgets what a key has signed that was revoked")
  func revokedSigner() throws {
    let ledger = Ledger(places)
    try ledger.append(record(5, digest: "05"))
    try ledger.append(record(9, digest: "09", signer: "thief"))
    #expect(try ledger.newestSerial(of: [SmallDay.owner], SmallDay.day) == 9)
    #expect(try ledger.newestSerial(of: [SmallDay.owner], SmallDay.day, revoked: ["thief"]) == 5)
    let own = record(5, digest: "05")
    #expect(
      try ledger.standing(of: own, owners: [own.owner])
        == .older(than: record(9, digest: "09", signer: "thief")))
    #expect(try ledger.standing(of: own, owners: [own.owner], revoked: ["thief"]) == .newest)
  }

  @Test("that is damaged within is an error with the line, not an empty ledger")
  func damage() throws {
    try Ledger(places).append(record(5))
    let whole = try FileSystem.read(places.ledger, limit: 1 << 20)
    try FileSystem.replace(places.ledger, with: whole + Array("{}\n".utf8) + whole)
    #expect {
      try Ledger(places).newestSerial(of: [SmallDay.owner], SmallDay.day)
    } throws: {
      let error = $0 as? GymbagError
      return error?.kind == .badData && error?.message.contains("line 2") == true
    }
  }
}
