/// An id as the server spells it: opaque, compared by its UTF-8 bytes.
///
/// A plain `String` will not do: Swift compares strings by Unicode equivalence, so that two ids
/// that differ only in how an accent is composed would be one athlete. `007` and `7` are two, too.
package struct ID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The id; never empty, without NUL.
  package let text: String

  /// Nil for what cannot be an id: an empty text, or one that holds NUL.
  package init?(_ text: String) {
    guard !text.isEmpty, !text.utf8.contains(0) else { return nil }
    self.text = text
  }

  package static func == (a: ID, b: ID) -> Bool {
    // The first test is quick and rules out nearly all that differ; the second one decides.
    a.text == b.text && a.text.utf8.elementsEqual(b.text.utf8)
  }

  /// Ascending by bytes, the same on every machine and in every locale.
  package static func < (a: ID, b: ID) -> Bool {
    a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }

  package var description: String { text }
}
