/** Knowledge that is data: the rows stand in YAML files and in a project's own configuration. */

/** Holds if `pattern` names classes that the user takes for thread-safe; `*` stands for any text. */
extensible predicate assumedThreadSafe(string pattern);

/** Holds if an annotation of the simple name `name` says that a class is thread-safe. */
extensible predicate threadSafeAnnotation(string name);

/** Holds if instances of `package.type` may be shared by threads. */
extensible predicate threadSafeType(string package, string type);

/** Holds if instances of all types in `package` and the packages below it may be shared by threads. */
extensible predicate threadSafePackage(string package);

/** Holds if the method `name` of `package.type`, and what overrides it, changes the state of its receiver. */
extensible predicate modifiesReceiver(string package, string type, string name);

/** Holds if the static method `name` of `package.type` makes objects that may be shared by threads. */
extensible predicate threadSafeFactory(string package, string type, string name);
