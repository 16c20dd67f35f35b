import GymbagKit
import GymbagModel

/// Coverage for spreadsheets: a row an athlete, a column an exercise.
enum CoverageCSV {
  static func text(_ answer: CoverageAnswer) -> String {
    let coverage = answer.coverage
    let columns = coverage.required.indices
    var rows = [
      ["athlete_id", "name", "state"] + columns.map { answer.index.exerciseDefinitions[$0].name }
    ]
    for athlete in coverage.athletes {
      let cells = columns.map { column in
        guard athlete.required.contains(column) else { return "" }
        return athlete.missing.contains(column) ? "missing" : "covered"
      }
      let state = athlete.isUncovered ? "uncovered" : "covered"
      rows.append([athlete.id.text, athlete.name, state] + cells)
    }
    for entry in coverage.unknown {
      rows.append([entry.id.text, entry.name ?? "", "unknown"] + columns.map { _ in "" })
    }
    return CSVText.of(rows.map { $0.map(\.printable) })
  }
}
