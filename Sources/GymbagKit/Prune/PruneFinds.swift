import GymbagArchive
import GymbagHome
import GymbagModel
import GymbagSystem

/// What lies in the directories that are pruned, each thing looked at once.
struct PruneFinds {
  /// Something that was found.
  struct Find {
    /// The directory that it lies in, open.
    let directory: OpenDirectory
    /// Its name there.
    let name: String
    /// What it was when it was looked at.
    let status: FileStatus
    /// What the plan needs to know of it.
    let candidate: PrunePlan.Candidate
  }

  private(set) var all: [Find] = []
  /// What could not be read.
  private(set) var failures: [GymbagError] = []
  private var directories: [OpenDirectory] = []
  private let owners: [Owner]
  private let trust: any Trust

  init(owners: [Owner], trust: any Trust) {
    self.owners = owners
    self.trust = trust
  }

  /// Adds everything in a directory of archives.
  ///
  /// - Parameter hasLeftovers: the lock is held under which all temporary names in it are made.
  mutating func addArchives(in directory: OpenDirectory, hasLeftovers: Bool = false)
    throws(GymbagError)
  {
    directories.append(directory)
    for name in try directory.names() {
      if hasLeftovers, FileSystem.leftoverBase(name) != nil {
        try addLeftover(name, in: directory, as: name)
      } else if let status = try directory.status(of: name) {
        try Interruption.check()
        let day = DayKey(archiveName: name)
        let content = try day.map { day throws(GymbagError) in
          try self.content(of: directory.path(of: name), day, status)
        }
        add(directory, name, status, as: name, day, content ?? .notLookedAt)
      }
    }
  }

  /// Adds the archives of a home, and what runs that died have left in it. Only for who holds its
  /// pack lock.
  mutating func addHome(_ places: Places) throws(GymbagError) {
    if try FileSystem.exists(places.days) {
      try addArchives(in: OpenDirectory(places.days), hasLeftovers: true)
    }
    let home = try OpenDirectory(places.home)
    directories.append(home)
    for name in try home.names() where FileSystem.leftoverBase(name) != nil {
      try addLeftover(name, in: home, as: name)
    }
    // A link that stands there leads to what is not ours.
    let staging = FileSystem.lastPart(of: places.staging)
    guard try home.status(of: staging)?.kind == .directory else { return }
    let directory = try OpenDirectory(places.staging, followsLinks: false)
    directories.append(directory)
    for name in try directory.names() {
      try addLeftover(name, in: directory, as: staging + "/" + name)
    }
  }

  /// Returns once what is left of the directories is on the disk; what failed, else.
  func sync() -> [GymbagError] {
    directories.compactMap { directory in
      do throws(GymbagError) {
        try directory.sync()
        return nil
      } catch {
        return error
      }
    }
  }

  private mutating func addLeftover(_ name: String, in directory: OpenDirectory, as shown: String)
    throws(GymbagError)
  {
    guard let status = try directory.status(of: name) else { return }
    add(directory, name, status, as: shown, nil, .leftover)
  }

  private mutating func add(
    _ directory: OpenDirectory, _ name: String, _ status: FileStatus, as shown: String,
    _ day: DayKey?, _ content: PrunePlan.Candidate.Content
  ) {
    let candidate = PrunePlan.Candidate(
      name: shown, byteCount: status.byteCount, day: day, content: content)
    all.append(
      Find(directory: directory, name: name, status: status, candidate: candidate))
  }

  /// What the file of a day is. Only what is read of the very file that `status` is about counts.
  private mutating func content(of path: String, _ day: DayKey, _ status: FileStatus)
    throws(GymbagError) -> PrunePlan.Candidate.Content
  {
    guard status.kind == .file else { return .notRegularFile }
    do throws(GymbagError) {
      let file = try File(path, .read)
      guard try file.identity() == status.identity else {
        throw GymbagError(.io, "it was replaced while it was looked at, and stays (\(path))")
      }
      let head = try ArchiveHead.read(file, trust: trust, asked: nil)
      return .archive(head.index.stamp, problem: head.problems.first?.words)
    } catch {
      switch error.kind {
      case .badData: return .unsound(error.message)
      case .interrupted: throw error
      default:
        failures.append(error.asKind(.io))
        return .unreadable
      }
    }
  }
}
