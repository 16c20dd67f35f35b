#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The variables that the process was started with.
package struct Environment: Sendable {
  private let variables: [String: String]

  /// An environment of these variables.
  package init(_ variables: [String: String]) { self.variables = variables }

  /// The process's own.
  package static func ofProcess() -> Environment {
    var variables: [String: String] = [:]
    var next = environ
    while let entry = next.pointee {
      let parts = String(cString: entry).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
      next += 1
    }
    return Environment(variables)
  }

  /// The value of a variable; nil when it is not set. Set and empty is not the same.
  package subscript(_ name: String) -> String? { variables[name] }

  /// The value of a variable; nil when it is not set or empty.
  package func nonEmpty(_ name: String) -> String? {
    variables[name].flatMap { $0.isEmpty ? nil : $0 }
  }
}
