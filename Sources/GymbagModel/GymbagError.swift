/// Why something could not be done, in words that a coach can act on.
///
/// There is one error type in gymbag. Its kind decides what the program does (above all the exit
/// code); nobody looks into the text.
public struct GymbagError: Error, Equatable, Sendable {
  /// What sort of failure it is; one for each failing row of the table EXIT STATUS in gymbag(1).
  public enum Kind: String, Sendable, CaseIterable {
    /// The command line is wrong.
    case usage
    /// There is no token, or the server no longer accepts it.
    case signIn
    /// A file or a record is damaged or is not what it must be.
    case badData
    /// There is no such day, file, entry or id.
    case notFound
    /// The backend gave no usable answer.
    case unavailable
    /// A file or a directory cannot be created.
    case cannotCreate
    /// Reading or writing failed.
    case io
    /// Nothing is wrong, but it must be tried later.
    case later
    /// It could be done and must not be: another owner, a key that is not trusted.
    case refused
    /// The environment or the configuration is missing or unusable.
    case config
    /// A person or the system ended the run.
    case interrupted
  }

  /// What the program does about it.
  public let kind: Kind
  /// What failed, on which path, URL or day; lower case, without a full stop.
  public let message: String
  /// The next thing to try.
  public let hint: String?
  /// The kernel's or a library's own words and number.
  public let cause: String?

  /// An error of `kind`, said in `message`.
  public init(_ kind: Kind, _ message: String, hint: String? = nil, cause: String? = nil) {
    self.kind = kind
    self.message = message
    self.hint = hint
    self.cause = cause
  }

  /// Whether it says something about what was looked at; else nobody could look.
  package var isAnAnswer: Bool {
    switch kind {
    case .badData, .refused, .notFound: true
    case .usage, .signIn, .unavailable, .cannotCreate, .io, .later, .config, .interrupted: false
    }
  }

  /// The same failure as another kind.
  package func asKind(_ kind: Kind) -> GymbagError {
    GymbagError(kind, message, hint: hint, cause: cause)
  }
}
