/** What the analysis of deadlocks takes from data. */

/**
 * Holds if a lock is followed through at most `calls` calls from the place that takes it to the one that takes a second one;
 * of several rows the greatest counts. Farther away, what class hierarchy and merged objects allow outnumbers what happens.
 */
extensible predicate deadlockBound(int calls);
