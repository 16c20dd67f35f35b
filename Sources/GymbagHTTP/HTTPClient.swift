import CCurl
package import GymbagModel
import GymbagSystem

/// Asks one server many things at once: one thread, one libcurl multi loop, kept connections.
///
/// What libcurl would do by itself and should not is off: redirects (it sends headers along),
/// content decoding (a body that is cut in the gzip trailer passes), netrc, and a proxy for this
/// machine itself. The token goes to the one origin that the client was made for.
package final class HTTPClient {
  /// How long a request may take.
  package enum Patience: Sendable {
    /// All of it, in seconds.
    case total(Int)
    /// Between one byte and the next, in seconds: for what may be large.
    case idle(Int)
  }

  /// One thing to ask for.
  package struct Request<Tag> {
    /// What it is for; handed back with the answer.
    package let tag: Tag
    /// Where; must lie on the client's origin.
    package let url: HTTPURL
    /// How long it may take.
    package let patience: Patience

    /// A request.
    package init(_ tag: Tag, _ url: HTTPURL, patience: Patience = .total(15)) {
      self.tag = tag
      self.url = url
      self.patience = patience
    }
  }

  /// The most bytes that a body may have, before and after inflating.
  static let bodyLimit = 64 << 20
  private static let redirectLimit = 5

  private let curl: CurlLibrary
  private let multi: UnsafeMutableRawPointer
  private let origin: String
  private let settings: TransferSettings
  private let parallelCount: Int
  private let decoder: ContentDecoder

  /// A client for the origin of `base`.
  ///
  /// - Parameters:
  ///   - token: sent to that origin as a bearer token.
  ///   - userAgent: what the client calls itself.
  ///   - parallelCount: how many requests run at once.
  /// - Throws: `refused` when the token would cross a network in clear; `config` without libcurl.
  package init(base: HTTPURL, token: String, userAgent: String, parallelCount: Int = 8)
    throws(GymbagError)
  {
    guard base.isPrivate else {
      throw GymbagError(
        .refused, "the token is not sent over plain http to \(base.origin)", hint: "use https")
    }
    let curl = try CurlLibrary.open()
    let decoder = try ContentDecoder()
    guard let multi = curl.functions.multi_init() else {
      throw GymbagError(.io, "no memory for libcurl")
    }
    curl.set(multi: multi, CURLMOPT_MAX_HOST_CONNECTIONS, parallelCount)
    self.curl = curl
    self.decoder = decoder
    self.multi = multi
    self.origin = base.origin
    self.parallelCount = parallelCount
    settings = TransferSettings(
      fields: [
        "Authorization: Bearer \(token)", "Accept: application/json", "Accept-Encoding: gzip",
        "User-Agent: \(userAgent)",
      ], bypassesProxy: base.isLoopback)
  }

  deinit { _ = curl.functions.multi_cleanup(multi) }

  /// Gets everything that `first` asks for, and everything that is asked for in turn.
  ///
  /// - Parameter received: called with each answer of the server, whatever its status, in the order
  ///   of arrival; returns what is to be asked next.
  /// - Throws: the first failure on the way (`unavailable`) or of `received`; what is under way
  ///   then ends. `interrupted` when the run shall end.
  package func run<Tag>(
    _ first: [Request<Tag>],
    _ received: (Tag, HTTPResponse) throws(GymbagError) -> [Request<Tag>]
  ) throws(GymbagError) {
    var waiting = first[...]
    var active: [UnsafeMutableRawPointer: (request: Request<Tag>, transfer: Transfer, hops: Int)] =
      [:]
    defer { for easy in active.keys { _ = curl.functions.multi_remove_handle(multi, easy) } }

    func start(_ request: Request<Tag>, hops: Int) throws(GymbagError) {
      precondition(request.url.origin == origin, "a request to another origin")
      let transfer = try Transfer(request.url, request.patience, settings, curl)
      try check(curl.functions.multi_add_handle(multi, transfer.easy))
      active[transfer.easy] = (request, transfer, hops)
    }

    while !waiting.isEmpty || !active.isEmpty {
      while active.count < parallelCount, let request = waiting.popFirst() {
        try start(request, hops: 0)
      }
      var running: CInt = 0
      try check(curl.functions.multi_perform(multi, &running))
      while let (easy, code) = nextFinished() {
        _ = curl.functions.multi_remove_handle(multi, easy)
        guard let done = active.removeValue(forKey: easy) else { continue }
        let response = try done.transfer.finish(code, decoder)
        if let target = try redirect(response) {
          guard done.hops < Self.redirectLimit else {
            throw GymbagError(.unavailable, "redirected in circles: \(done.request.url)")
          }
          let onward = Request(done.request.tag, target, patience: done.request.patience)
          try start(onward, hops: done.hops + 1)
        } else {
          waiting.append(contentsOf: try received(done.request.tag, response))
        }
      }
      try Interruption.check()
      if !active.isEmpty { try check(curl.functions.multi_poll(multi, nil, 0, 200, nil)) }
    }
  }

  private func nextFinished() -> (easy: UnsafeMutableRawPointer, code: CURLcode)? {
    var left: CInt = 0
    while let message = curl.functions.multi_info_read(multi, &left) {
      if message.pointee.msg == CURLMSG_DONE {
        return (message.pointee.easy_handle, message.pointee.data.result)
      }
    }
    return nil
  }

  /// Where an answer redirects to within the origin; nil when it is none.
  private func redirect(_ response: HTTPResponse) throws(GymbagError) -> HTTPURL? {
    guard [301, 302, 303, 307, 308].contains(response.status) else { return nil }
    guard let location = response.header("location"),
      let target = try? response.url.resolving(location)
    else { throw GymbagError(.unavailable, "redirected to nowhere: \(response.url)") }
    guard target.origin == origin else {
      throw GymbagError(
        .unavailable,
        "instead of an answer came a redirect to \(target.origin), perhaps to a "
          + "sign-in page: \(response.url)",
        hint: "sign in to the network with a browser, or correct the address of the backend")
    }
    return target
  }

  private func check(_ code: CURLMcode) throws(GymbagError) {
    guard code != CURLM_OK else { return }
    let words = curl.functions.multi_strerror(code).map { String(cString: $0) } ?? ""
    throw GymbagError(.io, "cannot run requests", cause: "\(words) (curl multi \(code.rawValue))")
  }
}
