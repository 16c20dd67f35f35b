/// The header field `Link` of RFC 8288.
package struct LinkField: Sendable {
  /// One link.
  package struct Link: Equatable, Sendable {
    /// Where it leads, perhaps a relative reference.
    package let target: String
    /// What it is, in lower case: `next`, `prev` and others.
    package let relations: [String]
  }

  /// The links, in order.
  package let links: [Link]

  /// Reads the value of a field; nil when it is not one.
  package init?(_ value: String) {
    var scanner = Scanner(rest: Array(value.utf8)[...])
    guard let links = scanner.links() else { return nil }
    self.links = links
  }

  private struct Scanner {
    var rest: ArraySlice<UInt8>

    mutating func links() -> [Link]? {
      var links: [Link] = []
      skip(" ,")
      while !rest.isEmpty {
        guard take("<"), let target = text(upTo: ">") else { return nil }
        var relations: [String] = []
        skip(" ")
        while take(";") {
          guard let (name, value) = parameter() else { return nil }
          // The first one counts, says the RFC.
          if name == "rel", relations.isEmpty {
            relations = value.lowercased().split(separator: " ").map(String.init)
          }
          skip(" ")
        }
        guard rest.isEmpty || take(",") else { return nil }
        links.append(Link(target: target, relations: relations))
        skip(" ,")
      }
      return links
    }

    private mutating func parameter() -> (name: String, value: String)? {
      skip(" ")
      let name = word()
      guard !name.isEmpty else { return nil }
      skip(" ")
      guard take("=") else { return (name.lowercased(), "") }
      skip(" ")
      guard take("\"") else { return (name.lowercased(), word()) }
      return text(upTo: "\"").map { (name.lowercased(), $0) }
    }

    private mutating func word() -> String {
      let bytes = rest.prefix { !" ,;=\"<>\t".utf8.contains($0) }
      rest = rest.dropFirst(bytes.count)
      return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func text(upTo end: Unicode.Scalar) -> String? {
      guard let position = rest.firstIndex(of: UInt8(ascii: end)) else { return nil }
      defer { rest = rest[(position + 1)...] }
      return String(decoding: rest[..<position], as: UTF8.self)
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard rest.first == UInt8(ascii: character) else { return false }
      rest = rest.dropFirst()
      return true
    }

    private mutating func skip(_ characters: String) {
      rest = rest.drop { characters.utf8.contains($0) || $0 == UInt8(ascii: "\t") }
    }
  }
}
