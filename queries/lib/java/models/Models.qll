/** Knowledge that is data: the rows stand in YAML files and in a project's own configuration. */

private import java.Type

/** Holds if `pattern` names classes that the user takes for thread-safe; `*` stands for any text, `auto` for evidence. */
extensible predicate assumedThreadSafe(string pattern);

/** Gets the name of `c` as rows of `assumedThreadSafe` see it: with dots, also between a class and one declared in it. */
string nameForPatterns(Class c) {
  c.fromSource() and
  not c instanceof AnonymousClass and
  result = c.getQualifiedName().replaceAll("$", ".")
}

/** Holds if `pattern`, of a row of `assumedThreadSafe`, means classes of the name `name`: `*` is any text, `$` a dot. */
bindingset[name]
predicate isMeantBy(string name, string pattern) {
  assumedThreadSafe(pattern) and
  name.matches(pattern.replaceAll("$", ".").replaceAll("\\", "\\\\").replaceAll("_", "\\_")
            .replaceAll("%", "\\%").replaceAll("*", "%"))
}

/**
 * Holds if an annotation of the simple name `name`, from any package, says `meaning` of the class that carries it:
 * `thread-safe`, `not-thread-safe` or `immutable`; `shared`, where several threads may use its objects, which it does not
 * promise to be safe; `one-for-all`, if a container makes one object of it for all threads, or `one-each`, if it makes one
 * for each request, session or place of injection.
 */
extensible predicate classAnnotation(string name, string meaning);

/**
 * Holds if an annotation of the simple name `name`, from any package, names a lock in its `value`: the one that guards
 * the field it stands on, and the one that callers of the method it stands on have to hold.
 */
extensible predicate guardAnnotation(string name);

/**
 * Holds if the annotation `package.name`, one that `guardAnnotation` names, says `meaning` of a method that carries it:
 *
 * - `callers`: its callers hold the lock; without a row this is what is meant
 * - `result`: whoever uses what it returns holds the lock
 * - `acquires`, `releases`: it takes the lock for its caller, or gives it back
 * - `acquires if`: it takes the lock for its caller, if it returns the element `result` of the annotation
 */
extensible predicate guardMeaning(string package, string name, string meaning);

/** Holds if `@SuppressWarnings(category)` silences what is reported of guards that are not held. */
extensible predicate guardSuppression(string category);

/** Holds if `package` has the annotation `GuardedBy` with which an inferred discipline is written where a project has none. */
extensible predicate writtenAnnotation(string package);

/** Holds if instances of `package.type` may be shared by threads. */
extensible predicate threadSafeType(string package, string type);

/** Holds if instances of all types in `package` and the packages below it may be shared by threads. */
extensible predicate threadSafePackage(string package);

/** Holds if instances of `package.type` never change once they are made. */
extensible predicate immutableType(string package, string type);

/** Holds if the method `name` of `package.type`, and what overrides it, changes the state of its receiver. */
extensible predicate modifiesReceiver(string package, string type, string name);

/** Holds if the method `name` of `package.type` changes the state of its argument number `index`, from 0. */
extensible predicate modifiesArgument(string package, string type, string name, int index);

/**
 * Holds if the method or constructor `name` of `package.type` looks at the elements or the content of its argument number
 * `index`, from 0, before it returns.
 */
extensible predicate readsArgument(string package, string type, string name, int index);

/**
 * Holds if the method `name` of `package.type` makes objects that may be shared by threads as far as their own state
 * goes (elements of a collection apart).
 */
extensible predicate threadSafeFactory(string package, string type, string name);

/** Holds if the method `name` of `package.type` gives an object that may be shared by threads if its first argument may. */
extensible predicate threadSafeView(string package, string type, string name);

/** Holds if the method `name` of `package.type` makes objects that nobody can change. */
extensible predicate immutableFactory(string package, string type, string name);

