import CCurl
package import GymbagModel

/// A URL of http or https in the form that the WHATWG gives it: scheme and host in lower case, the
/// host of another script as its ASCII form, no default port, no dot segments, no fragment.
package struct HTTPURL: Hashable, Sendable, CustomStringConvertible {
  /// Scheme, host and port, `https://api.example:8443`.
  package let origin: String
  /// The path, from its slash, percent-encoded as it was.
  package let path: String
  /// What stands behind the question mark; nil without one.
  package let query: String?

  private let host: String

  /// Reads an absolute URL.
  ///
  /// - Throws: `usage` when it is none, is of another scheme, or holds a user name or a password.
  package init(_ text: String) throws(GymbagError) {
    try self.init(text, against: nil)
  }

  /// Reads a URL that may be relative to this one, as in a redirect or a link.
  ///
  /// - Throws: `usage`.
  package func resolving(_ reference: String) throws(GymbagError) -> HTTPURL {
    try HTTPURL(reference, against: self)
  }

  /// The URL of a call below this one.
  ///
  /// - Parameters:
  ///   - path: its parts; each is percent-encoded.
  ///   - query: names and values, in order; the values are percent-encoded.
  package func appending(path parts: [String], query: [(name: String, value: String)] = [])
    -> HTTPURL
  {
    let base = path.hasSuffix("/") ? String(path.dropLast()) : path
    // A part that is a dot or two would be taken for a direction.
    let tail = parts.map { part in
      "/" + (part == "." ? "%2E" : part == ".." ? "%2E%2E" : PercentEncoding.encode(part))
    }.joined()
    let pairs = query.map { $0.name + "=" + PercentEncoding.encode($0.value) }
    return HTTPURL(
      origin: origin, host: host, path: base + tail,
      query: pairs.isEmpty ? nil : pairs.joined(separator: "&"))
  }

  /// The same place with another query.
  package func replacing(query: String?) -> HTTPURL {
    HTTPURL(origin: origin, host: host, path: path, query: query)
  }

  /// Whether the host is this machine itself: what is sent there is on no network.
  var isLoopback: Bool {
    host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]"
      || (host.hasPrefix("127.") && isIPv4)
  }

  /// Whether the host is an address in four numbers, and no name that looks like one.
  private var isIPv4: Bool {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
  }

  /// Whether what is sent there cannot be read on the way.
  package var isPrivate: Bool { origin.hasPrefix("https:") || isLoopback }

  package var description: String { origin + path + (query.map { "?" + $0 } ?? "") }

  private init(origin: String, host: String, path: String, query: String?) {
    self.origin = origin
    self.host = host
    self.path = path
    self.query = query
  }

  private init(_ text: String, against base: HTTPURL?) throws(GymbagError) {
    let curl = try CurlLibrary.open().functions
    guard let handle = curl.url() else { throw GymbagError(.io, "no memory for a URL") }
    defer { curl.url_cleanup(handle) }
    func refuse(_ reason: String) -> GymbagError {
      GymbagError(
        .usage, "not a URL that gymbag can use: \(text) (\(reason))",
        hint: "it looks like https://api.example/v1")
    }
    for piece in [base?.description, text].compactMap({ $0 }) {
      let code = curl.url_set(handle, CURLUPART_URL, piece, 0)
      guard code == CURLUE_OK else {
        throw refuse(curl.url_strerror(code).map { String(cString: $0) } ?? "\(code)")
      }
    }
    func part(_ which: CURLUPart, _ flags: Int32 = 0) -> String? {
      var found: UnsafeMutablePointer<CChar>?
      guard curl.url_get(handle, which, &found, UInt32(flags)) == CURLUE_OK, let found else {
        return nil
      }
      defer { curl.free(found) }
      return String(cString: found)
    }
    guard let scheme = part(CURLUPART_SCHEME), ["http", "https"].contains(scheme) else {
      throw refuse("neither http nor https")
    }
    guard part(CURLUPART_USER) == nil, part(CURLUPART_PASSWORD) == nil else {
      throw GymbagError(.usage, "a user name or password does not belong into a URL")
    }
    guard let host = part(CURLUPART_HOST, CURLU_PUNYCODE)?.lowercased(), !host.isEmpty else {
      throw refuse("no host")
    }
    let port = part(CURLUPART_PORT, CURLU_NO_DEFAULT_PORT).map { ":" + $0 } ?? ""
    self.init(
      origin: scheme + "://" + host + port, host: host, path: part(CURLUPART_PATH) ?? "/",
      query: part(CURLUPART_QUERY))
  }
}
