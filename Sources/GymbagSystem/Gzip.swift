import CZlib
package import GymbagModel

/// gzip (RFC 1952) through zlib. One value serves many texts after one another, on one thread.
package final class GzipCompressor {
  // On the heap, because zlib keeps pointers to both between calls.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private let header = UnsafeMutablePointer<gz_header>.allocate(capacity: 1)
  /// How every member begins: deflate, no name, no time, no particular effort, no system.
  fileprivate static let head: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]

  /// A compressor of level 6, what the archive is written with.
  package init() throws(GymbagError) {
    stream.initialize(to: z_stream())
    header.initialize(to: gz_header())
    header.pointee.os = 255
    let status = deflateInit2_(
      stream, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      CInt(MemoryLayout<z_stream>.size))
    guard status == Z_OK else {
      throw GymbagError(.io, "no memory to compress", cause: "\(status)")
    }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
    header.deallocate()
  }

  /// One gzip member that holds `bytes`, without name, time or system: equal bytes, equal member.
  package func compress(_ bytes: [UInt8]) throws(GymbagError) -> [UInt8] {
    guard bytes.count <= Int(Int32.max) else {
      throw GymbagError(.io, "over 2 GiB to compress at once")
    }
    deflateReset(stream)
    deflateSetHeader(stream, header)
    let bound = Int(deflateBound(stream, uLong(bytes.count)))
    var status = Z_OK
    let out = bytes.withUnsafeBytes { input in
      [UInt8](unsafeUninitializedCapacity: bound) { output, count in
        stream.pointee.read(input)
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = uInt(bound)
        status = deflate(stream, Z_FINISH)
        count = bound - Int(stream.pointee.avail_out)
      }
    }
    guard status == Z_STREAM_END else {
      throw GymbagError(.io, "cannot compress", cause: "zlib \(status)")
    }
    return out
  }
}

extension z_stream {
  /// Sets the input. zlib does not write to it, although its field says so.
  fileprivate mutating func read(_ input: UnsafeRawBufferPointer) {
    next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: Bytef.self).baseAddress)
    avail_in = uInt(input.count)
  }
}

/// The other way: what gzip members hold. One value serves many texts, on one thread.
package final class GzipDecompressor {
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

  /// A decompressor.
  package init() throws(GymbagError) {
    stream.initialize(to: z_stream())
    let status = inflateInit2_(
      stream, MAX_WBITS + 16, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size))
    guard status == Z_OK else { throw GymbagError(.io, "no memory to inflate", cause: "\(status)") }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Whether `bytes` begin as gzip does, which no JSON text can.
  package static func isGzip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1f, 0x8b]) }

  /// What one member holds that is spelled as `GzipCompressor` spells it, and that nothing stands
  /// behind.
  ///
  /// - Parameters:
  ///   - limit: the most bytes that it may inflate to.
  ///   - source: where it came from, for errors.
  /// - Throws: `badData` for anything else.
  package func decompressOurs(_ bytes: ArraySlice<UInt8>, limit: Int, source: String)
    throws(GymbagError) -> [UInt8]
  {
    guard bytes.starts(with: GzipCompressor.head) else {
      throw GymbagError(.badData, "the gzip data says more than it holds (\(source))")
    }
    return try decompress(bytes, memberLimit: 1, limit: limit, source: source)
  }

  /// What all members of `bytes` hold, one behind the other.
  ///
  /// - Parameters:
  ///   - limit: the most bytes that it may inflate to.
  ///   - source: where it came from, for errors.
  /// - Throws: `badData` when a member is damaged or cut, when something stands behind the last, or
  ///   when it inflates beyond the limit.
  package func decompress(_ bytes: ArraySlice<UInt8>, limit: Int, source: String)
    throws(GymbagError) -> [UInt8]
  {
    try decompress(bytes, memberLimit: .max, limit: limit, source: source)
  }

  private func decompress(
    _ bytes: ArraySlice<UInt8>, memberLimit: Int, limit: Int, source: String
  ) throws(GymbagError) -> [UInt8] {
    guard !bytes.isEmpty, bytes.count <= Int(UInt32.max) else {
      throw GymbagError(.badData, "no gzip data, or over 4 GiB of it (\(source))")
    }
    var out: [UInt8] = []
    var failure: GymbagError?
    var memberCount = 0
    bytes.withUnsafeBytes { input in
      stream.pointee.read(input)
      repeat {
        inflateReset(stream)
        memberCount += 1
        if memberCount > memberLimit {
          failure = GymbagError(.badData, "something stands behind the gzip data (\(source))")
          return
        }
        failure = member(into: &out, expected: Self.promisedByteCount(bytes), limit, source)
      } while failure == nil && stream.pointee.avail_in > 0
    }
    if let failure { throw failure }
    return out
  }

  /// What the last member says that it holds, modulo 4 GiB: a hint for how much memory to take, and
  /// taken for no more. Deflate cannot do better than 1,032 to one.
  private static func promisedByteCount(_ bytes: ArraySlice<UInt8>) -> Int {
    let promised = bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    return min(promised, bytes.count * 1032)
  }

  /// Inflates one member. The first piece is as large as the promise and a byte for its end; further
  /// ones come only when it was not true.
  private func member(
    into out: inout [UInt8], expected: Int, _ limit: Int, _ source: String
  ) -> GymbagError? {
    var pieceByteCount = max(0, min(expected, limit)) + 1
    while true {
      var status = Z_OK
      let piece = [UInt8](unsafeUninitializedCapacity: pieceByteCount) { output, count in
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = uInt(pieceByteCount)
        status = inflate(stream, Z_NO_FLUSH)
        count = pieceByteCount - Int(stream.pointee.avail_out)
      }
      let isFull = piece.count == pieceByteCount
      if out.isEmpty { out = piece } else { out += piece }
      if out.count > limit {
        return GymbagError(.badData, "inflates to more than \(limit) bytes (\(source))")
      }
      pieceByteCount = 1 << 16
      switch status {
      case Z_STREAM_END: return nil
      case Z_OK where stream.pointee.avail_in > 0 || isFull: continue
      case Z_OK, Z_BUF_ERROR:
        return GymbagError(.badData, "the gzip data ends in the middle (\(source))")
      default:
        let words = stream.pointee.msg.map { String(cString: $0) } ?? "zlib \(status)"
        return GymbagError(.badData, "the gzip data is damaged (\(source))", cause: words)
      }
    }
  }
}
