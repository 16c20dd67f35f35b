import GymbagArchive
import GymbagHome
import GymbagModel
import GymbagSystem

/// How archives stand beside those that were seen on this machine: an older one in place of a newer
/// one is a rollback, whoever brought it.
struct Standings: Sendable {
  private let places: Places
  private let ledger: Ledger
  private let trusted: TrustedKeys
  private let clock: Clock

  init(_ places: Places, _ trusted: TrustedKeys, _ clock: Clock) {
    self.places = places
    ledger = Ledger(places)
    self.trusted = trusted
    self.clock = clock
  }

  /// What the ledger has against an archive.
  ///
  /// - Parameter allowOlder: an older archive is remarked on, and not refused.
  /// - Throws: `badData` for a ledger that cannot be read: then nobody can tell.
  func judge(_ head: ArchiveHead, allowOlder: Bool) throws(GymbagError)
    -> (problems: [Problem], remarks: [String])
  {
    let serial = head.index.stamp.serial
    switch try standing(of: record(head)) {
    case .new, .newest: return ([], [])
    case .conflicting(let other):
      let problem = Problem(
        nil, "another archive of \(other.day) has the same serial, \(serial) (\(other.seen))",
        .refused, hint: "pack the day again: the newer one counts")
      return ([problem], [])
    case .older(let newest):
      let words =
        "a newer archive of \(newest.day) was seen: this one has serial \(serial), that one "
        + "\(newest.serial) (\(newest.seen)); the newer one counts"
      let problem = Problem(
        nil, words, .refused,
        hint: "look for the newer one, or take this one with --allow-older")
      return allowOlder ? ([], [words]) : ([problem], [])
    }
  }

  /// Keeps in mind that an archive was verified.
  ///
  /// - Returns: a remark when it could not be kept: the verdict stands all the same.
  func remember(_ head: ArchiveHead) -> [String] {
    do throws(GymbagError) {
      let record = try record(head)
      if try standing(of: record) == .new { try ledger.append(record) }
      return []
    } catch {
      return [
        "that it was verified could not be kept, so an older one will not be found out by it: "
          + error.message
      ]
    }
  }

  /// What a key has signed that was revoked since does not count, whatever its serial.
  private func standing(of record: Ledger.Record) throws(GymbagError) -> Ledger.Standing {
    try ledger.standing(
      of: record, owners: try owners(of: record.owner), revoked: trusted.revokedFingerprints())
  }

  /// An archive's owner, by all addresses that are known here. A damaged stamp knows none: what needs the
  /// stamp says that it is.
  private func owners(of owner: Owner) throws(GymbagError) -> [Owner] {
    var owners = [owner]
    do throws(GymbagError) {
      if let home = try OwnerStamp.read(places), home.covers(owner) { owners += home.owners }
    } catch {
      guard error.kind == .badData else { throw error }
    }
    do throws(GymbagError) {
      let configuration = try OwnerStamp.readConfiguration(places)
      if let configuration, configuration.covers(owner) { owners += configuration.owners }
    } catch {
      guard error.kind == .badData else { throw error }
    }
    return owners
  }

  private func record(_ head: ArchiveHead) throws(GymbagError) -> Ledger.Record {
    let stamp = head.index.stamp
    return Ledger.Record(
      .verify, owner: stamp.owner, day: stamp.day, serial: stamp.serial,
      digest: try head.tagManifestDigest(), signer: head.signer ?? "", at: clock.now())
  }
}

extension Ledger.Record {
  /// `packed here at …`, `verified here at …`.
  fileprivate var seen: String {
    switch event {
    case .pack: "packed here at \(at)"
    case .verify: "verified here at \(at)"
    }
  }
}
