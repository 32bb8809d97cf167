/** What the analysis of races takes from data. */

/**
 * Holds if a call of the method `signal` of `package.type` comes before what follows a call of the method `await` on the
 * same object, as `countDown` and `await` of a latch.
 */
extensible predicate signals(string package, string type, string signal, string await);

/**
 * Holds if a call of the method `await` of `package.type` returns only after some call of the method `signal` on the same
 * object, of which each is for one who waits: what is put into a queue, and taken out.
 */
extensible predicate signalsNext(string package, string type, string signal, string await);

/** Holds if races that have `feature`, one of the `benign-` ones, are told as notes. */
extensible predicate benignRace(string feature);

/** Holds if methods whose name matches `pattern`, as SQL's `LIKE` has it, begin or end the life of an object. */
extensible predicate lifeCycleName(string pattern);

/** Holds if the method `name` of `package.type` hands its first argument to another thread, which owns it from then on. */
extensible predicate handsOver(string package, string type, string name);

/** Holds if the result of the method `name` of `package.type` ends when all tasks have ended that its arguments stand for. */
extensible predicate awaitsAllOf(string package, string type, string name);

/**
 * Holds if the result of the method `name` of `package.type`, which runs a function when a task has ended, ends when the task
 * has ended that the function returns.
 */
extensible predicate endsWithReturned(string package, string type, string name);

/**
 * Holds if the method `name` of `package.type`, or its constructor, if the name is that of the type, makes an executor that
 * runs one task after the other.
 */
extensible predicate serialExecutor(string package, string type, string name);

/**
 * Holds if a stream is parallel after a call of the method `name` of `package.type`, as `how` says: `parallel`, `sequential`, or
 * `argument`, if the last argument tells.
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
 * Holds if races are told by `how`: by `cause`, one finding for the fields that race for one cause, or by `field`, one for
 * each, which counts if there are both rows.
 */
extensible predicate raceGrouping(string how);

/** Holds if methods whose names match `pattern` (as with `matches`) set what configures an object, before it is used as a rule. */
extensible predicate setterName(string pattern);
