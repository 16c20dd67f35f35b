/// A whole answer of a server: received to its end and inflated.
package struct HTTPResponse: Sendable {
  /// What was asked for, after redirects.
  package let url: HTTPURL
  /// The status code.
  package let status: Int
  /// The body without its content encoding.
  package let body: [UInt8]
  private let fields: [(name: String, value: String)]

  init(url: HTTPURL, status: Int, fields: [(name: String, value: String)], body: [UInt8]) {
    self.url = url
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// The same answer with another body.
  func replacing(body: [UInt8]) -> HTTPResponse {
    HTTPResponse(url: url, status: status, fields: fields, body: body)
  }

  /// The value of a header field, the first if it stands several times.
  ///
  /// - Parameter name: in lower case.
  package func header(_ name: String) -> String? {
    fields.first { $0.name == name }?.value
  }

  /// The values of a header field, one for each line.
  ///
  /// - Parameter name: in lower case.
  package func headers(_ name: String) -> [String] {
    fields.filter { $0.name == name }.map(\.value)
  }
}
