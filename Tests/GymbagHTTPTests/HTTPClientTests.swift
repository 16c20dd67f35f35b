import GymbagHTTP
import GymbagModel
import GymbagSystem
import GymbagTestSupport
import Testing

@Suite("The HTTP client", .scratch) struct HTTPClientTests {
  private static let token = "t0ken-that-must-not-leak"

  /// What one GET of `/v1/x` gives.
  private func get(_ server: ScriptedServer, _ patience: HTTPClient.Patience = .total(15)) throws
    -> HTTPResponse
  {
    let base = try HTTPURL(server.url + "/v1")
    let client = try HTTPClient(base: base, token: Self.token, userAgent: "test")
    var result: HTTPResponse?
    try client.run([.init((), base.appending(path: ["x"]), patience: patience)]) { _, response in
      result = response
      return []
    }
    return try #require(result)
  }

  private func failure(
    _ answer: ScriptedServer.Answer, _ patience: HTTPClient.Patience = .total(15)
  )
    throws -> GymbagError
  {
    let server = try ScriptedServer { _ in answer }
    defer { server.stop() }
    do {
      let response = try get(server, patience)
      throw Failure("an answer of \(response.body.count) bytes was received")
    } catch let error as GymbagError {
      #expect(!"\(error)".contains(Self.token))
      return error
    }
  }

  private func gzip(_ text: String) throws -> [UInt8] {
    try GzipCompressor().compress(Array(text.utf8))
  }

  @Test("receives a body, its status and its fields, and asks as it should")
  func plain() throws {
    let server = try ScriptedServer { _ in .ok("[1]", fields: ["ETag: \"v\"", "X-A:  b  c "]) }
    defer { server.stop() }
    let response = try get(server)
    #expect(response.status == 200 && response.body == Array("[1]".utf8))
    #expect(response.header("etag") == "\"v\"" && response.header("x-a") == "b  c")
    let head = try #require(server.requests.first)
    #expect(head.hasPrefix("GET /v1/x HTTP/1.1\r\n"))
    for field in ["Authorization: Bearer \(Self.token)", "Accept-Encoding: gzip"] {
      #expect(head.contains("\r\n\(field)\r\n"))
    }
  }

  @Test("gives one text, however often it was gzipped on its way")
  func layers() throws {
    let once = try gzip("{\"a\":1}")
    let twice = try GzipCompressor().compress(once)
    let label = "Content-Encoding: gzip"
    for (body, fields) in [(once, []), (once, [label]), (twice, [label])] {
      let server = try ScriptedServer { _ in .response("200 OK", body, fields) }
      defer { server.stop() }
      #expect(try get(server).body == Array("{\"a\":1}".utf8))
    }
  }

  @Test("does not receive a body that is shorter than promised, though it would parse")
  func short() throws {
    let text = "HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\n[{\"id\":\"w-1\"}]"
    let error = try failure(.bytes(Array(text.utf8)))
    #expect(error.kind == .unavailable && error.message.contains("cut short"))
  }

  @Test("does not receive a chunked body that ends between chunks")
  func chunks() throws {
    let text = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n"
    #expect(try failure(.bytes(Array(text.utf8))).kind == .unavailable)
  }

  @Test("does not receive a body that does not inflate, cut at any byte of its gzip trailer")
  func damagedGzip() throws {
    let label = "Content-Encoding: gzip"
    let body = try gzip("[1,2,3]")
    for cut in 1...8 {
      let answer = ScriptedServer.Answer.response("200 OK", Array(body.dropLast(cut)), [label])
      #expect(try failure(answer).kind == .unavailable)
    }
    #expect(try failure(.response("200 OK", Array("[1]".utf8), [label])).kind == .unavailable)
    let other = try failure(.response("200 OK", Array("[1]".utf8), ["Content-Encoding: br"]))
    #expect(other.message.contains("encoded as br"))
  }

  @Test(
    "calls a sign-in page by its name",
    arguments: [
      .ok("<html><title>Welcome to GymNet</title>", type: "text/html"),
      .ok(" \n<!DOCTYPE html>", type: "application/json"),
      .response("511 Network Authentication Required", Array("<html>".utf8)),
    ] as [ScriptedServer.Answer])
  func signInPages(answer: ScriptedServer.Answer) throws {
    let error = try failure(answer)
    #expect(error.kind == .unavailable && error.message.contains("sign-in page"))
  }

