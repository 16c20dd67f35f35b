import GymbagModel

/// What the process ends with: the table EXIT STATUS of gymbag(1).
enum ExitCode: Int32, CaseIterable {
  /// Done, yes.
  case ok = 0
  /// Done, and the answer is no, or a person is needed.
  case no = 1
  case usage = 2
  /// A workout cannot start.
  case noGo = 3
  case signIn = 4
  case badData = 65
  case notFound = 66
  case unavailable = 69
  case cannotCreate = 73
  case io = 74
  case later = 75
  case refused = 77
  case config = 78
  case interrupted = 130

  init(_ kind: GymbagError.Kind) {
    self =
      switch kind {
      case .usage: .usage
      case .signIn: .signIn
      case .badData: .badData
      case .notFound: .notFound
      case .unavailable: .unavailable
      case .cannotCreate: .cannotCreate
      case .io: .io
      case .later: .later
      case .refused: .refused
      case .config: .config
      case .interrupted: .interrupted
      }
  }

  /// From what matters most to what matters least when one run has several outcomes.
  private static let order: [ExitCode] = [
    .interrupted, .usage, .io, .cannotCreate, .badData, .refused, .config, .signIn, .notFound,
    .unavailable, .noGo, .no, .later, .ok,
  ]

  /// The outcome that counts of several.
  static func worst(of codes: [ExitCode]) -> ExitCode {
    order.first(where: codes.contains) ?? .ok
  }
}