/**
 * Holds if the method `name` of `package.type`, and what overrides it, does `action` to the lock that is its receiver
 * (the class `type`, for a static method):
 *
 * - `acquire`: takes it; a method of this kind that returns `boolean` takes it only if the result is `true`
 * - `try`: takes it if the result is `true`, or is a stamp other than 0
 * - `release`: gives it back
 * - `optimistic`: begins a read that `validate` has to confirm
 * - `validate`: tells whether nobody wrote since
 * - `asks`: tells whether, or how many times, the current thread holds it
 *
 * `mode` is `exclusive`, `shared`, or `any` for a release that fits each of them.
 */
extensible predicate lockMethod(
  string package, string type, string name, string action, string mode
);

/** Holds if a lock of the type `package.type` is `shared` or `exclusive`, whatever the rows of its methods say. */
extensible predicate lockTypeMode(string package, string type, string mode);

/**
 * Holds if the method `name` of `package.type` gives a view of the lock that is its receiver: the half in `mode`, or the
 * whole for `any`.
 */
extensible predicate lockView(string package, string type, string name, string mode);

/** Holds if `package.type` counts as a lock only where it is made with the single permit 1. */
extensible predicate permitLock(string package, string type);

/**
 * Holds if the method `name` of `package.type` asks whether the current thread holds the monitor of its first argument, or
 * insists on it.
 */
extensible predicate asksForArgument(string package, string type, string name);

/** Holds if the method `name` of `package.type`, called on a lock, makes a condition of it. */
extensible predicate conditionFactory(string package, string type, string name);

/** Holds if others extend the class `package.type`, which does nothing by itself, and hand its objects to what runs their methods. */
extensible predicate adapterType(string package, string type);

/**
 * Holds if the method `name` of `package.type` runs the function or object that it gets as an argument (or, for
 * `<init>`, the constructor): `now`, on this thread before it returns; `later`, on this thread or another, after it
 * returned; `thread`, on another thread; `serial`, later and never at the same time as others that were handed to the
 * same receiver (or, for static methods, to the same class).
 */
extensible predicate runsArgument(string package, string type, string name, string when);

/**
 * Holds if the method `name` of `package.type`, and of types below it, runs the method `run` of its receiver, at the time
 * `when`: see `runsArgument`.
 */
extensible predicate runsReceiver(
  string package, string type, string name, string run, string when
);

/**
 * Holds if the method `name` of `package.type`, and of types below it, calls `run` of `storedPackage.storedType` on the objects
 * that its receiver has been given before, which rows of `libraryFlow` put into `Argument[this].Element`: listeners, observers.
 */
extensible predicate runsStored(
  string package, string type, string name, string storedPackage, string storedType, string run
);

/**
 * Holds if a call of the method `name` of `package.type` returns only when a thread or task has ended: `what` is
 *
 * - `receiver`: the one that was started by a call on the same object, as `Thread.join` after `Thread.start`;
 * - `all`: all that were started by calls on the same object, as `ExecutorService.awaitTermination`;
 * - `result`: the one whose start gave the object that this is called on, as `Future.get` after `submit`;
 * - `argument`: the one whose start gave the object that is the first argument, or was called on it;
 * - `itself`: the ones that this call starts, as `ExecutorService.invokeAll`.
 */
extensible predicate awaitsEnd(string package, string type, string name, string what);

/**
 * Holds if a call of the method `name` of `package.type` gives `answer`, `true` or `false`, only when a thread or task has
 * ended, as `Thread.isAlive` gives `false`; `what` says which, as in rows of `awaitsEnd`: `receiver`, `all` or `result`.
 */
extensible predicate tellsEnd(string package, string type, string name, string answer, string what);

/**
 * Holds if what the method `name` of `package.type` is handed is run when a task has ended: that of the `receiver`, or that of
 * the first `argument`.
 */
extensible predicate runsAfter(string package, string type, string name, string what);

/**
 * Holds if a call of the method `signal` of `package.type` comes before what follows a call of the method `await` on the
 * same object, as `countDown` and `await` of a latch.
 */
extensible predicate signals(string package, string type, string signal, string await);

/**
 * Holds if a call of the method `await` of `package.type` returns only after some call of the method `signal` on the same
 * object, and each signal is for one waiting thread, as with `put` and `take` of a queue.
 */
