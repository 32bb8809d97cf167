/** Entries of `throws` clauses. */

import java.Element
import java.Type
import java.Member

/** An entry of a `throws` clause. */
class Exception extends Element, @exception {
  /** Gets the type that is declared to be thrown. */
  RefType getType() { exceptions(this, result, _) }

  /** Gets the callable whose `throws` clause this is part of. */
  Callable getCallable() { exceptions(this, _, result) }

  override string getName() { result = this.getType().getName() }

  override string toString() { result = this.getType().getName() }

  override string getAPrimaryQlClass() { result = "Exception" }
}
