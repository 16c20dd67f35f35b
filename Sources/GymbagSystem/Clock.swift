package import GymbagModel

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What time it is. A value, so that tests hand in the time they want.
package struct Clock: Sendable {
  /// The current moment.
  package let now: @Sendable () -> Instant

  /// A clock that answers with `now`.
  package init(now: @escaping @Sendable () -> Instant) { self.now = now }

  /// The machine's own clock.
  package static let system = Clock { Instant(unixSeconds: Int64(time(nil))) }
}

/// The coach's calendar: which day it is where the coach is.
///
/// The C library does the reckoning, in the one zone that the process has. `use` sets it, once,
/// before the first question, and only after looking that the zone exists: glibc takes a name that
/// it does not know for UTC without a word, and a day would be filed under another date.
package struct LocalCalendar: Sendable {
  /// The zone's name, `Europe/Berlin`.
  package let timeZone: String

  /// Makes a zone the process's own.
  ///
  /// - Parameters:
  ///   - option: what the person asked for on the command line, if anything.
  ///   - environment: where `GYMBAG_TIME_ZONE`, `TZ` and `TZDIR` are looked for, in this order; then
  ///     `/etc/localtime` counts.
  /// - Throws: `usage` when the option names no zone of this machine; `config` when the environment
  ///   does, or when nothing says which zone it is.
  package static func use(option: String?, environment: Environment) throws(GymbagError)
    -> LocalCalendar
  {
    if let option {
      return try use(option, from: "as asked", .usage, environment)
    }
    for variable in ["GYMBAG_TIME_ZONE", "TZ"] {
      guard var name = environment[variable] else { continue }
      // POSIX lets a colon stand before the name of a file.
      if variable == "TZ", name.hasPrefix(":") { name.removeFirst() }
      return try use(name, from: variable, .config, environment)
    }
    guard access("/etc/localtime", R_OK) == 0 else {
      throw GymbagError(
        .config, "this machine does not say in which time zone it is (/etc/localtime)",
        hint: "set the variable TZ, to Europe/Berlin or the like")
    }
    tzset()
    return LocalCalendar(timeZone: machineZoneName() ?? "localtime")
  }

  /// The local date of a moment.
  package func day(of instant: Instant) throws(GymbagError) -> DayKey {
    var seconds = time_t(instant.unixSeconds)
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil,
      let day = DayKey(
        year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
    else {
      throw GymbagError(.config, "the clock shows a moment without a date (\(instant.unixSeconds))")
    }
    return day
  }

  /// The names of the zones that this machine has, to choose from; empty without a list.
  package static func zoneNames(_ environment: Environment) -> [String] {
    let path = zoneDirectory(environment) + "/zone1970.tab"
    guard let bytes = try? FileSystem.read(path, limit: 1 << 20) else { return [] }
    let names = bytes.split(separator: UInt8(ascii: "\n")).filter { $0.first != UInt8(ascii: "#") }
      .compactMap { line -> String? in
        let fields = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        return fields.count > 2 ? String(decoding: fields[2], as: UTF8.self) : nil
      }
    return names.sorted() + ["UTC"]
  }

  private static func zoneDirectory(_ environment: Environment) -> String {
    environment["TZDIR"] ?? "/usr/share/zoneinfo"
  }

  private static func use(
    _ name: String, from place: String, _ kind: GymbagError.Kind, _ environment: Environment
  ) throws(GymbagError) -> LocalCalendar {
    let directory = zoneDirectory(environment)
    let isPlain =
      !name.isEmpty && !name.hasPrefix("/") && !name.split(separator: "/").contains("..")
    let isZone = isPlain && beginsLikeZoneFile(directory + "/" + name)
    guard isZone else {
      throw GymbagError(
        kind, "no time zone \"\(name)\" on this machine (\(place), in \(directory))",
        // Every set of zones has this one.
        hint: beginsLikeZoneFile(directory + "/UTC")
          ? "zones are named like Europe/Berlin" : "install the package tzdata")
    }
    setenv("TZ", ":" + name, 1)
    tzset()
    return LocalCalendar(timeZone: name)
  }

  private static func beginsLikeZoneFile(_ path: String) -> Bool {
    guard let file = try? File(path, .read), (try? file.byteCount()) != nil else { return false }
    return (try? file.read(at: 0, count: 4)) == Array("TZif".utf8)
  }

  /// The name behind the link `/etc/localtime`, for the archive to tell; the reckoning does not
  /// depend on it.
  private static func machineZoneName() -> String? {
    guard let resolved = realpath("/etc/localtime", nil) else { return nil }
    defer { free(resolved) }
    let path = String(cString: resolved)
    guard let range = path.range(behind: "/zoneinfo/") else { return nil }
    return String(path[range])
  }
}

extension String {
  fileprivate func range(behind marker: String) -> Range<String.Index>? {
    var index = startIndex
    while index < endIndex {
      if self[index...].hasPrefix(marker) {
        return self.index(index, offsetBy: marker.count)..<endIndex
      }
      index = self.index(after: index)
    }
    return nil
  }
}