extensible predicate signalsNext(string package, string type, string signal, string await);

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
 * Holds if, on one object of `package.type`, a call of `act` relies on what a call of `check` found; `arguments` is
 * `same`, if only where their first arguments are the same, else `none`. `remedy` is a sentence that names what does both at once.
 */
extensible predicate compoundOperation(
  string package, string type, string check, string act, string arguments, string remedy
);

/** Holds if the method `name` of `package.type` takes what it is given into a text, or prints or logs it. */
extensible predicate printsArgument(string package, string type, string name);

/**
 * Holds if the method `name` of `package.type`, and what overrides it, neither keeps its argument number `index`, from 0, nor
 * hands it to others.
 */
extensible predicate forgetsArgument(string package, string type, string name, int index);

/**
 * Holds if the method `name` of `package.type`, or its constructor, if that is `<init>`, has the function or task that it is
 * handed run once at most.
 */
extensible predicate runsOnceHanded(string package, string type, string name);

/** Holds if the method `name` of `package.type` returns a new object each time. */
extensible predicate makesNew(string package, string type, string name);

/**
 * Holds if the method `name` of `package.type`, and what overrides it, is called once, before the object is shared, like
 * a constructor.
 */
extensible predicate preparesObject(string package, string type, string name);

/**
 * Holds if the method `name` of `package.type`, and what overrides it, is only called where the object is handed to a
 * method that runs it at once.
 */
extensible predicate runHere(string package, string type, string name);

/** Holds if the method `name` of `package.type`, and what overrides it, is called by threads of its own. */
extensible predicate threadEntry(string package, string type, string name);

/** Holds if the static `getter` of `package.type`, a method or a field, reads what `setter` sets for the whole program. */
extensible predicate globalState(string package, string type, string getter, string setter);

/** Holds if the static methods `synchronized...` of `package.type` make views of collections that lock themselves in each call. */
extensible predicate synchronizedFactory(string package, string type);

/**
 * Holds if the method `name` of `package.type`, or its constructor, if the name is `<init>`, makes an executor that runs one
 * task after the other.
 */
extensible predicate oneThreadExecutor(string package, string type, string name);

/**
 * Holds if the argument `index` of the method `name` of `package.type`, or of its constructor, if the name is `<init>`, says how
 * many threads the executor has at most that it makes.
 */
extensible predicate threadLimit(string package, string type, string name, int index);

/** Holds if a container makes one object of each class below `package.type`, which all of its threads use. */
extensible predicate sharedByContainer(string package, string type);

/** Holds if an annotation of the simple name `name`, from any package, says that a container sets the field that carries it. */
extensible predicate injectionAnnotation(string name);

/**
 * Holds if objects of `package.type`, whose methods rows of `threadEntry` have, are only run because the program hands them
 * over: no framework makes such objects itself.
 */
extensible predicate taskType(string package, string type);

/**
 * Holds if the bound `name` of what is followed of locks has the value `value`:
 *
 * - `names`: the greatest number of names in an access path, its beginning included; what is longer has none.
 * - `targets`: the greatest number of methods that a call may reach for its locks to be followed.
 * - `calls`: the greatest number of calls through which a lock is followed.
 * - `globalCalls`: the greatest number of calls through which the lock of a class object or a static field is followed.
 *
 * Of several rows for one name the greatest value counts.
 */
extensible predicate lockBound(string name, int value);

/**
 * Holds if the library class `package.type` locks itself in each call and holds state that several calls belong
 * together for: what its synchronized methods lock is followed as if they had code.
 */
extensible predicate synchronizesEachCall(string package, string type);

/** Holds if methods of collections, maps and buffers of the name `name` may take something out. */
extensible predicate takesOut(string name);

/**
 * Holds if threads that begin at a callable that `first` names never run at the same time as threads that begin at one that
 * `second` names: qualified names such as `org.example.Server.run`, with `*` for any text.
 */
extensible predicate neverParallel(string first, string second);

/** Holds if one thread at most begins at the callables that `pattern` names, as for `neverParallel`. */
extensible predicate runsOnceEntry(string pattern);

