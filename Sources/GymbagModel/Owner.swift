/// The account that a home and its archives belong to, written `baseURL::userID`. Never a token.
package struct Owner: Hashable, Sendable, CustomStringConvertible {
  /// Where the backend is: an origin as the WHATWG spells it, and a path without trailing slash.
  package let baseURL: String
  /// The account's user id, as the server spells it.
  package let userID: ID

  /// The account `userID` of the backend at `baseURL`, which is in the normal form already.
  package init(baseURL: String, userID: ID) {
    self.baseURL = baseURL
    self.userID = userID
  }

  /// The owner that `text` spells, exactly as `description` does; nil for anything else.
  package init?(_ text: String) {
    guard let colons = text.lastDoubleColon else { return nil }
    let encoded = String(text[text.index(colons, offsetBy: 2)...])
    guard let decoded = PercentEncoding.decode(encoded), let userID = ID(decoded) else {
      return nil
    }
    self.init(baseURL: String(text[..<colons]), userID: userID)
    guard baseURL.hasPrefix("http://") || baseURL.hasPrefix("https://"),
      baseURL.utf8.allSatisfy({ (0x21...0x7e).contains($0) }),
      description.utf8.elementsEqual(text.utf8)
    else {
      return nil
    }
  }

  package static func == (a: Owner, b: Owner) -> Bool {
    a.userID == b.userID && a.baseURL.utf8.elementsEqual(b.baseURL.utf8)
  }

  package var description: String { baseURL + "::" + PercentEncoding.encode(userID.text) }
}

extension String {
  /// Where the last `::` begins; a percent-encoded user id holds none, a host in brackets may.
  fileprivate var lastDoubleColon: String.Index? {
    var index = endIndex
    while index > startIndex {
      index = self.index(before: index)
      if self[index...].hasPrefix("::") { return index }
    }
    return nil
  }
}
