/** What the atomicity pack takes from data: pairs of calls on well-known library classes. */

/**
 * Holds if, on one object of `package.type`, a call of `act` relies on what a call of `check` found; `arguments` is
 * `same`, if only where their first arguments are the same. `remedy` is a sentence that names what does both at once.
 */
extensible predicate compoundOperation(
  string package, string type, string check, string act, string arguments, string remedy
);
