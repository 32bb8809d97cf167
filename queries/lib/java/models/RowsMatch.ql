/**
 * @name What rows of data extensions may name
 * @description For each extensible predicate of the library the rows that match something in the database, and rows near
 *              to those that match nothing. A row of the user's that matches nothing is reported, with the nearest one.
 * @kind table
 * @id java/model-rows-match
 * @tags model-check
 */

import java
private import java.TestSources
private import java.models.Models as Models

/** Holds if there is a type `package.type`. */
private predicate isType(string package, string type) {
  any(RefType t).getSourceDeclaration().hasQualifiedName(package, type)
}

/** Holds if `package.type` has a method of its own, or for `<init>` a constructor, called `name`. */
private predicate isMethod(string package, string type, string name) {
  exists(Callable c | c.getDeclaringType().getSourceDeclaration().hasQualifiedName(package, type) |
    name = c.(Method).getName()
    or
    c instanceof Constructor and name = "<init>"
  )
}

private signature predicate typeRow(string package, string type);

/** Rows that name types. */
private module TypeRows<typeRow/2 row> {
  /** Holds if a row may name this type: one does, or one that names none is near. */
  predicate may(string package, string type) {
    isType(package, type) and
    (
      row(package, type)
      or
      exists(string p, string t | row(p, t) and not isType(p, t) | p = package or t = type)
    )
  }
}

private signature predicate methodRow(string package, string type, string name);

/** Rows that name methods. */
private module MethodRows<methodRow/3 row> {
  /** Holds if a row may name this method: one does, or one that names none is near. */
  predicate may(string package, string type, string name) {
    isMethod(package, type, name) and row(package, type, name)
    or
    near(package, type, name, _, _, _)
  }

  /** Holds if the row `p`, `t`, `n` names this method, or none, and this one is near. */
  predicate mayMean(string package, string type, string name, string p, string t, string n) {
    isMethod(package, type, name) and row(p, t, n) and p = package and t = type and n = name
    or
    near(package, type, name, p, t, n)
  }

  /** Holds if the row `p`, `t`, `n` names no method, and this one is one. */
  predicate near(string package, string type, string name, string p, string t, string n) {
    row(p, t, n) and
    not isMethod(p, t, n) and
    isMethod(package, type, name) and
    (
      p = package and t = type
      or
      p = package and n = name
      or
      t = type and n = name
    )
  }
}

/** Holds if `pattern` matches the name of a class, or is one. */
query predicate assumedThreadSafe(string pattern) {
  pattern = "auto" and Models::assumedThreadSafe(pattern)
  or
  exists(string name | name = Models::nameForPatterns(_) |
    pattern = name or Models::isMeantBy(name, pattern)
  )
  or
  pattern = any(Class c | c.fromSource()).getPackage().getName() + ".*"
}

/** Gets the simple name of an annotation type. */
private string annotationName() { result = any(AnnotationType t).getName() }

/** Holds if `name` is an annotation type's, and `meaning` one that there is. */
query predicate classAnnotation(string name, string meaning) {
  name = annotationName() and
  meaning = ["thread-safe", "not-thread-safe", "immutable", "shared", "one-for-all", "one-each"]
}

/** Holds if `name` is an annotation type's. */
query predicate guardAnnotation(string name) { name = annotationName() }

/** Holds for any text: whoever writes `@SuppressWarnings` chooses it. */
query predicate guardSuppression(string category) {
  Models::guardSuppression(category) and
  category != ""
}

/** Holds for any package: the sources need not use it yet. */
query predicate writtenAnnotation(string package) {
  Models::writtenAnnotation(package) and
  package != ""
}

/** Holds if `package.name` may be an annotation type, and `meaning` is one that there is. */
query predicate guardMeaning(string package, string name, string meaning) {
  meaning = ["callers", "result", "acquires", "acquires if", "releases"] and
  (
    exists(AnnotationType t | t.hasQualifiedName(package, name))
    or
    // An annotation that the sources do not use is no mistake.
    Models::guardMeaning(package, name, _) and not exists(Package p | p.hasName(package))
  )
}

