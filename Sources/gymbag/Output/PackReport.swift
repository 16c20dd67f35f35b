import GymbagJSON
import GymbagKit
import GymbagModel

/// What came of packing a day, in words and as JSON.
enum PackReport {
  static func text(_ day: DayKey, _ outcome: DayPacker.Outcome) -> String {
    guard case .packed(let packed) = outcome else {
      return "\(day): the server lists no workouts; nothing was packed\n"
    }
    let index = packed.index
    let replaced =
      packed.replaced.map {
        "  It takes the place of what the key \($0.signer)\n  has packed at \($0.packedAt): "
          + "the newer one counts.\n"
      } ?? ""
    let packedFor = index.athletes.count { $0.entry != nil }
    return """
      Packed \(day): \(counted(index.workouts.count, "workout")), exercise instances of \
      \(packedFor) of \(counted(index.athletes.count, "athlete")), \
      \(counted(index.catalogues.count, "catalogue")), \(ByteCount.words(packed.byteCount)).
        \(packed.path.printable)
      \(replaced)
      """
  }

  static func write(_ day: DayKey, _ outcome: DayPacker.Outcome, to json: inout JSONWriter) {
    json.object { json in
      json.member("day", "\(day)")
      guard case .packed(let packed) = outcome else {
        return json.member("packed", false)
      }
      let index = packed.index
      json.member("packed", true)
      json.member("path", packed.path)
      json.member("size", packed.byteCount)
      json.member("serial", index.stamp.serial)
      json.member("packedAt", "\(index.stamp.packedAt)")
      json.member("workouts", index.workouts.count)
      json.member("athletes", index.athletes.count)
      json.member("athletesWithInstances", index.athletes.count { $0.entry != nil })
      json.member("replacedSigner", packed.replaced?.signer)
    }
  }
}
