/** A type with one value, for predicates and flow states that need none. */

private newtype TUnit = TMkUnit()

/** The type with one value. */
class Unit extends TUnit {
  /** Gets a text that describes this. */
  string toString() { result = "unit" }
}
