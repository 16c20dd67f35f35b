import GymbagArchive
import GymbagModel
import GymbagTestSupport
import Testing

@Suite("The plan of a prune") struct PrunePlanTests {
  private typealias Candidate = PrunePlan.Candidate

  private static let owner = SmallDay.owner

  private static func day(_ text: String) throws -> DayKey { try #require(DayKey(text)) }

  private static func stamp(_ day: DayKey, _ owner: Owner = owner) -> PackStamp {
    PackStamp(
      day: day, timeZone: "Europe/Berlin", owner: owner,
      packedAt: Instant(unixSeconds: Int64(day.daysSince1970) * 86_400), serial: 1)
  }

  private static func archive(
    _ name: DayKey, of day: DayKey? = nil, by owner: Owner = owner, problem: String? = nil
  ) -> Candidate {
    Candidate(
      name: "\(name).tar", byteCount: 10, day: name,
      content: .archive(stamp(day ?? name, owner), problem: problem))
  }

  private func words(
    _ candidates: [Candidate], _ rule: PruneRule, holds: Holds = Holds(), isAll: Bool = false
  ) throws -> [String] {
    PrunePlan(
      candidates, rule, owners: [Self.owner], today: try Self.day("2026-12-01"), holds: holds,
      isAll: isAll
    ).entries.map { "\($0.verdict.rawValue) \($0.reason.text)" }
  }

  @Test("keeps and removes by the rule, with the reason")
  func rules() throws {
    let days = try ["2026-11-27", "2026-11-29", "2026-11-30", "2026-12-01", "2026-12-02"]
      .map(Self.day)
    let candidates = days.map { Self.archive($0) }
    let kept = ["keep today", "keep to come"]
    let november29 = try Self.day("2026-11-29")
    for (rule, expected) in [
      (
        PruneRule.before(november29),
        ["remove older than 2026-11-29"]
          + Array(repeating: "keep not older than 2026-11-29", count: 2)
      ),
      (
        .keepDays(3),
        ["remove older than 2026-11-29"]
          + Array(repeating: "keep not older than 2026-11-29", count: 2)
      ),
      (.keepDays(1), Array(repeating: "remove older than 2026-12-01", count: 3)),
      (.before(days[4]), Array(repeating: "remove older than 2026-12-02", count: 3)),
      (.keepLast(1), Array(repeating: "remove not among the newest 1", count: 3)),
      (
        .keepLast(4),
        ["remove not among the newest 4"] + Array(repeating: "keep among the newest 4", count: 2)
      ),
    ] {
      for isAll in [false, true] {
        #expect(try words(candidates, rule, isAll: isAll) == expected + kept)
      }
    }
  }

  @Test("keeps the newest unless all may go")
  func newest() throws {
    let candidates = try ["2026-06-01", "2026-06-02"].map { Self.archive(try Self.day($0)) }
    let rule = PruneRule.keepDays(1)
    #expect(try words(candidates, rule) == ["remove older than 2026-12-01", "keep newest"])
    #expect(
      try words(candidates, rule, isAll: true)
        == Array(repeating: "remove older than 2026-12-01", count: 2))
  }

