/// Ids that many values share: each is kept once, however often it was read.
package struct IDPool: Sendable {
  private var ids: Set<ID> = []

  /// No ids yet.
  package init() {}

  /// The same id, in the memory of the one that came first.
  package mutating func shared(_ id: ID) -> ID { ids.insert(id).memberAfterInsert }
}
