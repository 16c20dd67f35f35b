#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Memory that is taken by the hundred megabytes and written from its beginning on.
package enum LargeMemory {
  /// Asks for large pages. The kernel zeroes memory page by page as it is first written; with pages
  /// of 4 KiB, that can take longer than finding what is written there.
  ///
  /// - Parameters:
  ///   - memory: allocated, and not written to yet.
  ///   - byteCount: its size.
  package static func prepare(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
    #if os(Linux)
      let pageByteCount = 1 << 21
      let padding = -Int(bitPattern: memory) & (pageByteCount - 1)
      guard padding < byteCount else { return }
      // Advice: where the kernel does not take it, all works as well.
      _ = madvise(memory + padding, byteCount - padding & -pageByteCount, MADV_HUGEPAGE)
    #endif
  }
}
