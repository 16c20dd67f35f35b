package import GymbagArchive
package import GymbagModel
package import GymbagSystem

/// A server that knows athletes and what they are to train.
///
/// The contract (`ContractBackend`) is one way to talk to such a server; another workout manager is
/// another type that conforms to this.
package protocol Backend: AnyObject {
  /// Whose account the token signs in to.
  ///
  /// - Throws: `signIn` when the server does not accept the token; `unavailable`.
  func account() throws(GymbagError) -> Account

  /// Downloads everything that a day needs: its workouts, the exercise instances of those who take
  /// part and of those of the roster who shall, every exercise and base that any of these mention,
  /// until nothing new is mentioned, and the catalogues. Of a day without workouts nothing else is
  /// downloaded.
  ///
  /// - Parameters:
  ///   - directory: where the texts may lie meanwhile.
  ///   - roster: who is expected, nil for those who take part; asked as soon as the day's workouts are
  ///     known, and not when there are none. Nobody is asked for whom the server does not know.
  /// - Throws: `unavailable` when any part cannot be had or is not what it must be; `signIn`,
  ///   `interrupted`; what `roster` throws.
  func download(
    _ day: DayKey, stagingIn directory: String, _ progress: Progress,
    expecting roster: (_ workouts: [Workout]) throws(GymbagError) -> Roster?
  ) throws(GymbagError) -> DayParts
}

/// An account of a backend.
package struct Account: Equatable, Sendable {
  /// The user id of the account.
  package let userID: ID
  /// What the server calls the person.
  package let name: String
  /// The server's time when it answered, if it told.
  package let serverTime: Instant?
}
