/** Forwards to `java.ConflictingAccess`: the names that CodeQL's library has there. */

import java
private import java.ConflictingAccess as Conflicts

/** Holds if `t` may be shared by threads without further care. */
predicate isThreadSafeType = Conflicts::isThreadSafeType/1;

/** Holds if `a` may change what the field holds: the value, an element of its array, the state of its object. */
predicate isModifying = Conflicts::isModifying/1;

/** A class that is meant to be used by several threads at once. */
class ClassAnnotatedAsThreadSafe = Conflicts::ClassAnnotatedAsThreadSafe;

/** A field of a class meant to be thread-safe whose accesses have to be synchronized. */
class ExposedField = Conflicts::ExposedField;

/** An access to an exposed field that may happen while other threads use the object. */
class ExposedFieldAccess = Conflicts::ExposedFieldAccess;
