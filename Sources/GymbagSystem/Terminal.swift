import CLibc
package import GymbagModel

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The three standard streams, and the terminal behind them.
package enum Terminal {
  /// A standard stream, by its descriptor.
  package enum Stream: CInt, Sendable {
    case input = 0
    case output = 1
    case error = 2
  }

  /// Whether a person sits at the stream.
  package static func isTerminal(_ stream: Stream) -> Bool { isatty(stream.rawValue) == 1 }

  /// How many columns the terminal at standard output has; nil when there is none.
  package static func columnCount() -> Int? {
    var size = winsize()
    guard ioctl(Stream.output.rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  /// Writes to a stream, all of it.
  ///
  /// - Throws: `io`, also when the reader of a pipe has gone.
  package static func write(_ bytes: [UInt8], to stream: Stream) throws(GymbagError) {
    try writeAll(
      bytes, to: stream.rawValue, stream == .output ? "standard output" : "standard error")
  }

  /// All of standard input, at most `limit` bytes.
  package static func readInput(limit: Int) throws(GymbagError) -> [UInt8] {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while all.count <= limit {
      let got = try retrying("read", "standard input") {
        read(Stream.input.rawValue, &buffer, buffer.count)
      }
      if got == 0 { return all }
      all += buffer[..<got]
    }
    throw GymbagError(.badData, "over \(limit) bytes on standard input")
  }

  /// Whether a person can be asked: standard input and standard error are a terminal.
  package static var canAsk: Bool { isTerminal(.input) && isTerminal(.error) }

  /// Asks for a line that is not shown while it is typed; only where a person can be asked.
  ///
  /// - Throws: `io`, `interrupted`.
  package static func askHidden(_ question: String) throws(GymbagError) -> [UInt8] {
    var before = termios()
    guard tcgetattr(Stream.input.rawValue, &before) == 0 else {
      throw .system("hide what is typed", "the terminal", errno: errno)
    }
    var hidden = before
    hidden.c_lflag &= ~tcflag_t(ECHO)
    // Ctrl-Z and Ctrl-\ would give the terminal back with its echo off.
    withUnsafeMutableBytes(of: &hidden.c_cc) {
      $0[Int(VSUSP)] = disabledCharacter
      $0[Int(VQUIT)] = disabledCharacter
    }
    tcsetattr(Stream.input.rawValue, TCSAFLUSH, &hidden)
    defer {
      tcsetattr(Stream.input.rawValue, TCSAFLUSH, &before)
      try? write(Array("\n".utf8), to: .error)
    }
    return try ask(question)
  }

  /// Asks for a line; only where a person can be asked.
  ///
  /// - Throws: `io`, `interrupted`.
  package static func ask(_ question: String) throws(GymbagError) -> [UInt8] {
    try write(Array(question.utf8), to: .error)
    var line: [UInt8] = []
    while true {
      var byte: UInt8 = 0
      let got = try retrying("read", "the terminal") { read(Stream.input.rawValue, &byte, 1) }
      if got == 0 || byte == UInt8(ascii: "\n") { break }
      line.append(byte)
    }
    return line
  }

  /// How many columns of a terminal a text takes: wide characters take two, combining marks none.
  ///
  /// The C library knows, for the locale that `useUTF8` has set.
  package static func width(of text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + max(0, Int(wcwidth(wchar_t($1.value)))) }
  }

  /// Makes sure that the three standard streams are open, before a file gets the number of one: who
  /// closed a stream shall get an error from its use, and not write into that file.
  package static func occupyStreams() {
    for stream in [Stream.input, .output, .error] where fcntl(stream.rawValue, F_GETFD) == -1 {
      // Opened for the other direction, so that every use fails. The lowest free number is taken.
      _ = open("/dev/null", stream == .input ? O_WRONLY : O_RDONLY)
    }
  }

  /// Ends the process with an exit code.
  package static func exit(_ code: CInt) -> Never { systemExit(code) }

  /// Makes the process's characters UTF-8, whatever the environment says; nothing else of the
  /// locale changes. libarchive and the width of characters need it.
  package static func useUTF8() {
    if setlocale(LC_CTYPE, "C.UTF-8") == nil { setlocale(LC_CTYPE, "UTF-8") }
  }
}

private func systemExit(_ code: CInt) -> Never { exit(code) }

/// What takes a key of the terminal out of use: `_POSIX_VDISABLE`, which Swift does not see.
#if canImport(Darwin)
  private let disabledCharacter: UInt8 = 0xff
#else
  private let disabledCharacter: UInt8 = 0
#endif