/** Holds if the field `name` of `package.type`, all fields for `*`, is only used by one thread at a time. */
extensible predicate threadConfined(string package, string type, string name);

/** Holds if an annotation of the simple name `name`, from any package, says that what carries it is confined to a thread. */
extensible predicate confinedAnnotation(string name);

/**
 * Holds if the method `name` of `package.type`, and what overrides it, or its constructors, for `<init>`, passes objects on
 * from the place `source` to the place `target`. A place is `Argument[0]`, `Argument[this]` (the receiver, or what a constructor
 * makes) or `ReturnValue`; of a function that is handed over, what it is given, `Argument[0].Parameter[1]`
 * (`Argument[stored].Parameter[1]` of what a row of `runsStored` is about), and what it returns,
 * `Argument[0].ReturnValue`; each perhaps with what it contains: `.Element` (of a collection, iterator, stream,
 * optional, future), `.MapKey` and `.MapValue` (of a map or an entry), `.ArrayElement`, or `.Content` for anything else.
 */
extensible predicate libraryFlow(
  string package, string type, string name, string source, string target
);

/**
 * Holds if the program is `open`, so that others may call whatever they can name of it, or `closed`: it begins at its `main`
 * methods. Without a row it is open.
 */
extensible predicate programKind(string kind);

/**
 * Holds if the analysis of objects is to distinguish what `sensitivity` names: `insensitive`, `1-object`, `2-object` or
 * `3-object`.
 */
extensible predicate pointsToContext(string sensitivity);

/**
 * Holds if what lies below folders that `pattern` describes is of `kind`: `test`; or `main`, which is no test whatever
 * else it lies below. A pattern is the name of a folder, or several with `/`; `*` stands for any text in a name.
 */
extensible predicate sourceFolder(string pattern, string kind);

/** Holds if sources of `kind`, which is `test`, are treated like all others. */
extensible predicate includedSources(string kind);

/**
 * Holds if, on objects of which nothing else is known, a method whose name matches `acquire` takes a lock, and one whose
 * name matches `release` gives it back; `%` stands for any text.
 */
extensible predicate lockingNames(string acquire, string release);

/** Holds if a program begins with public static methods of the name `name`, on a thread that is alone. */
extensible predicate programEntry(string name);

/**
 * Holds if an annotation of the simple name `name`, from any package, says `meaning` of the method that carries it:
 * `prepares`, if it is called once, before the object is shared, like a constructor; `entry`, if a framework calls it on
 * threads of its own; `timer-entry`, if one thread of a framework calls such methods one after the other;
 * `may-release-locks`, if it may give back any lock of its caller, `releases-no-locks`, if it gives back none, and
 * `uses-no-locks`, if it takes none either.
 */
extensible predicate methodAnnotation(string name, string meaning);

/**
 * Holds if an annotation of the simple name `name`, from any package, says of a method, or of all methods of a class, that
 * only the one thread `thread` executes it: a text for messages, the same for annotations that mean the same thread.
 */
extensible predicate threadAnnotation(string name, string thread);

/**
 * Holds if the annotation `package.name` has a tool put the body of a method under a lock, in `mode`: that in the field that
 * its `value` names, or else in the field `instanceLock` of the object, or the static field `staticLock`, which the tool adds.
 */
extensible predicate lockingAnnotation(
  string package, string name, string instanceLock, string staticLock, string mode
);

/**
 * Holds if only the one thread `thread`, named as in `threadAnnotation`, calls the method `name` of `package.type`, or any
 * of its methods for `*`, and what overrides it.
 */
extensible predicate threadCallback(string package, string type, string name, string thread);

/** Holds if what the method `name` of `package.type` is handed is run by the one thread `thread`. */
extensible predicate threadHandler(string package, string type, string name, string thread);

/** Holds if the method `name` of `package.type` calls `callback` on the object on which it is called itself. */
extensible predicate callsBack(string package, string type, string name, string callback);

/** Holds if the method `name` of `package.type` was synchronized in earlier versions of its library. */
extensible predicate synchronizedBefore(string package, string type, string name);

