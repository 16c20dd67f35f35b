import GymbagJSON
import GymbagKit
import GymbagModel

/// What came of packing a day, in words and as JSON.
enum PackReport {
  static func text(_ day: DayKey, _ outcome: DayPacker.Outcome) -> String {
    guard case .packed(let index, let byteCount, let path) = outcome else {
      return "\(day): the server lists no workouts; nothing was packed\n"
    }
    let packedFor = index.athletes.count { $0.entry != nil }
    return """
      Packed \(day): \(counted(index.workouts.count, "workout")), exercise instances of \
      \(packedFor) of \(counted(index.athletes.count, "athlete")), \
      \(counted(index.catalogues.count, "catalogue")), \(humanSize(byteCount)).
        \(path)

      """
  }

  static func write(_ day: DayKey, _ outcome: DayPacker.Outcome, to json: inout JSONWriter) {
    json.object { json in
      json.member("day", "\(day)")
      guard case .packed(let index, let byteCount, let path) = outcome else {
        return json.member("packed", false)
      }
      json.member("packed", true)
      json.member("path", path)
      json.member("size", byteCount)
      json.member("serial", index.stamp.serial)
      json.member("packedAt", "\(index.stamp.packedAt)")
      json.member("workouts", index.workouts.count)
      json.member("athletes", index.athletes.count)
      json.member("athletesWithInstances", index.athletes.count { $0.entry != nil })
    }
  }
}
