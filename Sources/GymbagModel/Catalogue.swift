/// A global reference list. The raw value is its name in the contract and in the archive.
package enum Catalogue: String, CaseIterable, Sendable {
  case metrics
  case textContent = "text_content"
  case equipments
  case exerciseVariations = "exercise_variations"
  case tags
  case displayBases = "display_bases"
}
