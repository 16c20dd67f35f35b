import GymbagCrypto
import GymbagModel
import GymbagSystem

/// The names of an archive's files: short, legal on FAT, distinct without case, one for each id.
package enum EntryName {
  /// The longest encoded id, in bytes.
  static let encodedLimit = 64

  /// The index.
  static let index = "data/day.json"
  /// The exercises, one a line.
  static let exercises = "data/exercises.jsonl.gz"
  /// The exercise bases, one a line.
  static let exerciseBases = "data/exercise-bases.jsonl.gz"

  /// A workout.
  static func workout(_ id: ID) throws(GymbagError) -> String {
    "data/workouts/\(try encode(id)).json.gz"
  }

  /// The exercise instances of an athlete, one a line.
  static func athlete(_ id: ID) throws(GymbagError) -> String {
    "data/athletes/\(try encode(id)).jsonl.gz"
  }

  /// A reference catalogue.
  static func catalogue(_ catalogue: Catalogue) -> String {
    "data/reference/\(catalogue.rawValue).json.gz"
  }

  /// A name as people type it: without `data/`, and without `.json.gz` or `.jsonl.gz`.
  package static func short(_ entry: String) -> String {
    var name = entry[...]
    if name.hasPrefix("data/") { name = name.dropFirst(5) }
    for ending in [".json.gz", ".jsonl.gz", ".json"] where name.hasSuffix(ending) {
      name = name.dropLast(ending.count)
    }
    return String(name)
  }

  /// An id as part of a name. Different ids give different names.
  ///
  /// `[a-z0-9.-]` stay, every other byte becomes `_xx`; so do a dot at either end, and the first
  /// letter of what DOS takes for a device. What would be over 64 bytes becomes its first 30, `_-`,
  /// which nothing else holds, and the first 32 hexadecimal digits of the id's SHA-256.
  static func encode(_ id: ID) throws(GymbagError) -> String {
    let bytes = Array(id.text.utf8)
    let isDevice = DeviceName.matches(bytes)
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    for (position, byte) in bytes.enumerated() {
      let isEnd = position == 0 || position == bytes.count - 1
      let stays =
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "-"):
          !(isDevice && position == 0)
        case dot: !isEnd
        default: false
        }
      if stays {
        out.append(byte)
      } else {
        out.append(contentsOf: ("_" + [byte].hex).utf8)
      }
    }
    if out.count > encodedLimit {
      out = Array(out.prefix(30)) + "_-".utf8 + (try SHA256.digest(of: bytes).hex.utf8.prefix(32))
    }
    return String(decoding: out, as: UTF8.self)
  }

  private static let dot = UInt8(ascii: ".")
}
