import GymbagKit
import GymbagModel
import GymbagSystem

/// Coverage for people: a matrix of athletes and exercises, the workouts, the totals.
struct CoverageText {
  /// How it may look.
  struct Style {
    /// The columns that a line may take; nil when nobody counts them.
    var columnCount: Int?
    /// Whether gaps are shown in colour.
    var isColoured: Bool

    /// What the terminal at standard output can show; colour only there, and not with `NO_COLOR`.
    static func ofTerminal(_ environment: Environment) -> Style {
      Style(
        columnCount: Terminal.columnCount(),
        isColoured: Terminal.isTerminal(.output) && environment.nonEmpty("NO_COLOR") == nil
          && environment["TERM"] != "dumb")
    }

    func gap(_ text: String) -> String { isColoured ? "\u{1b}[31m\(text)\u{1b}[0m" : text }
  }

  private static let nameLimit = 28

  private let answer: CoverageAnswer
  private let style: Style
  /// The definitions that anything is required of: the columns of the matrix.
  private let columns: [Int]

  /// The whole text.
  static func text(_ answer: CoverageAnswer, style: Style) -> String {
    let text = CoverageText(answer: answer, style: style)
    return text.heading + text.matrix + text.legend + text.workouts + text.unknown + text.totals
  }

  private init(answer: CoverageAnswer, style: Style) {
    self.answer = answer
    self.style = style
    columns = answer.coverage.required.indices
  }

  private var heading: String {
    "Coverage of \(answer.index.stamp.day) for \(answer.rosterSource.words)\n\n"
  }

  /// As many columns beside one another as the terminal has room for, then the next ones below.
  private var matrix: String {
    let names = answer.coverage.athletes.map { display($0).truncated(to: Self.nameLimit) }
    let nameWidth = names.map(Terminal.width).max() ?? 0
    let cellWidth = "\(columns.count)".count + 1
    let room = style.columnCount.map { max(1, ($0 - nameWidth - 1) / cellWidth) } ?? columns.count
    var out = ""
    for start in stride(from: 0, to: columns.count, by: max(1, room)) {
      let chunk = start..<min(start + room, columns.count)
      out += "".padding(to: nameWidth + 1)
      for column in chunk { out += "\(column + 1)".padding(left: cellWidth) }
      out += "\n"
      for (name, athlete) in zip(names, answer.coverage.athletes) {
        out += name.padding(to: nameWidth + 1)
        for column in chunk {
          out += String(repeating: " ", count: cellWidth - 1) + cell(athlete, columns[column])
        }
        out += "\n"
      }
      out += "\n"
    }
    return out
  }

  private func cell(_ athlete: Coverage.AthleteLine, _ definition: Int) -> String {
    guard athlete.required.contains(definition) else { return "·" }
    return athlete.missing.contains(definition) ? style.gap("✗") : "✓"
  }

  private var legend: String {
    let width = "\(columns.count)".count
    let lines = columns.enumerated().map { position, definition in
      "\(position + 1)".padding(left: width + 2) + "  " + name(definition) + "\n"
    }
    return columns.isEmpty ? "" : lines.joined() + "\n✓ covered   ✗ missing   · not asked\n\n"
  }

  private var workouts: String {
    var out = ""
    for workout in answer.coverage.workouts {
      let state = Self.words(workout.readiness).padding(to: 14)
      let line = "\(workout.id.text.printable): \(workout.title.printable)"
      let pairs = ", \(workout.coveredPairs) of \(workout.requiredPairs) pairs"
      switch workout.readiness {
      case .ready: out += "\(state)\(line)\n"
      case .notAsked: out += "\(state)\(line)\n"
      case .partial, .cannotStart: out += "\(style.gap(state))\(line)\(pairs)\n"
      }
      for gap in workout.gaps {
        let who = display(answer.coverage.athletes[gap.athlete])
        // Names may hold commas.
        let what = gap.missing.indices.map(name).joined(separator: "; ")
        out += "  \(who) lacks \(gap.missing == workout.definitions ? "everything" : what)\n"
      }
    }
    return out
  }

  private static func words(_ readiness: Coverage.Readiness) -> String {
    switch readiness {
    case .ready: "ready"
    case .partial: "partial"
    case .cannotStart: "cannot start"
    case .notAsked: "not asked"
    }
  }

  private var unknown: String {
    let people = answer.unknown.map { "  \($0.words)\n" }
    guard !people.isEmpty else { return "" }
    let hint =
      answer.coverage.athletes.isEmpty
      ? "  Nobody else was asked: no workout can start. A roster names athletes by their ids,\n"
        + "  which gymbag show lists.\n" : ""
    return "\nUnknown to the server:\n" + people.joined() + hint
  }

  private var totals: String {
    let coverage = answer.coverage
    let notAsked = answer.notAskedCount > 0 ? ", \(answer.notAskedCount) not asked" : ""
    let covered = coverage.requiredPairs - coverage.missingPairs
    let blankRows = answer.rosterBlankRowCount
    let skipped = blankRows > 0 ? " \(counted(blankRows, "blank row")) skipped." : ""
    let nothing = coverage.requiredPairs == 0 ? ": there is nothing that can start" : ""
    return """

      \(counted(answer.rosterCount, "athlete")): \(coverage.coveredCount) covered, \
      \(coverage.uncoveredCount) uncovered, \(coverage.unknown.count) unknown\(notAsked).\(skipped)
      \(counted(coverage.requiredPairs, "pair")) required, \(covered) covered\(nothing).
      Packed \(answer.index.stamp.packedAt); signature and length are right, content not read.

      """
  }

  private func display(_ athlete: Coverage.AthleteLine) -> String {
    (athlete.name.isEmpty ? athlete.id.text : athlete.name).printable
  }

  private func name(_ definition: Int) -> String {
    answer.index.exerciseDefinitions[definition].name.printable
  }
}
