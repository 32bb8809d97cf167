/** What the analysis of races takes from data. */

/** Holds if races that have `feature`, one of the `benign-` ones, are reported as notes. */
extensible predicate benignRace(string feature);

/** Holds if methods whose name matches `pattern`, as SQL's `LIKE` has it, begin or end the life of an object. */
extensible predicate lifeCycleName(string pattern);

/** Holds if the method `name` of `package.type` hands its first argument to another thread, which owns it from then on. */
extensible predicate handsOver(string package, string type, string name);

/**
 * Holds if a stream is parallel after a call of the method `name` of `package.type`, as `how` says: `parallel`, `sequential`, or
 * `argument`, if the last argument says.
 */
extensible predicate setsParallelism(string package, string type, string name, string how);

/**
 * Holds if the method `name` of `package.type` hands its first argument to its functions, as their first one, in each thread that
 * runs them: the identity of a reduction.
 */
extensible predicate foldsFrom(string package, string type, string name);

/** Holds if the method `name` of `package.type` runs the functions that it is handed on several threads at once. */
extensible predicate runsInParallel(string package, string type, string name);

/**
 * Holds if races are reported by `how`: by `cause`, one finding for the fields that race for one cause, or by `field`, one for
 * each, which counts if there are both rows.
 */
extensible predicate raceGrouping(string how);

/** Holds if methods whose names match `pattern` (as with `matches`) set what configures an object, before it is used as a rule. */
extensible predicate setterName(string pattern);
