import Foundation
import Glibc
import Synchronization

/// A real server on a free loopback port that answers each request with the bytes that a script
/// gives, however wrong they are, and records what it received.
package final class ScriptedServer: Sendable {
  /// What is sent back.
  package enum Answer: Sendable {
    /// These bytes, then the connection is closed.
    case bytes([UInt8])
    /// These bytes with a pause of so many seconds before each, then the connection is closed.
    case slowly([UInt8], Double)
    /// The connection is kept open and nothing is sent.
    case silence
  }

  private let listener: Int32
  private let received = Mutex<[String]>([])
  private let script: @Sendable (_ target: String) -> Answer

  /// The port that it listens on.
  package let port: Int

  /// Where it is, `http://127.0.0.1:PORT`.
  package var url: String { "http://127.0.0.1:\(port)" }

  /// The heads of all requests, as they came.
  package var requests: [String] { received.withLock { $0 } }

  /// Starts a server.
  ///
  /// - Parameter script: given the target of a request, `/v1/me?x=1`, what to answer.
  package init(_ script: @escaping @Sendable (_ target: String) -> Answer) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    self.listener = listener
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 64) == 0
          && getsockname(listener, $0, &size) == 0
      }
    }
    guard bound else { throw Failure("no loopback port") }
    port = Int(UInt16(bigEndian: address.sin_port))
    self.script = script
    Thread { self.accept() }.start()
  }

  /// Stops listening.
  package func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

  deinit { close(listener) }

  private func accept() {
    while true {
      let connection = Glibc.accept(listener, nil, nil)
      if connection < 0 { return }
      Thread { self.serve(connection) }.start()
    }
  }

  private func serve(_ connection: Int32) {
    var head: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !String(decoding: head, as: UTF8.self).contains("\r\n\r\n") {
      let got = read(connection, &buffer, buffer.count)
      if got <= 0 { break }
      head += buffer[..<got]
    }
    let text = String(decoding: head, as: UTF8.self)
    received.withLock { $0.append(text) }
    let target = text.split(separator: " ").dropFirst().first.map(String.init) ?? ""
    switch script(target) {
    case .bytes(let bytes):
      send(bytes, connection)
    case .slowly(let bytes, let seconds):
      for byte in bytes {
        usleep(UInt32(seconds * 1_000_000))
        send([byte], connection)
      }
    case .silence:
      while read(connection, &buffer, buffer.count) > 0 {}
    }
    close(connection)
  }

  private func send(_ bytes: [UInt8], _ connection: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if sent <= 0 { return }
      rest = rest.dropFirst(sent)
    }
  }
}

extension ScriptedServer.Answer {
  /// A whole answer with its length.
  package static func ok(
    _ body: String, type: String = "application/json", fields: [String] = []
  ) -> Self {
    response("200 OK", Array(body.utf8), ["Content-Type: \(type)"] + fields)
  }

  /// A whole answer with its length, of any status.
  package static func response(_ status: String, _ body: [UInt8] = [], _ fields: [String] = [])
    -> Self
  {
    let head =
      ["HTTP/1.1 \(status)", "Content-Length: \(body.count)", "Connection: close"] + fields
    return .bytes(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
  }
}
