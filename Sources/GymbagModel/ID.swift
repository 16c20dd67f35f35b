/// An id as the server spells it: opaque, compared by its UTF-8 bytes.
///
/// A plain `String` will not do: Swift compares strings by Unicode equivalence, so that two ids
/// that differ only in how an accent is composed would be one athlete. `007` and `7` are two, too.
package struct ID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The id; never empty, without NUL.
  package let text: String

  /// Nil for what cannot be an id: an empty text, or one that holds NUL.
  package init?(_ text: String) {
    guard !text.isEmpty, !Self.holdsNUL(text) else { return nil }
    self.text = text
  }

  private static func holdsNUL(_ text: String) -> Bool {
    let bytes = text.utf8.span
    for position in bytes.indices where bytes[position] == 0 { return true }
    return false
  }

  package static func == (a: ID, b: ID) -> Bool { a.text.hasSameBytes(as: b.text) }

  /// Ascending by bytes, the same on every machine and in every locale.
  package static func < (a: ID, b: ID) -> Bool { a.text.byteOrder(b.text) < 0 }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }

  package var description: String { text }
}