/** Holds if there is, or may be meant, a type `package.type`. */
query predicate threadSafeType(string package, string type) {
  TypeRows<Models::threadSafeType/2>::may(package, type)
}

/** Holds if there is a package `name`, or one below it. */
query predicate threadSafePackage(string name) {
  exists(string package | package = any(Package p).getName() |
    name = package
    or
    Models::threadSafePackage(name) and package.matches(name.replaceAll("_", "\\_") + ".%")
  )
}

/** Holds if there is, or may be meant, a type `package.type`. */
query predicate oneThreadType(string package, string type) {
  TypeRows<Models::oneThreadType/2>::may(package, type)
}

/** Holds if there is, or may be meant, such a type. */
query predicate adapterType(string package, string type) {
  TypeRows<Models::adapterType/2>::may(package, type)
}

/** Holds if there is, or may be meant, such a type. */
query predicate immutableType(string package, string type) {
  TypeRows<Models::immutableType/2>::may(package, type)
}

/** Holds if there is, or may be meant, such a method. */
query predicate modifiesReceiver(string package, string type, string name) {
  MethodRows<Models::modifiesReceiver/3>::may(package, type, name)
}

private predicate readsArgumentRow(string package, string type, string name) {
  Models::readsArgument(package, type, name, _)
}

/** Holds if there is, or may be meant, a method or constructor of which such an argument is read. */
query predicate readsArgument(string package, string type, string name, int index) {
  exists(string p, string t, string n | Models::readsArgument(p, t, n, index) |
    MethodRows<readsArgumentRow/3>::near(package, type, name, p, t, n)
    or
    isMethod(p, t, n) and package = p and type = t and name = n
  )
}

private predicate modifiesArgumentRow(string package, string type, string name) {
  Models::modifiesArgument(package, type, name, _)
}

/** Holds if there is, or may be meant, such a method. */
query predicate modifiesArgument(string package, string type, string name, int index) {
  exists(string p, string t, string n | Models::modifiesArgument(p, t, n, index) |
    MethodRows<modifiesArgumentRow/3>::near(package, type, name, p, t, n)
    or
    isMethod(p, t, n) and package = p and type = t and name = n
  )
}

/** Holds if there is, or may be meant, such a method. */
query predicate threadSafeFactory(string package, string type, string name) {
  MethodRows<Models::threadSafeFactory/3>::may(package, type, name)
}

/** Holds if there is, or may be meant, such a method. */
query predicate threadSafeView(string package, string type, string name) {
  MethodRows<Models::threadSafeView/3>::may(package, type, name)
}

/** Holds if there is, or may be meant, such a method. */
query predicate immutableFactory(string package, string type, string name) {
  MethodRows<Models::immutableFactory/3>::may(package, type, name)
}

private predicate lockMethodRow(string package, string type, string name) {
  Models::lockMethod(package, type, name, _, _)
}

/** Holds if there is, or may be meant, such a method. */
query predicate lockMethod(string package, string type, string name, string action, string mode) {
  exists(string p, string t, string n | Models::lockMethod(p, t, n, action, mode) |
    MethodRows<lockMethodRow/3>::near(package, type, name, p, t, n)
    or
    isMethod(p, t, n) and package = p and type = t and name = n
  )
}

private predicate lockTypeModeRow(string package, string type) {
  Models::lockTypeMode(package, type, _)
}

/** Holds if there is, or may be meant, such a type. */
query predicate lockTypeMode(string package, string type, string mode) {
  TypeRows<lockTypeModeRow/2>::may(package, type) and
  mode = ["shared", "exclusive"]
}

private predicate lockViewRow(string package, string type, string name) {
  Models::lockView(package, type, name, _)
}

/** Holds if there is, or may be meant, such a method. */
query predicate lockView(string package, string type, string name, string mode) {
  MethodRows<lockViewRow/3>::may(package, type, name) and
  mode = ["shared", "exclusive", "any"]
}

/** Holds if there is, or may be meant, such a type. */
query predicate permitLock(string package, string type) {
  TypeRows<Models::permitLock/2>::may(package, type)
}

/** Holds if there is, or may be meant, such a method. */
query predicate asksForArgument(string package, string type, string name) {
  MethodRows<Models::asksForArgument/3>::may(package, type, name)
}

