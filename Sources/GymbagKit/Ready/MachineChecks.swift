import GymbagArchive
import GymbagCrypto
import GymbagHome
import GymbagModel
import GymbagSystem

/// The lines about the machine: what a visit needs besides an archive.
struct MachineChecks {
  /// Below so many free bytes a visit may not be recorded to its end, and below these a person should
  /// make room: a long evening at four stations takes some tens of megabytes.
  private static let leastFree: (noGo: Int64, remark: Int64) = (64 << 20, 1 << 30)

  private let places: Places
  private let owner: Owner

  /// - Throws: `config` without a home.
  init(_ places: Places) throws(GymbagError) {
    self.places = places
    owner = try OwnerStamp.require(places).owner
  }

  func all() throws(GymbagError) -> [ReadyCheck] {
    let volume = try Volume(of: places.home)
    let account = try account()
    // The key of another account says nothing about this one.
    let keys = account.verdict == .go ? [try key()] : []
    return [account] + keys + [space(volume), fileSystem(volume)]
  }

  /// Without a configuration a day can be read by who trusts its key; with another account's, the home
  /// is not what the coach takes it for.
  private func account() throws(GymbagError) -> ReadyCheck {
    do throws(GymbagError) {
      return ReadyCheck(.owner, .go, "\(try OwnerStamp.requireOwn(places).owner)")
    } catch {
      switch error.kind {
      case .config: return ReadyCheck(.owner, .remark, error.message, advice: error.hint)
      case .refused, .badData:
        return ReadyCheck(.owner, .noGo, error.message, advice: error.hint)
      default: throw error
      }
    }
  }

  /// A key is needed to pack, not to train: what is wrong with it is a remark.
  private func key() throws(GymbagError) -> ReadyCheck {
    let ring = KeyRing(places)
    do throws(GymbagError) {
      guard let signing = try ring.signingKey() else {
        return ReadyCheck(
          .key, .remark, "there is no key to sign with (\(places.secretKey))",
          advice: "to pack on this machine: gymbag key new")
      }
      let fingerprint = signing.key.fingerprint
      if try ring.revokedFingerprints().contains(fingerprint) {
        return ReadyCheck(
          .key, .remark, "\(fingerprint) was revoked", advice: "make another: gymbag key new")
      }
      guard
        try TrustedKeys(directory: places.trustedKeys).owners(of: signing.key).contains("\(owner)")
      else {
        return ReadyCheck(
          .key, .remark, "\(fingerprint) is not trusted for \(owner)",
          advice: "gymbag key trust \(places.publicKey.quotedForShell)")
      }
      let password = signing.needsPassword ? ", with a password" : ""
      return ReadyCheck(.key, .go, "\(fingerprint)\(password), for its owner alone to read")
    } catch {
      guard error.isAnAnswer else { throw error }
      return ReadyCheck(.key, .remark, error.message, advice: error.hint)
    }
  }

  private func space(_ volume: Volume) -> ReadyCheck {
    let free = volume.freeByteCount
    let words = "\(ByteCount.words(free)) free (\(places.home))"
    guard free < Self.leastFree.remark else { return ReadyCheck(.space, .go, words) }
    return ReadyCheck(
      .space, free < Self.leastFree.noGo ? .noGo : .remark, words,
      advice: "make room for what will be recorded: gymbag prune --before today")
  }

  private func fileSystem(_ volume: Volume) -> ReadyCheck {
    let kind = volume.kind ?? "of a kind that the system does not tell"
    guard volume.isOfSticks else { return ReadyCheck(.fileSystem, .go, kind) }
    return ReadyCheck(
      .fileSystem, .remark,
      "\(kind) keeps no journal: what was saved survives a kill and a full disk, but perhaps not a "
        + "pull in the middle of a write",
      advice: "eject it before you pull it out")
  }
}
