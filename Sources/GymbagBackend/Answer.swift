import GymbagHTTP
import GymbagJSON
import GymbagModel

/// An answer of a call of the contract: a success with a JSON text.
struct Answer {
  let document: JSONDocument
  private let response: HTTPResponse

  /// - Throws: `signIn` for a token that is not accepted; `unavailable` for every other failure;
  ///   `badData` for a body that is no JSON.
  init(_ response: HTTPResponse) throws(GymbagError) {
    switch response.status {
    case 200: break
    case 401:
      throw GymbagError(
        .signIn, "the server does not accept the token: \(response.url)",
        hint: "sign in again with a new token")
    case 403:
      throw GymbagError(
        .unavailable, "the token may not read \(response.url)",
        hint: "ask who runs the server for the right to", cause: "HTTP 403")
    case 404:
      throw GymbagError(
        .unavailable, "the server does not have \(response.url)",
        hint: "is the address of the backend right?", cause: "HTTP 404")
    default:
      throw GymbagError(
        .unavailable, "the server did not answer the question: \(response.url)",
        hint: response.status >= 500 || response.status == 429 ? "try again later" : nil,
        cause: "HTTP \(response.status)")
    }
    self.response = response
    document = try JSONDocument(response.body, source: "\(response.url)")
  }

  /// A page of a list.
  struct Page {
    /// What stands on it.
    let elements: JSONElements
    /// How many elements that are.
    let elementCount: Int
    /// Where the next page is; nil on the last.
    let next: HTTPURL?
    /// How many elements the server says there are.
    private let count: JSONValue?

    fileprivate init(_ elements: JSONElements, next: HTTPURL?, count: JSONValue? = nil) {
      self.elements = elements
      elementCount = elements.reduce(0) { sum, _ in sum + 1 }
      self.next = next
      self.count = count
    }

    /// Makes sure that the list, of which this is the last page, is as long as the server says. Whether
    /// that counts the list or its pages each, servers do not agree on.
    ///
    /// - Parameter total: how many elements all its pages have.
    /// - Throws: `badData`.
    func check(total: Int) throws(GymbagError) {
      guard let count, let said = try? count.integer(), said != total, said != elementCount
      else { return }
      throw count.mismatch("\(total), as many as the list has")
    }
  }

  /// A page of a list, which is an array whose pages `Link` chains, or an object of `results` and
  /// `next`, perhaps with a `count`.
  ///
  /// - Throws: `badData` when it is neither, or when `next` is no URL.
  func list() throws(GymbagError) -> Page {
    if document.root.isArray {
      return Page(try document.root.elements(), next: try linkedPage())
    }
    let page = try document.root.object()
    let link = try page.optional("next")?.string()
    let next = if let link { try rebased(link) } else { try linkedPage() }
    return Page(
      try page.required("results").elements(),
      next: next, count: page.optional("count"))
  }

  /// The target of `Link: <…>; rel="next"`.
  private func linkedPage() throws(GymbagError) -> HTTPURL? {
    for value in response.headers("link") {
      // One that cannot be read may have spoken of a next page.
      guard let field = LinkField(value) else {
        throw GymbagError(.badData, "the Link field cannot be read: \(value) (\(response.url))")
      }
      if let next = field.links.first(where: { $0.relations.contains("next") }) {
        return try rebased(next.target)
      }
    }
    return nil
  }

  /// The next page on our own origin and path: proxies get the rest of such links wrong, and the
  /// token must not go elsewhere.
  private func rebased(_ link: String) throws(GymbagError) -> HTTPURL {
    guard let target = try? response.url.resolving(link) else {
      throw GymbagError(.badData, "the next page is at no URL (\(response.url))")
    }
    // Without a query it would be another question altogether.
    guard let query = target.query else {
      throw GymbagError(.badData, "the next page is at no page's URL: \(link) (\(response.url))")
    }
    return response.url.replacing(query: query)
  }
}
