/// Writes one JSON text, without white space between its tokens.
///
/// The same calls give the same bytes everywhere. Members stand in the order of the calls, and
/// it is the caller who gives each key once.
package struct JSONWriter {
  /// What has been written.
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// A writer that has written nothing.
  package init() {}

  /// The text that `body` writes with one call.
  package static func text<E: Error>(_ body: (inout JSONWriter) throws(E) -> Void) throws(E)
    -> [UInt8]
  {
    var writer = JSONWriter()
    try body(&writer)
    return writer.bytes
  }

  /// Writes an object whose members are what `body` writes, each key followed by one value.
  package mutating func object<E: Error>(_ body: (inout JSONWriter) throws(E) -> Void) throws(E) {
    begin(UInt8(ascii: "{"))
    try body(&self)
    end(UInt8(ascii: "}"))
  }

  /// Writes an array whose elements are what `body` writes.
  package mutating func array<E: Error>(_ body: (inout JSONWriter) throws(E) -> Void) throws(E) {
    begin(UInt8(ascii: "["))
    try body(&self)
    end(UInt8(ascii: "]"))
  }

  /// Writes a key; the next call writes its value.
  package mutating func key(_ key: String) {
    separate()
    JSONEscapes.quote(key, into: &bytes)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a string.
  package mutating func string(_ text: String) {
    separate()
    JSONEscapes.quote(text, into: &bytes)
    needsComma = true
  }

  /// Writes a whole number.
  package mutating func integer(_ number: some BinaryInteger) {
    token(String(number))
  }

  /// Writes `true` or `false`.
  package mutating func boolean(_ value: Bool) {
    token(value ? "true" : "false")
  }

  /// Writes `null`.
  package mutating func null() {
    token("null")
  }

  /// Writes a value that is spelled already, as it is.
  package mutating func token(_ spelled: String) {
    separate()
    bytes.append(contentsOf: spelled.utf8)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func begin(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func end(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }
}

extension JSONWriter {
  /// Writes a member that is a string.
  package mutating func member(_ key: String, _ text: String) {
    self.key(key)
    string(text)
  }

  /// Writes a member that is a string, or `null`.
  package mutating func member(_ key: String, _ text: String?) {
    self.key(key)
    if let text { string(text) } else { null() }
  }

  /// Writes a member that is a whole number.
  package mutating func member(_ key: String, _ number: some BinaryInteger) {
    self.key(key)
    integer(number)
  }

  /// Writes a member that is `true` or `false`.
  package mutating func member(_ key: String, _ value: Bool) {
    self.key(key)
    boolean(value)
  }

  /// Writes a member that is an array, an element for each of `elements`.
  package mutating func member<Element>(
    _ key: String, _ elements: some Sequence<Element>,
    _ write: (inout JSONWriter, Element) -> Void
  ) {
    self.key(key)
    array { json in
      for element in elements { write(&json, element) }
    }
  }
}