/** Holds if the method `name` of `package.type`, called to set a flag, tells by `first` that nobody has set it before. */
extensible predicate setsOnce(string package, string type, string name, boolean first);

/**
 * Holds if the method `name` of `package.type` sets or asks the flag or the number that its receiver stands for, as `what` says:
 * who `asks` and finds it set, sees what was written before by whoever `sets` it.
 */
extensible predicate flagCall(string package, string type, string name, string what);

/**
 * Holds if threads meet by calling the method `name` of `package.type`, and the function that its constructor is handed is run
 * by one of them while the others wait: the action of a barrier.
 */
extensible predicate meetingAction(string package, string type, string name);

/** Holds if the method `name` of `package.type` tells whether the one thread `thread` executes the call. */
extensible predicate threadQuery(string package, string type, string name, string thread);

/** Holds if, by contract, only the one thread `thread` calls methods of objects of `package.type` and of types below it. */
extensible predicate threadType(string package, string type, string thread);

/** Holds if by contract each object of a type below `package.type` is used by one thread at a time, who made it or asked for it. */
extensible predicate oneThreadType(string package, string type);

/**
 * Holds if methods of the name `name` are executed by one thread for each object, which no other thread knows then: it
 * `makes` the object, `replaces` it by another one, or `ends` it.
 */
extensible predicate oneThreadMethod(string name, string phase);

/**
 * Holds if methods whose names match `pattern`, in lower case, do what `meaning` says: `%` stands for any text, `_` for one
 * character.
 *
 * - `prepares`: makes an object ready for use, before others use it
 * - `initialises`: gives an object its first state
 * - `configures`: gives an object what it needs to know, before others use it
 * - `describes`: makes a text of an object for people: values that do not fit together do little harm
 * - `reports`: does nothing but report something to people or the caller
 * - `registers`: keeps the object that it is given, so that others call it
 * - `waits`: waits for its caller, who tests what is waited for
 * - `takes-lock`: may take a lock for its caller, who gives it back
 * - `retries`: changes something if nobody else has, and is called again if somebody has
 * - `asks`: looks at its object, and leaves it as it is
 * - `insists`: returns only if its argument is true
 * - `begins`: begins the life of an object, as a rule before several threads use it
 * - `ends`: ends the life of an object
 */
extensible predicate methodName(string pattern, string meaning);

/**
 * Holds if the method `name` of `package.type` only registers what it is given for its own use: it never hands the object
 * out or calls it, whatever its name says.
 */
extensible predicate registersInSecret(string package, string type, string name);

/**
 * Holds if library methods whose name matches `name`, of types that match `type` in packages that match `package`, do not
 * throw where they are used rightly: `%` stands for any text. `throwsAfterAll` has those that do all the same.
 */
extensible predicate throwsNothing(string package, string type, string name);

/** Holds if methods of `package` whose name matches `name` throw where they are used rightly, whatever `throwsNothing` says. */
extensible predicate throwsAfterAll(string package, string name);

/**
 * Holds if functions of the types that match `type`, in `package`, are run on the spot by library methods that no row
 * names; `%` stands for any text.
 */
extensible predicate appliedType(string package, string type);

/**
 * Holds if calls of the method `name` of `package.type`, or of what overrides it, do what `meaning` says to the current
 * thread:
 *
 * - `sleeps`: lets it sleep for a time
 * - `yields`: tells the system that others may go on first
 * - `parks`: stops it for a time, or until another one wants it to go on
 * - `tells-time`: reads a clock
 * - `asks`: asks which one it is, or whether it should end
 */
extensible predicate threadCall(string package, string type, string name, string meaning);

/**
 * Holds if programs should not call the method `name` of `package.type`, because it `effect`: the end of a sentence about
 * the method.
 */
extensible predicate dangerousMethod(string package, string type, string name, string effect);

/** Holds if objects of `package.type` look like constants, but keep the state of a conversion: one thread at a time may use them. */
extensible predicate conversionType(string package, string type);

/** Holds if objects of `package.type` are conditions, for which a thread that holds their lock waits. */
extensible predicate conditionType(string package, string type);

