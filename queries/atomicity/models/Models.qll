/** What the atomicity pack takes from data: bounds and well-known library classes. */

/**
 * Holds if the bound `name` of the analysis has the value `value`.
 *
 * - `expression`: the greatest number of variables, fields and indexes in a locking expression; longer ones are `*`;
 *   at most 5.
 * - `targets`: the greatest number of methods that a call may reach for its locks to be followed.
 * - `calls`: the greatest number of calls on the way from the context to the method that takes the witness, and from
 *   there to the place that locks.
 * - `globalCalls`: the greatest number of calls through which the lock of a class object or a static field is followed.
 *
 * Of several rows for one name the greatest value counts.
 */
extensible predicate atomicityBound(string name, int value);

/**
 * Holds if the library class `package.type` locks itself in each call and holds state that several calls belong
 * together for: its locks can be witnesses, unless the object never leaves its method or field. The locks of other
 * library classes are not followed.
 */
extensible predicate synchronizedLibraryType(string package, string type);

/**
 * Holds if, on one object of `package.type`, a call of `act` relies on what a call of `check` found; `arguments` is
 * `same`, if only where their first arguments are the same. `remedy` is a sentence that names what does both at once.
 */
extensible predicate compoundOperation(
  string package, string type, string check, string act, string arguments, string remedy
);
