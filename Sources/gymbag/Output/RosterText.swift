import GymbagKit
import GymbagModel

extension DayRoster.Source {
  /// The file that a roster is in, as it was given.
  var file: String? { if case .file(let file) = self { file } else { nil } }

  /// The source in JSON.
  var name: String {
    switch self {
    case .file: "file"
    case .archive: "archive"
    case .participants: "participants"
    }
  }

  /// Whose coverage it is, in words.
  var words: String {
    switch self {
    case .file(let file): file.printable
    case .archive: "the roster that it was packed for"
    case .participants: "those who take part"
    }
  }
}

extension UnknownAthlete {
  /// The athlete, as the roster names them, and who may have been meant.
  var words: String {
    let name = entry.name.map { " (\($0.printable))" } ?? ""
    guard let first = nearest.first else { return entry.id.text.printable + name }
    let ids = nearest.map(\.text.printable).joined(separator: " or ")
    let isSame = Lookalikes.lookSame(first, entry.id)
    return "\(entry.id.text.printable)\(name): did you mean \(ids)"
      + "\(isSame ? ", which only looks the same" : "")?"
  }
}
