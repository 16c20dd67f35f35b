import GymbagJSON
import GymbagKit
import GymbagModel

/// Coverage for scripts: the document of `coverage --json`.
enum CoverageJSON {
  static func write(_ answer: CoverageAnswer, to json: inout JSONWriter) {
    let coverage = answer.coverage
    let stamp = answer.index.stamp
    json.member("day", "\(stamp.day)")
    json.member("owner", "\(stamp.owner)")
    json.member("packedAt", "\(stamp.packedAt)")
    json.member("serial", stamp.serial)
    json.member("contentRead", false)
    json.member("roster", answer.rosterSource.file)
    json.member("rosterSource", answer.rosterSource.name)
    json.member("rosterBlankRows", answer.rosterBlankRowCount)
    json.member("verdict", coverage.verdict.rawValue)
    json.key("totals")
    json.object { json in
      json.member("athletes", answer.rosterCount)
      json.member("covered", coverage.coveredCount)
      json.member("uncovered", coverage.uncoveredCount)
      json.member("unknown", coverage.unknown.count)
      json.member("notAsked", answer.notAskedCount)
      json.member("requiredPairs", coverage.requiredPairs)
      json.member("missingPairs", coverage.missingPairs)
    }
    json.member("workouts", coverage.workouts) { json, workout in
      json.object { json in
        json.member("id", workout.id.text)
        json.member("title", workout.title)
        json.member("state", workout.readiness.rawValue)
        json.member("requiredPairs", workout.requiredPairs)
        json.member("coveredPairs", workout.coveredPairs)
        json.member("gaps", workout.gaps) { json, gap in
          json.object { json in
            json.member("athlete", coverage.athletes[gap.athlete].id.text)
            json.member("missing", gap.missing.indices) { json, position in
              json.string(answer.index.exerciseDefinitions[position].id.text)
            }
          }
        }
      }
    }
    json.member("athletes", coverage.athletes) { json, athlete in
      json.object { json in
        json.member("id", athlete.id.text)
        json.member("name", athlete.name)
        json.member("state", athlete.isUncovered ? "uncovered" : "covered")
        json.member("workouts", athlete.workouts) { json, position in
          json.string(coverage.workouts[position].id.text)
        }
        json.member("required", athlete.required.count)
        json.member("missing", athlete.missing.indices) { json, position in
          let definition = answer.index.exerciseDefinitions[position]
          json.object { json in
            json.member("exerciseDefinitionID", definition.id.text)
            json.member("name", definition.name)
          }
        }
      }
    }
    json.member("unknownAthletes", answer.unknown) { json, unknown in
      json.object { json in
        json.member("id", unknown.entry.id.text)
        json.member("name", unknown.entry.name)
        json.member("nearest", unknown.nearest) { json, id in json.string(id.text) }
      }
    }
  }
}
