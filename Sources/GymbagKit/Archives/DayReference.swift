import GymbagHome
package import GymbagModel
import GymbagSystem

/// What stands where a command takes a DAY: a day, or the file of an archive.
package enum DayReference: Equatable, Sendable {
  /// A day of the home.
  case day(DayKey)
  /// An archive anywhere.
  case file(String)

  /// Reads a DAY: `2026-12-01`, `today`, `tomorrow`, `yesterday`, a weekday (`tue`: the next one,
  /// today included), or a FILE, which is what holds a slash or ends in `.tar`.
  ///
  /// - Parameter today: asked only when the word needs it.
  /// - Throws: `usage` for anything else, and what `today` throws.
  package init(_ text: String, today: () throws(GymbagError) -> DayKey) throws(GymbagError) {
    if text.utf8.contains(UInt8(ascii: "/")) || text.hasSuffix(".tar") {
      self = .file(text)
    } else {
      self = .day(try Self.day(text, today: today))
    }
  }

  /// Reads a DAY that must be a day.
  ///
  /// - Throws: `usage`, and what `today` throws.
  package static func day(_ text: String, today: () throws(GymbagError) -> DayKey)
    throws(GymbagError) -> DayKey
  {
    if let day = DayKey(text) { return day }
    let offsets = ["yesterday": -1, "today": 0, "tomorrow": 1]
    let word = text.lowercased()
    if let offset = offsets[word] { return try today().shifted(by: offset) }
    if let weekday = Weekday.allCases.first(where: { word == $0.rawValue || word == $0.short }) {
      let start = try today()
      let ahead = (weekday.number - start.weekday.number + 7) % 7
      return try start.shifted(by: ahead)
    }
    let words = Array(offsets.keys) + Weekday.allCases.map(\.rawValue)
    throw GymbagError(
      .usage, "not a day: \(text)",
      hint: EditDistance.nearest(to: word, among: words).map { "did you mean \($0)?" }
        ?? "a day is written 2026-12-01, today, tomorrow, yesterday, or tue")
  }

  /// Whether a DAY that is a day is another one on another day: a word, and not a date.
  package static func isCountedFromToday(_ text: String) -> Bool { DayKey(text) == nil }

  /// The day that the archive must be of: the one that was asked for, or that the file's name
  /// promises; nil when the name promises none.
  package var asked: DayKey? {
    switch self {
    case .day(let day): day
    case .file(let path): DayKey(archiveName: FileSystem.lastPart(of: path))
    }
  }
}

extension DayKey {
  /// The day that the name of an archive, `2026-12-01.tar`, promises; nil when it promises none.
  init?(archiveName name: String) {
    guard name.hasSuffix(".tar") else { return nil }
    self.init(String(name.dropLast(4)))
  }
}

extension DayKey {
  fileprivate func shifted(by days: Int) throws(GymbagError) -> DayKey {
    guard let day = adding(days: days) else {
      throw GymbagError(.usage, "there is no such day in the calendar")
    }
    return day
  }
}

extension Weekday {
  fileprivate var short: String { String(rawValue.prefix(3)) }
  fileprivate var number: Int { Weekday.allCases.firstIndex(of: self) ?? 0 }
}
