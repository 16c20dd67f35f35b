import GymbagSystem

/// The nodes while they are being found; memory that the document will own.
struct JSONNodeBuffer {
  private(set) var base: UnsafeMutablePointer<JSONNode>
  private(set) var count = 0
  private var capacity: Int

  /// Memory for all nodes that a text of so many bytes can have, a byte of its own being in each.
  /// Memory that is not used is never touched; for large texts, where even so much address space may
  /// not be had, it grows.
  init(for byteCount: Int) {
    capacity = byteCount <= 1 << 24 ? max(byteCount, 1) : byteCount / 6
    base = Self.allocate(capacity)
  }

  private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<JSONNode> {
    let base = UnsafeMutablePointer<JSONNode>.allocate(capacity: capacity)
    let byteCount = capacity * MemoryLayout<JSONNode>.stride
    // Less than that may come from memory that was used before, and be small change anyhow.
    if byteCount > 1 << 25 { LargeMemory.prepare(base, byteCount: byteCount) }
    return base
  }

  @inline(__always)
  mutating func append(_ node: JSONNode) {
    if count == capacity { grow() }
    (base + count).initialize(to: node)
    count &+= 1
  }

  @inline(__always)
  private mutating func grow() {
    // By value, so that the optimiser may keep the fields in registers all the same.
    base = Self.doubled(base, count: count)
    capacity *= 2
  }

  @inline(never)
  private static func doubled(_ base: UnsafeMutablePointer<JSONNode>, count: Int)
    -> UnsafeMutablePointer<JSONNode>
  {
    let larger = allocate(count * 2)
    larger.moveInitialize(from: base, count: count)
    base.deallocate()
    return larger
  }

  @inline(__always)
  subscript(_ index: Int) -> JSONNode {
    get { base[index] }
    nonmutating set { base[index] = newValue }
  }

  func free() { base.deallocate() }
}
