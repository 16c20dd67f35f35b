import GymbagModel

/// The options that name the home and the configuration, as they were given: a command that is shown
/// to a person must have them, too, or it would act on another account's.
struct PlaceOptions: Sendable {
  /// What stands behind a command, with a space before it; empty if no option was given.
  let text: String

  init(home: String?, profile: String?) {
    text = [("home", home), ("profile", profile)].compactMap { name, value in
      value.map { " --\(name) " + $0.quotedForShell }
    }.joined()
  }

  /// A sentence with the options behind the name of each command of ours in it: `gymbag key new`.
  /// Words in quotes are arguments, whatever they look like.
  func insert(into sentence: String) -> String {
    guard !text.isEmpty, !sentence.hasPrefix("usage: ") else { return sentence }
    var out = ""
    var rest = sentence[...]
    var isQuoted = false
    while let first = rest.first {
      let beginsWord = out.last.map { !$0.isLetter && !$0.isNumber && $0 != "/" } ?? true
      if !isQuoted, beginsWord, let name = Self.command(at: rest) {
        out += name + text
        rest = rest.dropFirst(name.count)
        continue
      }
      if first == "\\", !isQuoted {
        out += rest.prefix(2)
        rest = rest.dropFirst(2)
        continue
      }
      // An apostrophe within a word quotes nothing.
      if first == "'", isQuoted || beginsWord { isQuoted.toggle() }
      out.append(first)
      rest = rest.dropFirst()
    }
    return out
  }

  /// The longest command that a text begins with, `gymbag key new`.
  private static func command(at text: Substring) -> String? {
    guard text.hasPrefix("gymbag ") else { return nil }
    return CommandTable.all.map { "gymbag " + $0.name }
      .filter { name in
        text.hasPrefix(name)
          && text.dropFirst(name.count).first.map { !$0.isLetter && $0 != "-" } ?? true
      }
      .max { $0.count < $1.count }
  }
}
