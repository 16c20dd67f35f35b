import GymbagModel
import GymbagSystem
import Testing

@testable import GymbagHTTP

@Suite("A URL") struct HTTPURLTests {
  /// Origins as the WHATWG serialises them.
  @Test(
    "has one spelling of its origin",
    arguments: [
      ("https://API.Example", "https://api.example", "/"),
      ("HTTPS://api.example:443/v1", "https://api.example", "/v1"),
      ("http://api.example:80", "http://api.example", "/"),
      ("http://api.example:443", "http://api.example:443", "/"),
      ("https://api.example:8443/a/../b/./c/", "https://api.example:8443", "/b/c/"),
      ("http://[::1]:8080/v1", "http://[::1]:8080", "/v1"),
      ("http://127.1/x", "http://127.0.0.1", "/x"),
      ("https://münchen.example/", "https://xn--mnchen-3ya.example", "/"),
      ("https://api.example/v1#part", "https://api.example", "/v1"),
    ])
  func normalForm(text: String, origin: String, path: String) throws {
    Terminal.useUTF8()  // as the tool does: hosts of other scripts are converted by the locale
    let url = try HTTPURL(text)
    #expect(url.origin == origin && url.path == path && url.query == nil)
    #expect(try HTTPURL(url.description) == url)
  }

  @Test(
    "is refused when it is none, of another scheme, or holds a name and a password",
    arguments: [
      "", "api.example", "/v1", "ftp://api.example", "file:///etc/passwd", "https://",
      "https://user:secret@api.example", "https://user@api.example", "https://api example",
      "javascript:alert(1)",
    ])
  func refusal(text: String) {
    #expect {
      try HTTPURL(text)
    } throws: {
      ($0 as? GymbagError)?.kind == .usage
    }
  }

  @Test("is extended by ids and values that are percent-encoded")
  func calls() throws {
    let base = try HTTPURL("https://api.example/v1/")
    #expect(
      base.appending(path: ["workouts", "a/b ü%?#", "exercises"]).description
        == "https://api.example/v1/workouts/a%2Fb%20%C3%BC%25%3F%23/exercises")
    #expect(
      base.appending(path: ["x"], query: [("date", "a&b,c"), ("d", "1")]).description
        == "https://api.example/v1/x?date=a%26b%2Cc&d=1")
    #expect(base.appending(path: ["..", "."]).path == "/v1/%2E%2E/%2E")
  }

  @Test(
    "knows which hosts are this machine",
    arguments: [
      ("http://localhost:1", true), ("http://app.localhost", true), ("http://127.0.0.1", true),
      ("http://127.9.9.9", true), ("http://[::1]", true), ("http://127.0.0.1.example", false),
      ("http://localhost.example", false), ("http://10.0.0.1", false), ("http://[::2]", false),
      ("http://127.x.example", false),
      ("http://127.1.2.3.4", false), ("http://127.1.2.300.example", false),
    ])
  func loopback(text: String, isLoopback: Bool) throws {
    #expect(try HTTPURL(text).isLoopback == isLoopback)
  }

  @Test("of a redirect may be relative")
  func references() throws {
    let url = try HTTPURL("https://api.example/v1/tags?page=1")
    #expect(try url.resolving("?page=2").description == "https://api.example/v1/tags?page=2")
    #expect(try url.resolving("/v2/tags").description == "https://api.example/v2/tags")
    #expect(try url.resolving("//other.example/x").origin == "https://other.example")
  }
}

@Suite("A date of HTTP") struct HTTPDateTests {
  @Test("is read in the form that servers must send, and in no other")
  func parsing() {
    // RFC 9110, section 5.6.7.
    #expect(HTTPDate.parse("Sun, 06 Nov 1994 08:49:37 GMT") == Instant("1994-11-06T08:49:37Z"))
    for text in [
      "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "", "0",
      "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 CET",
      "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 9223372036854775807:49:37 GMT",
    ] {
      #expect(HTTPDate.parse(text) == nil)
    }
  }
}
