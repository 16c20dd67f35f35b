import GymbagArchive
import GymbagJSON
import GymbagModel

/// JSON, and the index that is written in it.
enum TextReaders {
  static let json: Input.Reader = { bytes throws(GymbagError) in
    let document = try JSONDocument(bytes, source: "text")
    let compact = document.root.compact()
    let again = Input.again("the compact text") { () throws(GymbagError) in
      try JSONDocument(compact, source: "compact text")
    }
    Input.check(again.isCompact, "a compact text is not compact")
    Input.check(again.root.compact() == compact, "a compact text changes when made compact again")
    Input.check(!document.isCompact || bytes == compact, "what is compact changes")
    compare(document.root, again.root)
  }

  /// Two values must say the same, whatever is asked of them.
  private static func compare(_ one: JSONValue, _ other: JSONValue) {
    let (left, right) = (rewritten(one), rewritten(other))
    Input.check(left == right, "what was read changes when the text is made compact")
    guard let left else { return }
    let again = Input.again("what the writer wrote") { () throws(GymbagError) in
      try JSONDocument(left, source: "written text")
    }
    Input.check(rewritten(again.root) == left, "what the writer wrote reads as something else")
    // The way to the last of the values passes by all the others.
    let path = last(one).path
    Input.check(path == last(again.root).path, "the way to the last value changes: \(path)")
  }

  /// The value as the writer writes what the reader reads of it; nil if a key stands twice.
  private static func rewritten(_ value: JSONValue) -> [UInt8]? {
    try? JSONWriter.text { json throws(GymbagError) in try write(value, to: &json) }
  }

  private static func write(_ value: JSONValue, to json: inout JSONWriter) throws(GymbagError) {
    if value.isObject {
      let members = try value.object().members
      try json.object { json throws(GymbagError) in
        for member in members {
          json.key(member.key)
          try write(member.value, to: &json)
        }
      }
    } else if value.isArray {
      let elements = try value.elements()
      try json.array { json throws(GymbagError) in
        for element in elements { try write(element, to: &json) }
      }
    } else if let text = try? value.string() {
      json.string(text)
    } else if let number = try? value.integer(), number != 0 {
      json.integer(number)
    } else {
      json.token(String(decoding: value.bytes, as: UTF8.self))
    }
  }

  private static func last(_ value: JSONValue) -> JSONValue {
    var value = value
    while true {
      let within =
        value.isObject
        ? (try? value.object())?.members.last?.value
        : (try? value.elements())?.reduce(nil) { $1 }
      guard let within else { return value }
      value = within
    }
  }

  /// The index of an archive, which is believed only once it is signed, and read before that.
  static let index: Input.Reader = { bytes throws(GymbagError) in
    let index = try DayIndex(json: JSONDocument(bytes, source: "index"))
    let json = index.json()
    let again = Input.again("the index written again") { () throws(GymbagError) in
      try DayIndex(json: JSONDocument(json, source: "index written again"))
    }
    Input.check(again == index, "another index when it is written and read again")
    Input.check(again.json() == json, "other bytes when the index is written again")
  }
}
