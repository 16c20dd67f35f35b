package import GymbagHome
package import GymbagModel
import GymbagSystem

/// Removes a home and what of its configuration is its account's alone.
///
/// The keys that are trusted, the list of those that were revoked, and the ledger stay: they are about
/// archives that may lie elsewhere. What is not gymbag's stays, and no link is followed.
package enum OwnerDeletion {
  /// Deletes a home. Its stamp goes last, so that a run that was cut short can be run again.
  ///
  /// - Parameter consent: shown what would go, before anything does; what it throws ends the run.
  /// - Returns: what was there.
  /// - Throws: `later` while a pack runs; as `HomeContents`; `io`.
  package static func run(
    _ places: Places, consent: (HomeContents) throws(GymbagError) -> Void
  ) throws(GymbagError) -> HomeContents {
    // Before the lock: nothing is made where no home is.
    _ = try HomeContents(places)
    return try FileLock.hold(places.packLock, purpose: "a pack or a prune") {
      () throws(GymbagError) in
      let contents = try HomeContents(places)
      try consent(contents)
      try removeDays(contents, places)
      if !contents.configuration.isEmpty {
        try places.changingConfiguration { () throws(GymbagError) in
          for path in contents.configuration { try FileSystem.removeForGood(path) }
        }
      }
      try FileSystem.removeLeftovers(in: places.home)
      try FileSystem.removeForGood(places.owner)
      // Nobody waits for it: who gets hold of it now finds no stamp.
      try FileSystem.remove(places.packLock)
      _ = try FileSystem.removeEmptyDirectory(places.home)
      return contents
    }
  }

  private static func removeDays(_ contents: HomeContents, _ places: Places) throws(GymbagError) {
    if try FileSystem.status(of: places.days)?.kind == .directory {
      for day in contents.days { try FileSystem.removeForGood(places.archive(of: day)) }
      try FileSystem.removeLeftovers(in: places.days)
      _ = try FileSystem.removeEmptyDirectory(places.days)
    }
    try FileSystem.removeTree(places.staging)
  }
}