/** Holds if there is, or may be meant, such a method. */
query predicate conditionFactory(string package, string type, string name) {
  MethodRows<Models::conditionFactory/3>::may(package, type, name)
}

private predicate runsArgumentRow(string package, string type, string name) {
  Models::runsArgument(package, type, name, _)
}

/** Holds if there is, or may be meant, such a method. */
query predicate runsArgument(string package, string type, string name, string when) {
  MethodRows<runsArgumentRow/3>::may(package, type, name) and
  when = ["now", "later", "thread", "serial"]
}

/** Holds if there is, or may be meant, such a method. */
query predicate runsOnceHanded(string package, string type, string name) {
  MethodRows<Models::runsOnceHanded/3>::may(package, type, name)
}

/** Holds if there is, or may be meant, such a method. */
query predicate threadEntry(string package, string type, string name) {
  MethodRows<Models::threadEntry/3>::may(package, type, name)
}

/** Holds if there is, or may be meant, such a type. */
query predicate taskType(string package, string type) {
  TypeRows<Models::taskType/2>::may(package, type)
}

private predicate globalStateRow(string package, string type, string setter) {
  Models::globalState(package, type, _, setter)
}

/** Holds if there is, or may be meant, such a setter. */
query predicate globalState(string package, string type, string getter, string setter) {
  MethodRows<globalStateRow/3>::may(package, type, setter) and
  Models::globalState(package, type, getter, setter)
}

/** Holds if there is, or may be meant, such a type. */
query predicate synchronizedFactory(string package, string type) {
  TypeRows<Models::synchronizedFactory/2>::may(package, type)
}

/** Holds if there is, or may be meant, such a method. */
query predicate oneThreadExecutor(string package, string type, string name) {
  MethodRows<Models::oneThreadExecutor/3>::may(package, type, name)
}

private predicate threadLimitRow(string package, string type, string name) {
  Models::threadLimit(package, type, name, _)
}

/** Holds if there is, or may be meant, such a method. */
query predicate threadLimit(string package, string type, string name, int index) {
  MethodRows<threadLimitRow/3>::may(package, type, name) and
  Models::threadLimit(package, type, name, index)
}

/** Holds if there is, or may be meant, such a type. */
query predicate sharedByContainer(string package, string type) {
  TypeRows<Models::sharedByContainer/2>::may(package, type)
}

/** Holds if `name` is an annotation type's. */
query predicate injectionAnnotation(string name) { name = annotationName() }

private predicate awaitsEndRow(string package, string type, string name) {
  Models::awaitsEnd(package, type, name, _)
}

/** Holds if there is, or may be meant, such a method. */
query predicate awaitsEnd(string package, string type, string name, string what) {
  MethodRows<awaitsEndRow/3>::may(package, type, name) and
  what = ["receiver", "all", "result", "argument", "itself"]
}

private predicate runsAfterRow(string package, string type, string name) {
  Models::runsAfter(package, type, name, _)
}

/** Holds if there is, or may be meant, such a method. */
query predicate runsAfter(string package, string type, string name, string what) {
  MethodRows<runsAfterRow/3>::may(package, type, name) and
  what = ["receiver", "argument"]
}

private predicate tellsEndRow(string package, string type, string name) {
  Models::tellsEnd(package, type, name, _, _)
}

/** Holds if there is, or may be meant, such a method. */
query predicate tellsEnd(string package, string type, string name, string answer, string what) {
  MethodRows<tellsEndRow/3>::may(package, type, name) and
  answer = ["true", "false"] and
  what = ["receiver", "all", "result"]
}

private predicate signalRow(string package, string type, string signal) {
  Models::signals(package, type, signal, _) or
  Models::signalsNext(package, type, signal, _)
}

private predicate awaitRow(string package, string type, string await) {
  Models::signals(package, type, _, await) or
  Models::signalsNext(package, type, _, await)
}

/** Holds if there are, or may be meant, such methods. */
query predicate signals(string package, string type, string signal, string await) {
  MethodRows<signalRow/3>::may(package, type, signal) and
  MethodRows<awaitRow/3>::may(package, type, await)
}