  @Test(
    "leaves alone what is not this owner's sound archive of that day, which is no newest either")
  func foreign() throws {
    let other = try #require(Owner("\(Self.owner)b"))
    let (first, second) = (try Self.day("2026-06-01"), try Self.day("2026-06-02"))
    let strange: [(Candidate, String)] = [
      (Self.archive(second, by: other), "ignore belongs to \(other)"),
      (Self.archive(second, by: other, problem: "x"), "ignore belongs to \(other)"),
      (Self.archive(second, problem: "too short"), "ignore too short"),
      (Self.archive(second, of: first), "ignore is of 2026-06-01"),
      (
        Candidate(name: "2026-02-30.tar", byteCount: 1, day: nil, content: .notLookedAt),
        "ignore not called after a day"
      ),
      (
        Candidate(name: "2026-06-02.tar", byteCount: 0, day: second, content: .notRegularFile),
        "ignore not a regular file"
      ),
      (
        Candidate(name: "2026-06-02.tar", byteCount: 1, day: second, content: .unsound("no head")),
        "ignore no head"
      ),
      (
        Candidate(name: "2026-06-02.tar", byteCount: 1, day: second, content: .unreadable),
        "keep cannot be read"
      ),
    ]
    for (candidate, expected) in strange {
      let both = [Self.archive(first), candidate]
      #expect(try words(both, .keepDays(1)) == ["keep newest", expected])
      #expect(
        try words(both, .keepDays(1), isAll: true) == ["remove older than 2026-12-01", expected])
    }
    #expect(
      try words(
        [Candidate(name: ".x.tmp", byteCount: 1, day: nil, content: .leftover)], .keepLast(9))
        == ["remove leftover of a run that died"])
  }

  @Test("keeps a day that something needs, and says what", arguments: Holds.Reason.allCases)
  func held(reason: Holds.Reason) throws {
    let day = try Self.day("2026-06-01")
    var holds = Holds()
    holds.hold(day, for: reason)
    let candidates = [Self.archive(day), Self.archive(try Self.day("2026-06-02"))]
    for rule in [PruneRule.keepDays(1), .before(try Self.day("2027-01-01")), .keepLast(1)] {
      #expect(
        try words(candidates, rule, holds: holds, isAll: true)[0] == "keep \(reason.text)")
    }
    holds.hold(day, for: .pinned)
    holds.hold(day, for: .stationOpen)
    #expect(holds.reasons(on: day).first == .stationOpen)
  }

  @Test("has a word of its own for each reason")
  func reasonWords() throws {
    let day = try Self.day("2026-06-01")
    let reasons: [PruneReason] = [
      .olderThan(day), .notAmongLast(1), .leftover, .today, .toCome, .notOlderThan(day),
      .amongLast(1), .held([.pinned]), .newest, .unreadable, .notCalledAfterDay, .notRegularFile,
      .otherOwner(Self.owner), .otherDay(day), .unsound("x"),
    ]
    #expect(Set(reasons.map(\.word)).count == reasons.count)
    #expect(Set(reasons.map(\.text)).count == reasons.count)
  }

  /// The same said again, as plainly as can be: one archive at a time, by counting.
  private func mayGo(
    _ candidate: Candidate, among all: [Candidate], _ rule: PruneRule, today: DayKey, holds: Holds,
    isAll: Bool
  ) -> Bool {
    func ours(_ candidate: Candidate) -> DayKey? {
      guard case .archive(let stamp, nil) = candidate.content, let day = candidate.day,
        stamp.day == day, "\(stamp.owner)" == "\(Self.owner)"
      else { return nil }
      return day
    }
    if candidate.content == .leftover { return true }
    guard let day = ours(candidate) else { return false }
    let newer = all.compactMap(ours).count { $0.daysSince1970 > day.daysSince1970 }
    let age = today.daysSince1970 - day.daysSince1970
    let isRuled =
      switch rule {
      case .before(let first): day.daysSince1970 < first.daysSince1970
      case .keepDays(let count): age >= count
      case .keepLast(let count): newer >= count
      }
    return isRuled && age > 0 && holds.reasons(on: day).isEmpty && (isAll || newer > 0)
  }

  @Test("is what its rules say one archive at a time", arguments: Seeded.seeds(400))
  func property(seed: Int) throws {
    var random = Seeded(UInt64(seed))
    let today = try #require(
      DayKey(daysSince1970: 20_000 + Int.random(in: 0...800, using: &random)))
    func near() throws -> DayKey {
      try #require(today.adding(days: Int.random(in: -12...4, using: &random)))
    }
    let other = try #require(Owner("\(Self.owner)b"))
    var candidates: [Candidate] = []
    for offset in -12...4 where Bool.random(using: &random) {
      let day = try #require(today.adding(days: offset))
      let name = "\(day).tar"
      switch Int.random(in: 0..<12, using: &random) {
      case 0: candidates.append(Self.archive(day, by: other))
      case 1: candidates.append(Self.archive(day, problem: "x"))
      case 2: candidates.append(Self.archive(day, of: try near()))
      case 3: candidates.append(Candidate(name: name, byteCount: 0, day: day, content: .unreadable))
      case 4:
        candidates.append(Candidate(name: name, byteCount: 0, day: day, content: .notRegularFile))
      case 5: candidates.append(Candidate(name: "x", byteCount: 0, day: nil, content: .notLookedAt))
      case 6: candidates.append(Candidate(name: ".x", byteCount: 0, day: nil, content: .leftover))
      default: candidates.append(Self.archive(day))
      }
    }
    candidates.shuffle(using: &random)
    var holds = Holds()
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      holds.hold(try near(), for: Holds.Reason.allCases.randomElement(using: &random) ?? .pinned)
    }
    let count = Int.random(in: 1...9, using: &random)
    let rule =
      [PruneRule.before(try near()), .keepDays(count), .keepLast(count)]
      .randomElement(using: &random) ?? .keepLast(count)
    let isAll = Bool.random(using: &random)
    let plan = PrunePlan(
      candidates, rule, owners: [Self.owner], today: today, holds: holds, isAll: isAll)
    #expect(plan.entries.map(\.candidate) == candidates)
    for entry in plan.entries {
      let expected = mayGo(
        entry.candidate, among: candidates, rule, today: today, holds: holds, isAll: isAll)
      #expect((entry.verdict == .remove) == expected, "\(entry) by \(rule), today \(today)")
    }
  }

  @Test("does not believe a clock that is a day behind an archive, or idle for two months")
  func clock() {
    let moment = Instant(unixSeconds: 1_796_065_890)
    func about(_ seconds: Int64, _ packed: Instant?, _ written: Instant?) -> ClockDoubt? {
      ClockDoubt.about(
        Instant(unixSeconds: moment.unixSeconds + seconds), packedAt: packed, writtenAt: written)
    }
    let day: Int64 = 86_400
    #expect(about(-120, moment, moment) == nil)
    #expect(about(-day, moment, nil) == nil)
    #expect(about(-day - 1, moment, nil) == .behind(packedAt: moment))
    #expect(about(60 * day, moment, nil) == nil)
    #expect(about(60 * day + 1, moment, nil) == .ahead(of: moment))
    #expect(about(60 * day + 1, nil, moment) == .ahead(of: moment))
    #expect(about(60 * day + 1, nil, nil) == nil)
    let later = Instant(unixSeconds: moment.unixSeconds + day)
    #expect(about(60 * day + 1, moment, later) == nil)
  }
}
