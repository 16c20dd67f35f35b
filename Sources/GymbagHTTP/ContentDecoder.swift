import GymbagModel
import GymbagSystem

/// Undoes what a server or something between has done to a body, and finds out what was not sent
/// by the server at all.
///
/// However often a text was gzipped on its way, one text comes out: a body labelled as gzip must
/// inflate, and what then still begins as gzip does, which no JSON can, is inflated again.
struct ContentDecoder {
  private static let layerLimit = 3

  private let decompressor: GzipDecompressor

  init() throws(GymbagError) { decompressor = try GzipDecompressor() }

  /// The answer with its body as the server meant it.
  ///
  /// - Parameter raw: as it came over the wire.
  /// - Throws: `unavailable` when the body does not inflate, or is a sign-in page.
  func decode(_ raw: HTTPResponse) throws(GymbagError) -> HTTPResponse {
    var body = raw.body
    let encoding = raw.header("content-encoding")?.lowercased() ?? "identity"
    guard ["identity", "gzip", "x-gzip"].contains(encoding) else {
      throw GymbagError(.unavailable, "the answer is encoded as \(encoding), not gzip: \(raw.url)")
    }
    if encoding != "identity", !body.isEmpty { body = try inflate(body, raw.url) }
    var layers = 1
    while GzipDecompressor.isGzip(body), layers < Self.layerLimit {
      body = try inflate(body, raw.url)
      layers += 1
    }
    if isSignInPage(raw, body) { throw Self.signInPage(raw.url) }
    return raw.replacing(body: body)
  }

  /// The error for a page that a network answers with instead of the server.
  static func signInPage(_ url: HTTPURL) -> GymbagError {
    GymbagError(
      .unavailable, "a sign-in page came instead of an answer: \(url)",
      hint: "the network wants a login: open a browser, sign in to the network, and try again")
  }

  private func inflate(_ body: [UInt8], _ url: HTTPURL) throws(GymbagError) -> [UInt8] {
    do throws(GymbagError) {
      return try decompressor.decompress(
        body[...], limit: HTTPClient.bodyLimit, source: url.description)
    } catch {
      throw error.asKind(.unavailable)
    }
  }

  private func isSignInPage(_ response: HTTPResponse, _ body: [UInt8]) -> Bool {
    // 511 says it openly. An error page of the server itself is told by its status.
    if response.status == 511 { return true }
    guard (200..<300).contains(response.status) else { return false }
    let type = response.header("content-type")?.lowercased() ?? ""
    let first = body.first { ![0x20, 0x09, 0x0a, 0x0d].contains($0) }
    return type.hasPrefix("text/html") || type.hasPrefix("application/xhtml")
      || first == UInt8(ascii: "<")
  }
}