/** Holds if there are, or may be meant, such methods. */
query predicate signalsNext(string package, string type, string signal, string await) {
  signals(package, type, signal, await)
}

/** Holds if there is, or may be meant, such a method. */
query predicate awaitsAllOf(string package, string type, string name) {
  MethodRows<Models::awaitsAllOf/3>::may(package, type, name)
}

/** Holds if there is, or may be meant, such a method. */
query predicate endsWithReturned(string package, string type, string name) {
  MethodRows<Models::endsWithReturned/3>::may(package, type, name)
}

/** Holds if there is, or may be meant, such a method, or such a type whose constructor is meant. */
query predicate serialExecutor(string package, string type, string name) {
  MethodRows<Models::serialExecutor/3>::may(package, type, name)
  or
  Models::serialExecutor(package, type, name) and isType(package, type) and name = type
}

/** Holds if there is, or may be meant, such a method. */
query predicate printsArgument(string package, string type, string name) {
  MethodRows<Models::printsArgument/3>::may(package, type, name)
}

private predicate forgetsArgumentRow(string package, string type, string name) {
  Models::forgetsArgument(package, type, name, _)
}

/** Holds if there is, or may be meant, such a method. */
query predicate forgetsArgument(string package, string type, string name, int index) {
  MethodRows<forgetsArgumentRow/3>::may(package, type, name) and
  Models::forgetsArgument(_, _, _, index)
}

/** Holds if there is, or may be meant, such a method. */
query predicate makesNew(string package, string type, string name) {
  MethodRows<Models::makesNew/3>::may(package, type, name)
}

/** Holds if there is, or may be meant, such a method. */
query predicate preparesObject(string package, string type, string name) {
  MethodRows<Models::preparesObject/3>::may(package, type, name)
}

/** Holds if there is, or may be meant, such a method. */
query predicate runHere(string package, string type, string name) {
  MethodRows<Models::runHere/3>::may(package, type, name)
}

/** Holds if `name` is a bound, and `value` one that it may have. */
query predicate lockBound(string name, int value) {
  name = ["names", "targets", "calls", "globalCalls"] and
  Models::lockBound(_, value)
}

/** Holds if there is, or may be meant, such a type. */
query predicate synchronizesEachCall(string package, string type) {
  TypeRows<Models::synchronizesEachCall/2>::may(package, type)
}

/** Holds if there is a method of this name. */
query predicate takesOut(string name) { exists(Method m | m.hasName(name)) }

/** Gets the name of a callable in the sources, as patterns see it. */
private string callableName() {
  exists(Callable c | c.fromSource() | result = c.getQualifiedName().replaceAll("$", "."))
}

/** Holds if `pattern` is the name of a callable in the sources, or a row's pattern that matches one. */
private predicate namesCallable(string pattern) {
  (
    Models::neverParallel(pattern, _) or
    Models::neverParallel(_, pattern) or
    Models::runsOnceEntry(pattern)
  ) and
  callableName().matches(pattern.replaceAll("$", ".").replaceAll("\\", "\\\\")
            .replaceAll("_", "\\_").replaceAll("%", "\\%").replaceAll("*", "%"))
}

/** Holds if both name callables in the sources. */
query predicate neverParallel(string first, string second) {
  Models::neverParallel(first, second) and
  namesCallable(first) and
  namesCallable(second)
}

/** Holds if `pattern` names a callable in the sources. */
query predicate runsOnceEntry(string pattern) {
  Models::runsOnceEntry(pattern) and
  namesCallable(pattern)
}

/** Holds if `package.type` has a field `name`, or `name` is `*`. */
query predicate threadConfined(string package, string type, string name) {
  Models::threadConfined(package, type, name) and
  exists(Field f |
    f.getDeclaringType().getSourceDeclaration().hasQualifiedName(package, type.replaceAll(".", "$"))
  |
    name = f.getName() or name = "*"
  )
}

private predicate runsStoredRow(string package, string type, string name) {
  Models::runsStored(package, type, name, _, _, _)
}