  @Test("follows redirects within the origin, and not for ever")
  func redirects() throws {
    let server = try ScriptedServer { target in
      switch target {
      case "/v1/x": .response("307 Temporary Redirect", [], ["Location: /v1/y"])
      case "/v1/y": .response("301 Moved", [], ["Location: z?a=b"])
      default: .ok("[]")
      }
    }
    defer { server.stop() }
    #expect(try get(server).url.description == server.url + "/v1/z?a=b")
    let circle = try failure(.response("302 Found", [], ["Location: x"]))
    #expect(circle.message.contains("in circles"))
  }

  @Test("asks for ids that look like directions as they are")
  func dots() throws {
    let server = try ScriptedServer { _ in .ok("[]") }
    defer { server.stop() }
    let base = try HTTPURL(server.url + "/v1")
    let client = try HTTPClient(base: base, token: "t", userAgent: "test")
    try client.run([.init((), base.appending(path: ["exercises", ".."]))]) { _, _ in [] }
    #expect(server.requests.first?.hasPrefix("GET /v1/exercises/%2E%2E HTTP/1.1") == true)
  }

  @Test("says where a redirect to another host leads")
  func redirectElsewhere() throws {
    let error = try failure(
      .response("302 Found", [], ["Location: http://login.gymnet.example/"]))
    #expect(error.kind == .unavailable)
    #expect(error.message.contains("a redirect to http://login.gymnet.example"))
  }

  @Test("sends nothing at all to another origin that it is redirected to")
  func otherOrigin() throws {
    let other = try ScriptedServer { _ in .ok("[]") }
    let server = try ScriptedServer { [url = other.url] _ in
      .response("302 Found", [], ["Location: \(url)/v1/x"])
    }
    defer { [other, server].forEach { $0.stop() } }
    #expect(throws: GymbagError.self) { try get(server) }
    #expect(other.requests.isEmpty)
  }

  @Test("gives up in time on a server that is silent or too slow")
  func patience() throws {
    let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]"
    let slow = ScriptedServer.Answer.slowly(Array(answer.utf8), 0.2)
    for (answer, patience) in [
      (.silence, HTTPClient.Patience.total(1)), (slow, .total(1)), (.silence, .idle(1)),
    ] {
      let error = try failure(answer, patience)
      #expect(error.kind == .unavailable && error.message.contains("in time"))
    }
  }

  @Test("says when there is nobody")
  func unreachable() throws {
    let server = try ScriptedServer { _ in .silence }
    let url = server.url
    server.stop()
    let base = try HTTPURL(url)
    let client = try HTTPClient(base: base, token: "t", userAgent: "test")
    #expect {
      try client.run([.init((), base)]) { _, _ in [] }
    } throws: {
      ($0 as? GymbagError)?.message == "cannot reach \(url)"
    }
  }

  @Test("hands over failures of the server as answers", arguments: ["401 No", "404 No", "500 No"])
  func statuses(status: String) throws {
    let server = try ScriptedServer { _ in .response(status, Array("<html>".utf8)) }
    defer { server.stop() }
    #expect(try get(server).status == Int(status.prefix(3)))
  }

  @Test("asks for what answers call for, many at once, each once")
  func many() throws {
    let server = try ScriptedServer { target in .ok("\"\(target)\"") }
    defer { server.stop() }
    let base = try HTTPURL(server.url)
    let client = try HTTPClient(base: base, token: "t", userAgent: "test")
    var seen: [Int] = []
    // A binary tree: the answer for n calls for 2n and 2n + 1.
    try client.run([.init(1, base.appending(path: ["1"]))]) { number, response in
      #expect(response.body == Array("\"/\(number)\"".utf8))
      seen.append(number)
      return [2 * number, 2 * number + 1].filter { $0 < 200 }
        .map { .init($0, base.appending(path: ["\($0)"])) }
    }
    #expect(seen.sorted() == Array(1..<200))
    #expect(server.requests.count == 199)
  }

  @Test("does not send the token over a network in clear")
  func clear() throws {
    #expect {
      try HTTPClient(base: HTTPURL("http://api.example"), token: "t", userAgent: "test")
    } throws: {
      ($0 as? GymbagError)?.kind == .refused
    }
  }
}
