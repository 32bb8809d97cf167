/** How a lock can be held: by one thread alone, by readers, or optimistically. */

private newtype TLockMode =
  TExclusiveMode() or
  TSharedMode() or
  TOptimisticMode()

/** A way of holding a lock. */
class LockMode extends TLockMode {
  /** Holds if this excludes everybody else. */
  predicate isExclusive() { this = TExclusiveMode() }

  /** Holds if this excludes those who write, and lets other readers in. */
  predicate isShared() { this = TSharedMode() }

  /** Holds if this excludes nobody: a later question says whether somebody wrote in between. */
  predicate isOptimistic() { this = TOptimisticMode() }

  /** Gets a mode in which a lock is held as well if it is held in this one: itself, or a weaker one. */
  LockMode getAnImpliedMode() {
    result = this
    or
    this = TExclusiveMode() and (result = TSharedMode() or result = TOptimisticMode())
    or
    this = TSharedMode() and result = TOptimisticMode()
  }

  /** Gets the text that rows of `lockMethod`, `lockTypeMode` and `lockView` have for this. */
  string toString() {
    this.isExclusive() and result = "exclusive"
    or
    this.isShared() and result = "shared"
    or
    this.isOptimistic() and result = "optimistic"
  }
}

/** Gets a mode that `text`, in a row, stands for: `any` is for both that excludes others and that of readers. */
LockMode modeInRow(string text) {
  result.toString() = text
  or
  text = "any" and not result.isOptimistic()
}
