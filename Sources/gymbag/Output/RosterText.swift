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

extension Roster.Entry {
  /// The athlete, as the roster names them.
  var words: String { id.text.printable + (name.map { " (\($0.printable))" } ?? "") }
}