/** Holds if there is, or may be meant, such a method. */
query predicate runsStored(
  string package, string type, string name, string storedPackage, string storedType, string run
) {
  exists(string p, string t, string n |
    Models::runsStored(p, t, n, storedPackage, storedType, run)
  |
    MethodRows<runsStoredRow/3>::near(package, type, name, p, t, n)
    or
    isMethod(p, t, n) and package = p and type = t and name = n
  )
}

private predicate runsReceiverRow(string package, string type, string name) {
  Models::runsReceiver(package, type, name, _, _)
}

/** Holds if there is, or may be meant, such a method. */
query predicate runsReceiver(string package, string type, string name, string run, string when) {
  exists(string p, string t, string n | Models::runsReceiver(p, t, n, run, when) |
    MethodRows<runsReceiverRow/3>::near(package, type, name, p, t, n)
    or
    isMethod(p, t, n) and package = p and type = t and name = n
  )
}

private predicate libraryFlowRow(string package, string type, string name) {
  Models::libraryFlow(package, type, name, _, _)
}

/** Holds if there is, or may be meant, such a method. */
query predicate libraryFlow(
  string package, string type, string name, string source, string target
) {
  exists(string p, string t, string n | Models::libraryFlow(p, t, n, source, target) |
    MethodRows<libraryFlowRow/3>::near(package, type, name, p, t, n)
    or
    isMethod(p, t, n) and package = p and type = t and name = n
  )
}

/** Holds if `kind` is a kind of programs. */
query predicate programKind(string kind) { kind = ["open", "closed"] }

/** Holds if `sensitivity` is the name of one. */
query predicate pointsToContext(string sensitivity) {
  sensitivity = ["insensitive", "1-object", "2-object", "3-object"]
}

/** Holds if there is such a folder with sources. */
query predicate sourceFolder(string pattern, string kind) {
  kind = ["test", "main"] and
  (pattern = any(Folder f).getBaseName() or describesFolder(pattern))
}

/** Holds if there is such a kind of sources. */
query predicate includedSources(string kind) { kind = "test" }

/** Holds if some call that is not understood has a name that matches. */
query predicate lockingNames(string acquire, string release) {
  exists(string name |
    Models::lockingNames(acquire, release) and
    (unresolved_calls(_, name, _) or name = any(Method m).getName()) and
    (name.matches(acquire) or name.matches(release))
  )
}

/** Holds if there is a method of the name `name`. */
query predicate programEntry(string name) { name = any(Method m).getName() }

/** Holds if `name` is an annotation type's, and `meaning` one that there is. */
query predicate methodAnnotation(string name, string meaning) {
  name = annotationName() and
  meaning = ["prepares", "entry", "timer-entry", "may-release-locks", "releases-no-locks",
    "uses-no-locks"]
}

/** Holds if `name` is an annotation type's; any text names the thread. */
query predicate threadAnnotation(string name, string thread) {
  name = annotationName() and
  Models::threadAnnotation(_, thread)
}

private predicate threadCallbackRow(string package, string type) {
  Models::threadCallback(package, type, _, _)
}

/** Holds if there is, or may be meant, such a type, and `name` is a method's or `*`; any text names the thread. */
query predicate threadCallback(string package, string type, string name, string thread) {
  TypeRows<threadCallbackRow/2>::may(package, type) and
  Models::threadCallback(package, type, name, thread) and
  (name = "*" or name = any(Method m).getName())
}

private predicate threadHandlerRow(string package, string type, string name) {
  Models::threadHandler(package, type, name, _)
}

/** Holds if there is, or may be meant, such a method; any text names the thread. */
query predicate threadHandler(string package, string type, string name, string thread) {
  MethodRows<threadHandlerRow/3>::may(package, type, name) and
  Models::threadHandler(_, _, _, thread)
}

private predicate synchronizedBeforeRow(string package, string type, string name) {
  Models::synchronizedBefore(package, type, name)
}

/** Holds if there is, or may be meant, such a method. */
query predicate synchronizedBefore(string package, string type, string name) {
  MethodRows<synchronizedBeforeRow/3>::may(package, type, name)
}

private predicate callsBackRow(string package, string type, string name) {
  Models::callsBack(package, type, name, _)
}

