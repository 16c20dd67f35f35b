extension String {
  /// The text fit to be shown: control characters, which could steer a terminal or forge a line,
  /// are U+FFFD.
  package var printable: String {
    guard unicodeScalars.contains(where: \.isControl) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { $0.isControl ? "\u{fffd}" : $0 }))
  }
}

extension Unicode.Scalar {
  /// Control characters, line separators, and marks that turn the direction of what follows.
  fileprivate var isControl: Bool {
    switch value {
    case ..<0x20, 0x7f..<0xa0, 0x61c, 0x200e...0x200f, 0x2028...0x202e, 0x2066...0x2069: true
    default: false
    }
  }
}
