import CCurl
import GymbagModel

/// libcurl's functions, found when the first of them is needed.
struct CurlLibrary: @unchecked Sendable {
  // Sendable: written once, before anyone can read it, and never freed.
  private let table: UnsafePointer<gb_curl>

  /// The functions that Swift can call by themselves.
  var functions: gb_curl { table.pointee }

  /// The library.
  ///
  /// - Throws: `config` when the machine has none.
  static func open() throws(GymbagError) -> CurlLibrary { try result.get() }

  private static let result: Result<CurlLibrary, GymbagError> = {
    let table = UnsafeMutablePointer<gb_curl>.allocate(capacity: 1)
    table.initialize(to: gb_curl())
    guard let reason = gb_curl_open(table) else {
      return .success(CurlLibrary(table: UnsafePointer(table)))
    }
    return .failure(
      GymbagError(
        .config, "libcurl cannot be opened, and without it nothing can be downloaded",
        hint: "install the package libcurl4, version 7.85 or newer", cause: String(cString: reason))
    )
  }()

  /// Sets an option of a transfer. An option that libcurl refuses is a bug of ours: a transfer
  /// without it could send what must not be sent.
  ///
  /// - Parameter isOptional: whether a transfer will do without it.
  func set(
    _ easy: UnsafeMutableRawPointer, _ option: CURLoption, _ value: Int, isOptional: Bool = false
  ) {
    let code = gb_curl_set_long(table, easy, option, value)
    if !isOptional { require(code, option) }
  }

  /// Sets an option that is a text; libcurl copies it.
  func set(_ easy: UnsafeMutableRawPointer, _ option: CURLoption, _ value: String) {
    require(gb_curl_set_text(table, easy, option, value), option)
  }

  /// Sets an option that is a list; it must live as long as the transfer.
  func set(
    _ easy: UnsafeMutableRawPointer, _ option: CURLoption, _ value: UnsafeMutablePointer<curl_slist>
  ) {
    require(gb_curl_set_list(table, easy, option, value), option)
  }

  /// Sets the callback for received bytes, and what it is called with.
  func set(
    _ easy: UnsafeMutableRawPointer, sink option: CURLoption, _ contextOption: CURLoption,
    _ context: UnsafeMutableRawPointer, _ sink: @escaping gb_curl_sink
  ) {
    require(gb_curl_set_sink(table, easy, option, sink, contextOption, context), option)
  }

  /// A number that a transfer has found out.
  func get(_ easy: UnsafeMutableRawPointer, _ info: CURLINFO) -> Int {
    var value = 0
    _ = gb_curl_get_long(table, easy, info, &value)
    return value
  }

  /// Sets an option of the loop.
  func set(multi: UnsafeMutableRawPointer, _ option: CURLMoption, _ value: Int) {
    _ = gb_curl_multi_set_long(table, multi, option, value)
  }

  private func require(_ code: CURLcode, _ option: CURLoption) {
    precondition(code == CURLE_OK, "libcurl refuses option \(option.rawValue)")
  }
}