/** Holds if there is, or may be meant, such a method; any name is that of a method which it calls. */
query predicate callsBack(string package, string type, string name, string callback) {
  MethodRows<callsBackRow/3>::may(package, type, name) and
  Models::callsBack(_, _, _, callback)
}

private predicate setsOnceRow(string package, string type, string name) {
  Models::setsOnce(package, type, name, _)
}

/** Holds if there is, or may be meant, such a method. */
query predicate setsOnce(string package, string type, string name, boolean first) {
  MethodRows<setsOnceRow/3>::may(package, type, name) and
  first = [true, false]
}

private predicate flagCallRow(string package, string type, string name) {
  Models::flagCall(package, type, name, _)
}

/** Holds if there is, or may be meant, such a method. */
query predicate flagCall(string package, string type, string name, string what) {
  MethodRows<flagCallRow/3>::may(package, type, name) and
  what = ["sets", "asks"]
}

/** Holds if there is, or may be meant, such a method. */
query predicate meetingAction(string package, string type, string name) {
  MethodRows<Models::meetingAction/3>::may(package, type, name)
}

private predicate threadQueryRow(string package, string type, string name) {
  Models::threadQuery(package, type, name, _)
}

/** Holds if there is, or may be meant, such a method; any text names the thread. */
query predicate threadQuery(string package, string type, string name, string thread) {
  MethodRows<threadQueryRow/3>::may(package, type, name) and
  Models::threadQuery(_, _, _, thread)
}

private predicate checkRow(string package, string type, string check) {
  Models::compoundOperation(package, type, check, _, _, _)
}

private predicate actRow(string package, string type, string act) {
  Models::compoundOperation(package, type, _, act, _, _)
}

/** Holds if there are, or may be meant, such methods. */
query predicate compoundOperation(
  string package, string type, string check, string act, string arguments, string remedy
) {
  exists(string p, string t, string c, string a |
    Models::compoundOperation(p, t, c, a, arguments, remedy) and
    MethodRows<checkRow/3>::mayMean(package, type, check, p, t, c) and
    MethodRows<actRow/3>::mayMean(package, type, act, p, t, a)
  )
}

private predicate blockingCallRow(string package, string type, string name) {
  Models::blockingCall(package, type, name, _)
}

/** Holds if there is, or may be meant, such a method; any text describes the effect. */
query predicate blockingCall(string package, string type, string name, string effect) {
  MethodRows<blockingCallRow/3>::may(package, type, name) and
  Models::blockingCall(_, _, _, effect)
}

private predicate mayGiveUpRow(string package, string type, string name) {
  Models::mayGiveUp(package, type, name, _)
}

/** Holds if there is, or may be meant, such a method; any text describes the outcome. */
query predicate mayGiveUp(string package, string type, string name, string outcome) {
  MethodRows<mayGiveUpRow/3>::may(package, type, name) and
  Models::mayGiveUp(_, _, _, outcome)
}

/** Holds if some interface has a name that matches. */
query predicate callbackType(string pattern) {
  Models::callbackType(pattern) and
  any(Interface i).getName().toLowerCase().matches(pattern)
}

/** Holds if some class has a documentation, and `meaning` is one that there is; any text may be its pattern. */
query predicate classDocumentation(string pattern, string meaning) {
  Models::classDocumentation(pattern, _) and
  meaning = ["thread-safe", "not-thread-safe"] and
  exists(any(Class c).(Documentable).getDoc())
}

private predicate threadTypeRow(string package, string type) {
  Models::threadType(package, type, _)
}

/** Holds if there is, or may be meant, such a type; any text names the thread. */
query predicate threadType(string package, string type, string thread) {
  TypeRows<threadTypeRow/2>::may(package, type) and
  Models::threadType(_, _, thread)
}

/** Holds if there is a method of the name `name`, and `phase` is one that there is. */
query predicate oneThreadMethod(string name, string phase) {
  name = any(Method m).getName() and
  phase = ["makes", "replaces", "ends"]
}

