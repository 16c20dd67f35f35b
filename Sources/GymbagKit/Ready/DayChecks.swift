import GymbagArchive
import GymbagModel
import GymbagSystem

/// The lines about one archive, of which it is known what verify says.
struct DayChecks {
  /// After how long a day that is still to come should be packed again, in seconds.
  private static let freshSeconds: Int64 = 86_400
  /// How far a server's clock may be ahead of this machine's, in seconds.
  private static let clockSlackSeconds: Int64 = 3600
  /// How many problems of an archive are named.
  private static let problemLimit = 3

  let verdict: Verdict
  /// How a person has named the archive.
  let asked: DayReference
  let today: DayKey
  let now: Instant
  let calendar: LocalCalendar

  private var stamp: PackStamp { verdict.head.index.stamp }

  func all() throws(GymbagError) -> [ReadyCheck] {
    guard verdict.problems.isEmpty else { return problems + [day] }
    return [archive, serial, day, checked, try coverage(), try catalogues()] + remarks
  }

  private var problems: [ReadyCheck] {
    let named = verdict.problems.prefix(Self.problemLimit).map { problem in
      ReadyCheck(.archive, .noGo, problem.words, advice: problem.hint)
    }
    let more = verdict.problems.count - named.count
    guard more > 0 else { return named }
    return named + [
      ReadyCheck(.archive, .noGo, "and \(more) more", advice: "gymbag verify lists them all")
    ]
  }

  private var archive: ReadyCheck {
    let count = verdict.head.index.entries.count
    let read = verdict.isContentRead ? "\(count) entries read" : "just packed, \(count) entries"
    return ReadyCheck(.archive, .go, "signed by \(verdict.head.signer ?? "nobody"), \(read)")
  }

  private var serial: ReadyCheck {
    ReadyCheck(.serial, .go, "\(stamp.serial), and no newer one was seen here")
  }

  private var day: ReadyCheck {
    let distance = stamp.day.distance(from: today)
    guard stamp.day < today else {
      return ReadyCheck(.day, .go, "\(stamp.day), \(distance), in \(stamp.timeZone)")
    }
    return ReadyCheck(
      .day, .remark, "\(stamp.day) was \(distance)", advice: "is it the day that you mean?")
  }

  private var checked: ReadyCheck {
    let seconds = now.unixSeconds - verdict.head.checkedAt.unixSeconds
    let words = "\(Ago.words(from: verdict.head.checkedAt, to: now)) (\(verdict.head.checkedAt))"
    if seconds < -Self.clockSlackSeconds {
      return ReadyCheck(
        .checked, .remark, words, advice: "one of the clocks is wrong: set this machine's")
    }
    guard seconds > Self.freshSeconds, stamp.day >= today else {
      return ReadyCheck(.checked, .go, words)
    }
    return ReadyCheck(
      .checked, .remark, words,
      advice: "while there is a network: gymbag pack \(stamp.day)")
  }

  private func coverage() throws(GymbagError) -> ReadyCheck {
    let answer: CoverageAnswer
    do throws(GymbagError) {
      answer = try CoverageAnswer(of: verdict.head, rosterFile: nil, Coverage.Question())
    } catch {
      guard error.kind == .notFound else { throw error }
      return ReadyCheck(.coverage, .remark, error.message, advice: error.hint)
    }
    let coverage = answer.coverage
    var words =
      "\(coverage.coveredCount) of \(answer.rosterCount) athletes covered, "
      + "\(coverage.requiredPairs - coverage.missingPairs) of \(coverage.requiredPairs) pairs"
    let stuck = coverage.workouts.filter { $0.readiness == .cannotStart }.map(\.id.text)
    if !stuck.isEmpty { words += "; cannot start: \(stuck.joined(separator: ", "))" }
    if !coverage.unknown.isEmpty { words += "; \(coverage.unknown.count) unknown to the server" }
    let verdict: ReadyCheck.Verdict =
      switch coverage.verdict {
      case .covered: .go
      case .gaps: .remark
      case .noGo: .noGo
      }
    return ReadyCheck(
      .coverage, verdict, words,
      advice: verdict == .go ? nil : "who lacks what: gymbag coverage \(reference)")
  }

  private func catalogues() throws(GymbagError) -> ReadyCheck {
    let catalogues = verdict.head.index.catalogues
    let stale = catalogues.filter { $0.source == .cache }
    guard !stale.isEmpty else {
      let loaded = try catalogues.map(\.loadedAt).min().map(calendar.day)
      let date = loaded.map { ", of \($0)" } ?? ""
      return ReadyCheck(.catalogues, .go, "\(catalogues.count) from the server\(date)")
    }
    var words: [String] = []
    for catalogue in stale {
      words.append(
        "\(catalogue.catalogue.rawValue) as of \(try calendar.day(of: catalogue.loadedAt))")
    }
    return ReadyCheck(
      .catalogues, .remark, "from the cache: " + words.joined(separator: ", "),
      advice: "while there is a network: gymbag pack \(stamp.day)")
  }

  private var remarks: [ReadyCheck] {
    verdict.remarks.map { ReadyCheck(.archive, .remark, $0) }
  }

  /// How a person names the archive.
  private var reference: String {
    switch asked {
    case .day(let day): "\(day)"
    case .file(let path): path.quotedForShell
    }
  }
}
