import GymbagHome
import GymbagModel

/// What needs a day of a home to stay. Whoever prunes asks here, and nowhere else.
enum DayHolds {
  /// The days of a home that must stay.
  static func current(_ places: Places) throws(GymbagError) -> Holds {
    // Nothing yet that is kept in a home refers to a day.
    Holds()
  }
}