/** Holds if some method has a name that matches, and `meaning` is one that there is. */
query predicate methodName(string pattern, string meaning) {
  exists(string name |
    Models::methodName(pattern, _) and
    name = any(Method m).getName().toLowerCase() and
    name.matches(pattern)
  ) and
  meaning = ["prepares", "initialises", "configures", "describes", "reports", "registers", "waits",
    "takes-lock", "retries", "asks", "insists", "begins", "ends"]
}

private predicate threadCallRow(string package, string type, string name) {
  Models::threadCall(package, type, name, _)
}

/** Holds if there is, or may be meant, such a method, and `meaning` is one that there is. */
query predicate threadCall(string package, string type, string name, string meaning) {
  MethodRows<threadCallRow/3>::may(package, type, name) and
  meaning = ["sleeps", "yields", "parks", "tells-time", "asks"]
}

private predicate dangerousMethodRow(string package, string type, string name) {
  Models::dangerousMethod(package, type, name, _)
}

/** Holds if there is, or may be meant, such a method; any text describes its effect. */
query predicate dangerousMethod(string package, string type, string name, string effect) {
  MethodRows<dangerousMethodRow/3>::may(package, type, name) and
  Models::dangerousMethod(_, _, _, effect)
}

/** Holds if there is, or may be meant, such a type. */
query predicate conversionType(string package, string type) {
  TypeRows<Models::conversionType/2>::may(package, type)
}

/** Holds if there is, or may be meant, such a type. */
query predicate conditionType(string package, string type) {
  TypeRows<Models::conditionType/2>::may(package, type)
}

/** Holds if some type has a name that matches. */
query predicate reportingType(string pattern) {
  Models::reportingType(pattern) and
  any(RefType t).getName().toLowerCase().matches(pattern)
}

/** Holds if there is, or may be meant, such a type. */
query predicate valueBasedType(string package, string type) {
  TypeRows<Models::valueBasedType/2>::may(package, type)
}

/** Holds if there is, or may be meant, such a type. */
query predicate atomicAccessType(string package, string type) {
  TypeRows<Models::atomicAccessType/2>::may(package, type)
}

/** Holds if some method matches. */
query predicate throwsNothing(string package, string type, string name) {
  Models::throwsNothing(package, type, name) and
  exists(Method m, RefType t | t = m.getDeclaringType() |
    t.getPackage().getName().matches(package) and
    t.getName().matches(type) and
    m.getName().matches(name)
  )
}

/** Holds if some method matches. */
query predicate throwsAfterAll(string package, string name) {
  Models::throwsAfterAll(package, name) and
  exists(Method m |
    m.getDeclaringType().getPackage().hasName(package) and m.getName().matches(name)
  )
}

/** Holds if some type matches. */
query predicate appliedType(string package, string type) {
  Models::appliedType(package, type) and
  exists(RefType t | t.getPackage().hasName(package) and t.getName().matches(type))
}

/** Holds if there is, or may be meant, such a method. */
query predicate registersInSecret(string package, string type, string name) {
  MethodRows<Models::registersInSecret/3>::may(package, type, name)
}

/** Holds if `kind` and `name` are some that there are. */
query predicate confidenceScale(string kind, string name, int points) {
  Models::confidenceScale(_, _, points) and
  (
    kind = "precision" and name = ["very-high", "high", "medium", "low"]
    or
    kind = ["rule", "odds", "likely"] and Models::confidenceScale(_, name, _)
    or
    kind = "level" and name = ["high", "medium"]
    or
    kind = "most" and Models::evidencePoints(name, _)
    or
    kind = "full" and name = ""
  )
}

/** Holds if `evidence` is one that there is. */
query predicate evidencePoints(string evidence, int points) {
  Models::evidencePoints(_, points) and
  Models::evidenceText(evidence, _)
}

/** Holds if `evidence` is one that is worth something. */
query predicate evidenceText(string evidence, string text) {
  Models::evidencePoints(evidence, _) and
  Models::evidenceText(_, text)
}

/** Holds if `kind` and `evidence` are some that there are. */
query predicate placeEvidence(string kind, string pattern, string evidence) {
  kind = ["type", "folder", "annotation", "comment"] and
  Models::placeEvidence(_, pattern, _) and
  Models::evidenceText(evidence, _)
}
