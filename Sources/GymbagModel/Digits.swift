extension BinaryInteger {
  /// The number, which is not negative, with zeros in front up to a number of digits.
  package func spelled(digits: Int, radix: Int = 10) -> String {
    let spelled = String(self, radix: radix, uppercase: true)
    return String(repeating: "0", count: Swift.max(0, digits - spelled.count)) + spelled
  }
}
