import GymbagArchive
package import GymbagHome
package import GymbagModel
package import GymbagSystem

/// Looks at what `ready` answers for, as of one moment.
package struct ReadyLook: Sendable {
  private let places: Places
  private let packed: PackedDays
  private let calendar: LocalCalendar
  private let now: Instant
  private let today: DayKey

  /// A look at these places, at the moment that the clock shows.
  package init(_ places: Places, clock: Clock, calendar: LocalCalendar) throws(GymbagError) {
    self.places = places
    self.calendar = calendar
    packed = PackedDays(places, clock: clock)
    now = clock.now()
    today = try calendar.day(of: now)
  }

  /// Everything: the machine, and every packed day from today on, or those that are named.
  ///
  /// - Parameters:
  ///   - references: the days that are named; none for all that are to come.
  ///   - progress: moved on by what is read of the archives.
  /// - Throws: `config` without a home; `io` when something cannot be looked at, which is no verdict.
  package func all(_ references: [DayReference], _ progress: Progress = .unwatched)
    throws(GymbagError) -> Readiness
  {
    var machine = try MachineChecks(places).all()
    var wanted = references
    if references.isEmpty {
      wanted = try packed.days().filter { $0 >= today }.map { .day($0) }
      if wanted.isEmpty {
        machine.append(
          ReadyCheck(
            .days, .noGo, "nothing is packed from today on, \(today)",
            advice: "while there is a network: gymbag pack tomorrow"))
      }
    }
    var days: [DayReadiness] = []
    for reference in wanted { days.append(try day(reference, reads: true, progress)) }
    return Readiness(machine: machine, days: days)
  }

  /// One day.
  ///
  /// - Parameter reads: whether the archive is read to its end; else its head alone, as behind a pack,
  ///   which has just written the rest.
  package func day(
    _ reference: DayReference, reads: Bool, _ progress: Progress = .unwatched
  ) throws(GymbagError) -> DayReadiness {
    let path = packed.path(of: reference)
    do throws(GymbagError) {
      let verdict =
        reads
        ? try packed.verify(reference, allowOlder: false, progress: progress)
        : try packed.look(reference, allowOlder: false)
      let checks = DayChecks(
        verdict: verdict, asked: reference, today: today, now: now, calendar: calendar)
      return DayReadiness(
        day: verdict.head.index.stamp.day, path: path, checks: try checks.all())
    } catch {
      // What is wrong with the archive is an answer; that nobody could look at it is none.
      guard error.isAnAnswer else { throw error }
      let check = ReadyCheck(.archive, .noGo, error.message, advice: error.hint)
      return DayReadiness(day: reference.asked, path: path, checks: [check])
    }
  }
}
