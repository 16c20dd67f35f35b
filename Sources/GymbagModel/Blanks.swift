extension String {
  /// The text without what is not seen at its two ends: all that Unicode calls white space, the no-break
  /// space among it, and the marks without width that copying brings along.
  package var withoutBlanks: String {
    let scalars = unicodeScalars
    guard let first = scalars.first, let last = scalars.last, first.isBlank || last.isBlank else {
      return self
    }
    let head = scalars.drop(while: \.isBlank)
    guard let end = head.lastIndex(where: { !$0.isBlank }) else { return "" }
    return String(head[...end])
  }
}

extension Unicode.Scalar {
  /// White space, the zero width space, and the byte order mark.
  fileprivate var isBlank: Bool {
    if value < 0x80 { return value == 0x20 || (0x09...0x0d).contains(value) }
    return properties.isWhitespace || value == 0x200b || value == 0xfeff
  }
}
