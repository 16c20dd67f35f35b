package import GymbagArchive
package import GymbagHome
package import GymbagModel
package import GymbagSystem

/// What a home holds, in as few words as a shell prompt has room for.
package struct HomeStatus: Sendable {
  /// Whose home it is.
  package let owner: Owner
  /// Which day it is, where the coach is.
  package let today: DayKey
  /// When that was asked.
  package let now: Instant
  /// The packed days from today on, ascending.
  package let toCome: [DayKey]
  /// The packed days that are over, ascending.
  package let over: [DayKey]
  /// The head of the archive of the next day; nil when there is none, or when it is not sound.
  package let next: ArchiveHead?
  /// What a person should know of it: that a newer one was seen.
  package let remarks: [String]
  /// What is wrong with the archive of the next day.
  package let problem: GymbagError?

  /// Reads no more than the head of the next day's archive.
  ///
  /// - Throws: `config` without a home; `io` when its days cannot be listed.
  package init(_ places: Places, clock: Clock, calendar: LocalCalendar) throws(GymbagError) {
    let packed = PackedDays(places, clock: clock)
    now = clock.now()
    let today = try calendar.day(of: now)
    let days = try packed.days()
    owner = try OwnerStamp.require(places).owner
    toCome = days.filter { $0 >= today }
    over = days.filter { $0 < today }
    do throws(GymbagError) {
      next = try toCome.first.map { day throws(GymbagError) in try packed.open(.day(day)) }
      problem = nil
      remarks = next.map(packed.remarks) ?? []
    } catch {
      next = nil
      problem = error
      remarks = []
    }
    self.today = today
  }
}

extension ArchiveHead {
  /// When the day was last compared with what the server has: when it was packed.
  package var checkedAt: Instant { index.stamp.packedAt }
}
