/** Truth values that bind themselves. */

/** A truth value: `boolean`, with both values listed. */
class Boolean extends boolean {
  Boolean() { this = [true, false] }

  /** Gets a text that describes this. */
  string toString() { if this = true then result = "true" else result = "false" }
}
