import GymbagJSON
import GymbagKit
import GymbagModel

/// `gymbag key`: the keys that are known here.
struct KeyCommand: Command {
  static let name = "key"
  static let operands = ""
  static let summary = "list the key that signs and the keys that are trusted"
  static let manual = """
    Each key with its fingerprint, which is what people compare, and the owners whose archives it may
    sign. The minisign id beside it finds a key and proves nothing: anyone may choose it.
    """
  static let options: [Option] = []

  init(_ arguments: inout Arguments) throws(GymbagError) {}

  func run(_ context: Context) throws(GymbagError) -> ExitCode {
    let listing = try KeyListing(KeyRing(try context.places()), context.placeOptions)
    try context.console.print { json in
      listing.write(to: &json)
    } text: {
      listing.text
    }
    return .ok
  }
}
