import GymbagModel
import GymbagSystem

/// How far a command is, on one line of a terminal that is written over and over.
enum ProgressLine {
  /// Removes the line.
  static let clearing = "\r\u{1b}[K"

  static func text(_ what: String, _ state: Progress.State) -> String {
    var parts = ["\(what): \(state.items.done) of \(state.items.known)"]
    let rate = Double(state.byteCount) / max(state.seconds, 0.001)
    parts.append(
      ByteCount.words(state.byteCount)
        + (state.byteTotal.map { " of " + ByteCount.words($0) } ?? ""))
    parts.append(ByteCount.words(Int64(rate)) + "/s")
    if let total = state.byteTotal, rate > 0 {
      let rest = Int(Double(max(0, total - state.byteCount)) / rate)
      parts.append("\(rest / 60):\((rest % 60).spelled(digits: 2)) left")
    }
    return clearing + parts.joined(separator: ", ")
  }
}
