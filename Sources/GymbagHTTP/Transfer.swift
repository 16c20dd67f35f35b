import CCurl
import GymbagModel
import GymbagSystem

/// What every transfer of a client has in common.
struct TransferSettings {
  /// Header lines, the token among them.
  let fields: [String]
  /// The server is this machine itself.
  let bypassesProxy: Bool
}

/// One GET on its way. libcurl keeps pointers to it, so it is one object with one place.
final class Transfer {
  let url: HTTPURL
  let easy: UnsafeMutableRawPointer
  private let curl: CurlLibrary
  private let fields: UnsafeMutablePointer<curl_slist>?
  private var body: [UInt8] = []
  private var headers: [(name: String, value: String)] = []
  private var isTooLarge = false

  init(
    _ url: HTTPURL, _ patience: HTTPClient.Patience, _ settings: TransferSettings,
    _ curl: CurlLibrary
  ) throws(GymbagError) {
    guard let easy = curl.functions.easy_init() else {
      throw GymbagError(.io, "no memory for a request")
    }
    self.url = url
    self.easy = easy
    self.curl = curl
    fields = settings.fields.reduce(nil) { curl.functions.slist_append($0, $1) }
    configure(patience, settings)
  }

  deinit {
    curl.functions.easy_cleanup(easy)
    curl.functions.slist_free_all(fields)
  }

  private func configure(_ patience: HTTPClient.Patience, _ settings: TransferSettings) {
    curl.set(easy, CURLOPT_URL, url.description)
    if let fields { curl.set(easy, CURLOPT_HTTPHEADER, fields) }
    curl.set(easy, CURLOPT_PROTOCOLS_STR, "http,https")
    curl.set(easy, CURLOPT_FOLLOWLOCATION, 0)
    curl.set(easy, CURLOPT_PATH_AS_IS, 1)
    curl.set(easy, CURLOPT_HTTP_CONTENT_DECODING, 0)
    curl.set(easy, CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
    curl.set(easy, CURLOPT_NOSIGNAL, 1)
    curl.set(easy, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS, isOptional: true)
    // With HTTP/2 wait for the first connection and share it, instead of opening eight.
    curl.set(easy, CURLOPT_PIPEWAIT, 1)
    curl.set(easy, CURLOPT_CONNECTTIMEOUT, 15)
    if settings.bypassesProxy { curl.set(easy, CURLOPT_PROXY, "") }
    switch patience {
    case .total(let seconds):
      curl.set(easy, CURLOPT_TIMEOUT, seconds)
    case .idle(let seconds):
      curl.set(easy, CURLOPT_LOW_SPEED_LIMIT, 1)
      curl.set(easy, CURLOPT_LOW_SPEED_TIME, seconds)
    }
    // Unretained: the client keeps the transfer until it has taken it out of the loop.
    let context = Unmanaged.passUnretained(self).toOpaque()
    curl.set(easy, sink: CURLOPT_WRITEFUNCTION, CURLOPT_WRITEDATA, context) {
      bytes, size, count, context in
      guard let bytes, let context else { return 0 }
      let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
      return transfer.receive(UnsafeRawBufferPointer(start: bytes, count: size * count))
    }
    curl.set(easy, sink: CURLOPT_HEADERFUNCTION, CURLOPT_HEADERDATA, context) {
      bytes, size, count, context in
      guard let bytes, let context else { return 0 }
      let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
      return transfer.receiveHeader(UnsafeRawBufferPointer(start: bytes, count: size * count))
    }
  }

  /// Takes a piece of the body; any other answer than its length makes libcurl stop.
  private func receive(_ piece: UnsafeRawBufferPointer) -> Int {
    guard body.count + piece.count <= HTTPClient.bodyLimit else {
      isTooLarge = true
      return 0
    }
    body.append(contentsOf: piece)
    return piece.count
  }

  private func receiveHeader(_ line: UnsafeRawBufferPointer) -> Int {
    if line.starts(with: "HTTP/".utf8) {
      headers = []  // those before were of an interim answer
    } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
      let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
      let value = line[(colon + 1)...].trimming { $0 <= UInt8(ascii: " ") }
      headers.append((name, String(decoding: value, as: UTF8.self)))
    }
    return line.count
  }

  /// What was received, once libcurl has said that the transfer is over.
  ///
  /// - Parameter code: libcurl's result.
  /// - Throws: `unavailable` with what went wrong on the way.
  func finish(_ code: CURLcode, _ decoder: ContentDecoder) throws(GymbagError) -> HTTPResponse {
    guard code == CURLE_OK else { throw failure(code) }
    let status = curl.get(easy, CURLINFO_RESPONSE_CODE)
    return try decoder.decode(
      HTTPResponse(url: url, status: status, fields: headers, body: body))
  }

  private func failure(_ code: CURLcode) -> GymbagError {
    let message =
      switch code {
      case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_PROXY:
        "cannot reach \(url.origin)"
      case CURLE_OPERATION_TIMEDOUT: "no whole answer in time from \(url)"
      case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR:
        "no safe connection to \(url.origin): its certificate is not trusted, or it speaks no TLS"
      case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_RECV_ERROR:
        "the answer was cut short: \(url)"
      case CURLE_WRITE_ERROR where isTooLarge:
        "the answer is larger than \(HTTPClient.bodyLimit >> 20) MiB: \(url)"
      default: "no answer from \(url)"
      }
    let words = curl.functions.easy_strerror(code).map { String(cString: $0) } ?? ""
    return GymbagError(
      .unavailable, message, hint: "check the network and try again",
      cause: "\(words) (curl \(code.rawValue))")
  }
}