/** Holds if types whose simple name matches `pattern`, in lower case, are there to report: `%` stands for any text. */
extensible predicate reportingType(string pattern);

/** Holds if objects of `package.type` have no identity that programs may rely on: `@ValueBased` in the JDK. */
extensible predicate valueBasedType(string package, string type);

/** Holds if objects of `package.type` give atomic access to fields of others, which orders accesses without locks. */
extensible predicate atomicAccessType(string package, string type);

/**
 * Holds if a call of the method `name` of `package.type`, of what overrides it, or of its constructor, for `<init>`, may
 * take as long as others want, and keeps all locks: it `effect`, the end of a sentence about the call.
 */
extensible predicate blockingCall(string package, string type, string name, string effect);

/**
 * Holds if a call of the method `name` of `package.type`, or of what overrides it, may give up, and its result, `true` or `false`,
 * says whether `outcome`: the end of a sentence.
 */
extensible predicate mayGiveUp(string package, string type, string name, string outcome);

/** Holds if interfaces whose simple name matches `pattern`, in lower case, are types of callbacks: `%` stands for any text. */
extensible predicate callbackType(string pattern);

/**
 * Holds if `points` is what `name` means, by `kind`:
 *
 * - `precision`: what a finding has to begin with if its query has this `@precision`
 * - `level`: how many points make a finding one of this confidence, `high` or `medium`
 * - `most`: how many points a finding with the evidence `name` has at most, whatever else speaks for it
 * - `likely`: from how many points on `name` of a hundred findings are mended, of a query that is as others are
 * - `odds`: how much likelier findings of the query `name` are than others of as many points, in hundredths of log-odds
 * - `full`: how many points are a rank of 100, where no row `likely` says more; the name does not count
 *
 * Of several rows the one with the most points counts; of `odds` all count together.
 */
extensible predicate confidenceScale(string kind, string name, int points);

/**
 * Holds if `evidence` makes findings surer by `points`, or less sure if that is negative. Of several rows for one word all
 * count.
 */
extensible predicate evidencePoints(string evidence, int points);

/** Holds if `text` says to people what `evidence`, a word of `evidencePoints`, is. */
extensible predicate evidenceText(string evidence, string text);

/**
 * Holds if a place in the code is evidence, whatever is found there:
 *
 * - `type`: types whose simple name matches `pattern`, in lower case; `%` stands for any text
 * - `folder`: files below a folder of this name
 * - `annotation`: types, methods and fields with an annotation of this simple name
 * - `comment`: types, methods and fields whose documentation has this text, in lower case
 */
extensible predicate placeEvidence(string kind, string pattern, string evidence);

/**
 * Holds if a class whose documentation, in lower case, matches `pattern` says `meaning` of itself: `thread-safe` or
 * `not-thread-safe`, which wins. `%` stands for any text, `_` for one character.
 */
extensible predicate classDocumentation(string pattern, string meaning);

/**
 * Holds if a run confirms findings of `query` in the way `kind`; no rule of the library asks for it, `quarrel confirm` does:
 *
 * - `meet`: two threads right before the accesses to one object; `detail` is empty
 * - `cross`: threads that wait for each other's locks; `detail` is empty
 * - `between`: another thread changes something between two steps, `FIRST -> SECOND` in `detail`: each is `this`, the
 *   finding's own place, or the words for a related one, which `*` ends early, and behind a colon what is done there
 * - `unfinished`: a field is read while another thread has not finished its object, at the place `detail`
 * - `throws`: the place throws one of the exceptions in `detail`
 * - `never`: a run cannot show it, for the reason `detail`
 */
extensible predicate confirmedBy(string query, string kind, string detail);

/**
 * Holds if methods whose name matches the regular expression `pattern` do `what` for a harness of `quarrel confirm`: `fills`,
 * `links`, `prepares` or `ends`.
 */
extensible predicate harnessCalls(string what, string pattern);

/**
 * Holds if a harness of `quarrel confirm` can take the Java expression `expression` where it needs an object of the type
 * `type`, by its binary name. The expression says all packages, and may throw; the first row of a type is tried first.
 */
extensible predicate harnessValue(string type, string expression);
