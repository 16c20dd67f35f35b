import GymbagArchive
import GymbagCrypto
import GymbagHome
import GymbagKit
import GymbagModel
import GymbagSystem

/// The words that may stand for a kind of value, `DAY` or `ID`, as things are now. Whatever cannot be
/// looked at is simply not offered: a person who types is not to be told of damage.
struct CompletionValues {
  private let context: Context
  private let arguments: Arguments

  /// The words for a command line with these arguments; nil when they contradict each other.
  init?(_ context: Context, _ arguments: Arguments) {
    let named = try? Context(arguments, environment: context.environment, clock: context.clock)
    guard let named else { return nil }
    self.context = named
    self.arguments = arguments
  }

  func candidates(for kind: String) -> [Completion.Candidate] {
    switch kind {
    case "DAY": days
    case "ENTRY": entries
    case "ID": workouts
    case "KEY": keys
    case "NAME": profiles
    case "OWNER": owners
    case "SHELL": CompletionScript.allCases.map { .init($0.rawValue) }
    case "ZONE": zones
    default: []
    }
  }

  private var days: [Completion.Candidate] {
    let packed = (try? context.packedDays().days()) ?? []
    let words = [("today", 0), ("tomorrow", 1), ("yesterday", -1)].map { word, offset in
      let day = (try? context.today())?.adding(days: offset)
      return Completion.Candidate(word, day.map { "\($0)" } ?? "")
    }
    return packed.reversed().map { .init("\($0)", "packed") } + words
      + Weekday.allCases.map { .init($0.rawValue, "the next one, today included") }
  }

  /// The head of the archive that the command line names, else of today's.
  private var head: ArchiveHead? {
    let word = arguments.operands.first ?? "today"
    guard let reference = try? DayReference(word, today: context.today) else { return nil }
    return try? context.packedDays().open(reference)
  }

  private var entries: [Completion.Candidate] {
    head?.index.entries.map { .init(EntryName.short($0.name), ByteCount.words($0.byteCount)) } ?? []
  }

  private var workouts: [Completion.Candidate] {
    head?.index.workouts.map { .init($0.id.text, $0.title) } ?? []
  }

  private var keys: [Completion.Candidate] {
    guard let entries = try? KeyRing(context.places()).entries() else { return [] }
    return entries.map { entry in
      .init(entry.key.fingerprint.filter { $0 != " " }, entry.owners.joined(separator: ", "))
    }
  }

  private var owners: [Completion.Candidate] {
    guard let ring = try? KeyRing(context.places()) else { return [] }
    let known = (try? ring.entries().flatMap(\.owners)) ?? []
    let own = (try? ring.owners(named: []).map(\.description)) ?? []
    return Set(known + own).sorted().map { .init($0) }
  }

  /// The directories beside this configuration's own.
  private var profiles: [Completion.Candidate] {
    guard let config = try? context.places().config, let directory = FileSystem.parent(of: config)
    else { return [] }
    let names = (try? FileSystem.names(in: directory)) ?? []
    return names.filter { Profile($0) != nil }.map { .init($0) }
  }

  private var zones: [Completion.Candidate] {
    LocalCalendar.zoneNames(context.environment).map { .init($0) }
  }
}
