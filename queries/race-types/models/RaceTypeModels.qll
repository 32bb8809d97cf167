/** What the race types take from data: annotations by signature, annotation types, switches. */

/**
 * Holds if the class `package.type` (`Outer.Inner` for a nested one) has, for its member `member`, the annotation
 * `annotation`, written as in a comment but without `#`: `guarded_by this`, `requires this, lock`, `thread_local`,
 * `<ghost Table t>`. The member is a field `name` or a method `name(int,String)` with the simple names of its parameter
 * types; it is empty for the class itself. Of a field or method, `<this>` instantiates the class in its type.
 */
extensible predicate raceAnnotation(string package, string type, string member, string annotation);

/**
 * Holds if Java annotations of the simple name `name` say what the keyword `keyword` says in comments: `guarded_by`,
 * `requires`, `holds`, `thread_local`, `thread_shared`, `ghost`, `of`, `no_warn`; their `value` is what follows it.
 */
extensible predicate raceAnnotationType(string name, string keyword);

/**
 * Holds if the switch `name` is `on` or `off`; of several rows `off` counts.
 *
 * - `infer`: guards, required locks, ghost parameters and thread-local classes that nothing says are inferred.
 * - `infer_sharing`: which classes are thread-local is inferred too, from where their objects escape.
 * - `default_thread_local`: without that, a class without annotations and synchronized methods is thread-local.
 * - `default_guard`: fields that nothing guards are guarded by `this`, static ones by the class object.
 * - `constructor_holds_lock`: a constructor holds the locks of the object that it makes.
 * - `no_warn KIND`: violations of that kind are not reported, as by the command line flag of rccjava.
 */
extensible predicate raceTypeSwitch(string name, string value);

/**
 * Holds if the method `name` of `package.type` gives a view of what `of` is, the `receiver` or its first `argument`: whoever
 * uses the view uses that.
 */
extensible predicate givesContentView(string package, string type, string name, string of);
