/** What the analysis of deadlocks takes from data. */

/**
 * Holds if the analysis follows a lock through at most `calls` calls, from the place that takes it to a place that takes a
 * second lock; of several rows the greatest counts. Farther away, what class hierarchy and merged objects allow outnumbers
 * what happens.
 */
extensible predicate deadlockBound(int calls);

/** Holds if a lock is followed through at most `calls` calls to a place that waits; of several rows the greatest counts. */
extensible predicate waitBound(int calls);

/**
 * Holds if the method `name` of `package.type`, or any for `*`, takes a lock of its receiver inside: it holds the lock while
 * it runs its arguments (`functions`), or only within the `call`.
 */
extensible predicate locksReceiver(string package, string type, string name, string held);

/**
 * Holds if the method `name` of `package.type` takes the locks of its arguments of the type `argumentPackage.argumentType`,
 * while it holds that of its receiver, as `addAll` of one list asks another list for its elements.
 */
extensible predicate locksArgument(
  string package, string type, string name, string argumentPackage, string argumentType
);

/** Holds if a thread that holds a lock of the type `package.type` waits for itself where it takes it again. */
extensible predicate notReentrant(string package, string type);

/**
 * Holds if a call of the method `wait` of `package.type` returns only when another thread has called `signal` on the same
 * object: conditions, latches, futures, queues.
 */
extensible predicate waitsForSignal(string package, string type, string wait, string signal);

/**
 * Holds if the method `name` of `package.type`, or its constructor, if the name is that of the type, makes an executor whose
 * number of threads is limited, and which does not run other tasks while one of its threads waits.
 */
extensible predicate boundedPool(string package, string type, string name);
