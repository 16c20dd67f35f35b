import GymbagCrypto
import GymbagHome
import GymbagKit
import GymbagModel
import GymbagSystem

/// What a command finds around it. Nothing of it is looked at before a command needs it.
final class Context {
  let console: Console
  let environment: Environment
  let clock: Clock
  private let home: String?
  private let profile: String?
  private let timeZone: String?
  /// Whether `--yes` was given.
  let saysYes: Bool
  private var knownPlaces: Places?
  private var knownCalendar: LocalCalendar?

  /// - Throws: `usage` for options that exclude each other.
  init(_ arguments: Arguments, environment: Environment, clock: Clock) throws(GymbagError) {
    home = arguments.value("home")
    profile = arguments.value("profile")
    timeZone = arguments.value("time-zone")
    saysYes = arguments.flag("yes")
    placeOptions = PlaceOptions(home: home, profile: profile)
    console = Console(
      isJSON: arguments.flag("json"), manner: try Console.Manner(arguments),
      placeOptions: placeOptions)
    self.environment = environment
    self.clock = clock
  }

  /// Where things are.
  ///
  /// - Throws: `config`.
  func places() throws(GymbagError) -> Places {
    if let knownPlaces { return knownPlaces }
    let places = try Places.find(home: home, profile: profile, environment: environment)
    console.note("the home is \(places.home)")
    console.note("the configuration is \(places.config), the ledger \(places.ledger)")
    knownPlaces = places
    return places
  }

  /// The archives that can be read.
  ///
  /// - Parameter key: the one key that shall count, instead of those that are trusted.
  func packedDays(key: PublicKey? = nil) throws(GymbagError) -> PackedDays {
    PackedDays(try places(), clock: clock, key: key)
  }

  /// Does what may take long, and shows a person at a terminal how far it is.
  ///
  /// - Parameter what: what is being done, in few words.
  func watching<Result>(
    _ what: String, _ body: (Progress) throws(GymbagError) -> Result
  ) throws(GymbagError) -> Result {
    let isWatched =
      Terminal.isTerminal(.error) && !console.isJSON && console.manner != .quiet
      && environment.nonEmpty("TERM") ?? "dumb" != "dumb"
    guard isWatched else { return try body(.unwatched) }
    defer { console.complain(ProgressLine.clearing) }
    let console = self.console
    return try body(Progress { console.complain(ProgressLine.text(what, $0)) })
  }

  /// What a command that shall find the same home must be given.
  let placeOptions: PlaceOptions

  /// Makes sure that what cannot be undone is wanted: `--yes` says so, else a person.
  ///
  /// - Parameters:
  ///   - act: what is to be done, for the error, `owner delete removes a home`.
  ///   - answer: what a person has to type.
  ///   - question: what they are shown; asked for only then.
  /// - Throws: `usage` where nobody can be asked; `refused` for any other answer.
  func confirm(_ act: String, answer: String = "yes", _ question: () -> String)
    throws(GymbagError)
  {
    if saysYes { return }
    try requireConsent(to: act)
    guard try Terminal.ask(question()) == Array(answer.utf8) else {
      throw GymbagError(.refused, "nothing was done: the answer was not \(answer)")
    }
  }

  /// Makes sure that somebody has said yes or can be asked, before any work is done for it.
  ///
  /// - Throws: `usage`: the command line lacks the one word without which it may not do this.
  func requireConsent(to act: String) throws(GymbagError) {
    guard saysYes || Terminal.canAsk else {
      throw GymbagError(
        .usage, "\(act), and there is nobody to ask", hint: "if that is wanted, add --yes")
    }
  }

  /// The coach's calendar.
  ///
  /// - Throws: `usage` or `config` when there is no such time zone.
  func calendar() throws(GymbagError) -> LocalCalendar {
    if let knownCalendar { return knownCalendar }
    let calendar = try LocalCalendar.use(option: timeZone, environment: environment)
    console.note(
      "the time zone is \(calendar.timeZone), and today is \(try calendar.day(of: clock.now()))")
    knownCalendar = calendar
    return calendar
  }

  /// Today, where the coach is.
  func today() throws(GymbagError) -> DayKey { try calendar().day(of: clock.now()) }

  /// Does the same with several things: what fails is reported, once if it is the same with all, and
  /// the others are done all the same, unless the run shall end.
  ///
  /// - Returns: what came of those that did not fail, and the exit codes of those that did.
  func each<Item, Result>(
    of items: [Item], _ body: (Item) throws(GymbagError) -> Result
  ) -> (results: [Result], codes: [ExitCode]) {
    var results: [Result] = []
    var codes: [ExitCode] = []
    var reported: [GymbagError] = []
    for item in items {
      do throws(GymbagError) {
        results.append(try body(item))
      } catch {
        if !reported.contains(error) { console.report(error) }
        reported.append(error)
        codes.append(ExitCode(error.kind))
        if error.kind == .interrupted { break }
      }
    }
    return (results, codes)
  }
}
