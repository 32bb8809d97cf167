/**
 * The typing rules, each with the violations that it reports. A program is well typed if no rule is violated; a class, if
 * no rule is violated that is about its fields, its methods or its code.
 *
 * What Java does on its own is taken for granted: expressions have their Java types, classes are declared once and in no
 * cycle. The rules here are those that speak of locks and threads.
 */

import java
import java.callgraph.CallGraph
private import java.Extent
private import java.SourceOrder
private import java.callgraph.Functions
import Guards

/*-- Words --*/

/** Gets the class against which what is reported of the code of `c` counts: the one whose `this` it has. */
RefType codeClass(Callable c) { result = thisTypeOf(c) }

/** Gets the text of `l` in the code of the class `t`. */
bindingset[t]
string lockText(LockExpr l, RefType t) { result = "'" + l.textIn(t) + "'" }

/** Gets a text for the guards of `f`. */
private string textOfGuard(Field f) {
  result = strictconcat(string text | text = lockText(guardOf(f), f.getDeclaringType()) |
    text, " or "
  )
}

/*-- Expressions --*/

/** [EXP REF] `P; E |- [e/this]l in ls` where a field, or what it holds, is read. */
predicate expRef(Expr at, Field f, string message) {
  exists(FieldAccess a | f = a.getField() and isUnguarded(a, at, false) |
    at = a and message = "'" + f.getName() + "' is read without its lock " + textOfGuard(f)
    or
    at != a and
    message = "what '" + f.getName() + "' holds is used without its lock " + textOfGuard(f)
  )
}

/** [EXP ASSIGN] `P; E |- [e/this]l in ls` where a field, or what it holds, is changed. */
predicate expAssign(Expr at, Field f, string message) {
  exists(FieldAccess a | f = a.getField() and isUnguarded(a, at, true) |
    at = a and message = "'" + f.getName() + "' is assigned without its lock " + textOfGuard(f)
    or
    at != a and
    message = "what '" + f.getName() + "' holds is changed without its lock " + textOfGuard(f)
  )
}

/** [EXP INVOKE] `P; E |- [e/this]ls2 <= ls1` where a method or constructor is called. */
predicate expInvoke(Call call, Callable callee, string message) {
  message =
    "'" + callee.getName() + "' is called without " +
      strictconcat(LockExpr l | lacksRequired(call, callee, l) |
        lockText(l, callee.getDeclaringType()), ", "
      ) + ", which it requires"
}

/** [EXP SYNC] `P; E |-final e1 : c`: what is synchronized on is a final expression. */
predicate expSync(Expr e, string message) {
  e = any(SynchronizedStmt s).getExpr() and
  not exists(lockOf(e)) and
  not isTestCallable(e.getEnclosingCallable()) and
  message = "what is locked here is no final expression, so it counts for nothing"
}

/** Gets a local variable or parameter that the function `f` captures. */
private LocalScopeVariable capturedBy(FunctionCreation f, VarAccess use) {
  use.getVariable() = result and
  result.getCallable() = f.getEnclosingCallable() and
  (
    use.getEnclosingCallable() = f.(LambdaExpr).asMethod() or
    use.getEnclosingCallable().getDeclaringType() = f.getAnonymousClass()
  )
}

/** Holds if another thread runs `target` because of `site`. */
private predicate forks(ExprParent site, Callable target) {
  exists(Callable caller | handsOver(caller, site, target, "thread") and not isTestCallable(caller))
}

/** Gets the class of the variable `use`, captured by code that another thread runs, if it is thread-local. */
private RefType capturedLocal(VarAccess use) {
  exists(FunctionCreation f, Callable target |
    forks(_, target) and
    target = f.getARunCallable() and
    result = unsharedPart(capturedBy(f, use).getType()) and
    isClaimedLocal(result)
  )
}

/**
 * [EXP FORK] `P |- E(x) shared` for what another thread gets, and `P; E; {} |- e : t`: it holds no lock. Where the inference
 * makes a class thread-local, it has looked at what threads get.
 */
predicate expFork(Expr at, RefType subject, string message) {
  subject = capturedLocal(at) and
  message =
    "'" + at.(VarAccess).getVariable().getName() + "' is of the thread-local class '" +
      subject.getName() + "', and another thread gets it"
  or
  exists(ThreadStart start |
    at = start.getHandedOver() and
    subject = unsharedPart(at.getType()) and
    isClaimedLocal(subject) and
    not isTestCallable(at.getEnclosingCallable()) and
    message =
      "an object of the thread-local class '" + subject.getName() + "' is handed to another thread"
  )
  or
  exists(Callable target |
    forks(at, target) and
    subject = target.getDeclaringType() and
    exists(writtenRequires(target)) and
    message = "another thread runs '" + target.getName() + "', which requires a lock: it holds none"
  )
}

/** Downcasts from a thread-shared to a thread-local class (section 5): the object may be another thread's. */
predicate expCast(CastingExpr e, RefType subject, string message) {
  subject = unsharedPart(e.getType()) and
  isClaimedLocal(subject) and
  not exists(unsharedPart(e.getExpr().getType())) and
  not isTestCallable(e.getEnclosingCallable()) and
  message =
    "what may be shared is taken for an object of the thread-local class '" + subject.getName() +
      "'"
}

/*-- Instantiations --*/

/** Gets the lock for `g` that the place to which `e` goes has in its type. */
private LockExpr expectedArgument(Expr e, Ghost g) {
  exists(FieldAccess dest | dest = any(AssignExpr a | a.getSource() = e).getDest() |
    substitutes(dest, declaredArgument(dest.getField(), g), result)
  )
  or
  exists(Field f | e = f.getInitializer() and result = declaredArgument(f, g))
  or
  exists(LocalVariableDecl v | e = v.getAnAssignedValue() | result = declaredArgument(v, g))
  or
  exists(Call call, int i |
    e = call.getArgument(i) and
    substitutes(call, declaredArgument(call.getCallee().getSourceDeclaration().getParameter(i), g),
      result)
  )
  or
  exists(ReturnStmt s | s.getExpr() = e and result = declaredArgument(s.getEnclosingCallable(), g))
  or
  // Of several values of a variable, the first one decides.
  exists(LocalVariableDecl v |
    e = v.getAnAssignedValue() and
    not exists(declaredArgument(v, g)) and
    result = argumentOf(v.getInitializer(), g)
  )
}

/** Holds if `e` makes an object, or an array. */
private predicate isMadeHere(Expr e) {
  e instanceof ClassInstanceExpr or
  e instanceof ArrayCreationExpr
}

/** Types are equal if their classes are, and the locks in them: no subtype has other locks. */
predicate instantiation(Expr e, RefType subject, string message) {
  exists(Ghost g, LockExpr given, LockExpr expected |
    given = argumentOf(e, g) and
    expected = expectedArgument(e, g) and
    not argumentOf(e, g) = expectedArgument(e, g) and
    subject = g.getDeclaringType() and
    not isThreadLocal(subject) and
    not isTestCallable(e.getEnclosingCallable()) and
    // What is made here is of the type that is expected, if none is written.
    not (isMadeHere(e) and not exists(writtenArgument(e, g)) and not g.isEnclosing()) and
    exists(RefType t | t = thisTypeOf(e.getEnclosingCallable()) |
      message =
        "this '" + subject.getName() + "' belongs to " + lockText(given, t) + ", and one of " +
          lockText(expected, t) + " is expected"
    )
  )
}

/** [CLASS INSTANTIATION] `P; E |- s_i <: t_i`: as many locks as parameters, each of the class of its parameter. */
predicate classInstantiation(Clause c, RefType subject, string message) {
  c.getKeyword() = "of" and
  (
    subject = c.getElement().(TypeAccess).getType().(RefType).getSourceDeclaration()
    or
    not c.getElement() instanceof TypeAccess and
    subject =
      classOf([c.getElement().(Variable).getType(), c.getElement().(Method).getReturnType()])
  ) and
  exists(int parameters, int locks |
    parameters = count(Ghost g |
      g.getDeclaringType() = subject.getASourceSupertype*() and exists(g.getPlace())
    ) and
    locks = count(int i | exists(c.getPart(i)))
  |
    parameters != locks and
    message =
      "'" + subject.getName() + "' has " + parameters + " ghost parameters, and " + locks +
        " locks are given"
    or
    exists(Ghost g, LockExpr l |
      parameters = locks and
      g.getDeclaringType() = subject and
      l = lockNamed(c, c.getPart(g.getPlace()).regexpReplaceAll("\\s", "")) and
      exists(l.getType()) and
      not l.getType().getASourceSupertype*() = g.getType() and
      message =
        "'" + l + "' is no '" + g.getType().getName() + "', as the parameter '" + g.getName() +
          "' is"
    )
  )
}

/*-- Classes and members --*/

/** [CLASS] `P |- c shared`: the superclass of a thread-shared class is thread-shared. */
predicate classShared(RefType t, string message) {
  exists(RefType base |
    isSharedClass(t) and
    not isTestFile(t.getFile()) and
    base = t.getASourceSupertype() and
    isThreadLocal(base) and
    message =
      "the thread-shared class '" + t.getName() + "' extends the thread-local class '" +
        base.getName() + "'"
  )
}

/** [SHAREABLE GUARDED FIELD], [SHAREABLE FINAL FIELD] `P |- t shared`: the type of a field is thread-shared. */
predicate shareableType(Field f, string rule, string message) {
  f.fromSource() and
  not isTestFile(f.getFile()) and
  (f.isStatic() or isSharedClass(f.getDeclaringType())) and
  exists(RefType local | local = unsharedPart(f.getType()) |
    message =
      "several threads may know the field '" + f.getName() + "', and its class '" +
        local.getName() + "' is thread-local"
  ) and
  if f.isFinal() then rule = "SHAREABLE FINAL FIELD" else rule = "SHAREABLE GUARDED FIELD"
}

/** [CLASS] `P |- field shareable`: each field is final or has a guard. */
predicate shareableField(Field f, string message) {
  needsGuard(f) and
  not exists(guardOf(f)) and
  message =
    "'" + f.getName() + "' is neither final nor guarded by a lock, and several threads may know it"
}

/** [LOCAL CLASS], [OVERRIDE OK]: a thread-local class overrides no method of a thread-shared one. */
predicate overrideOk(Method m, string message) {
  isClaimedLocal(m.getDeclaringType()) and
  not isTestFile(m.getFile()) and
  exists(Method overridden |
    m.overrides(overridden) and
    not isThreadLocal(overridden.getDeclaringType().getSourceDeclaration()) and
    message =
      "'" + m.getName() + "' of a thread-local class overrides that of the thread-shared '" +
        overridden.getDeclaringType().getName() + "'"
  )
}

/** OverridesOK: a method that overrides another one requires no other locks. */
predicate overridesOk(Method m, string message) {
  exists(Method overridden, LockExpr l |
    m.overrides(overridden) and
    l = writtenRequires(m) and
    not exists(LockExpr base | base = writtenRequires(overridden.getSourceDeclaration()) |
      base = l
      or
      base = TThisLock(overridden.getDeclaringType().getSourceDeclaration()) and
      l = TThisLock(m.getDeclaringType())
      or
      exists(Field f |
        base = TFieldLock(TThisLock(overridden.getDeclaringType().getSourceDeclaration()), f) and
        l = TFieldLock(TThisLock(m.getDeclaringType()), f)
      )
      or
      exists(Ghost g | base = TGhostLock(g) and l = ownArgument(m.getDeclaringType(), g))
      or
      exists(int i |
        base = TVariableLock(overridden.getParameter(i)) and l = TVariableLock(m.getParameter(i))
      )
    ) and
    message =
      "'" + m.getName() + "' requires " + lockText(l, m.getDeclaringType()) +
        ", which the method of '" + overridden.getDeclaringType().getName() +
        "' that it overrides does not"
  )
}

/** What a field with a guard holds does not leave the class, where nobody knows of the guard, and nobody else has it. */
predicate leak(Element at, Field f, string message) {
  exists(FieldAccess a, Expr e, string how |
    f = a.getField() and
    contentNeedsGuard(f) and
    leaves(e, at, how) and
    isValueOf(e.getUnderlyingExpr(), a) and
    message = "what '" + f.getName() + "' holds is " + how + " " + textOfGuard(f)
  )
  or
  exists(Call call, Parameter p |
    keepsArgument(p, f) and
    call.getCallee().getSourceDeclaration() = p.getCallable() and
    at = usedAfter(call, p.getPosition()) and
    message =
      "this is used after '" + p.getCallable().getName() + "' has put it into '" + f.getName() +
        "', whose lock is " + textOfGuard(f)
  )
}

/** Holds if the value of `e` goes, at `at`, where nobody knows of locks of the own class. */
private predicate leaves(Expr e, Element at, string how) {
  exists(ReturnStmt s, Method m |
    at = s and
    e = s.getExpr() and
    m = s.getEnclosingCallable() and
    not m.isPrivate() and
    not isTestCallable(m) and
    not exists(requires(m)) and
    how = "returned to code that does not know its lock"
  )
  or
  exists(AssignExpr store |
    at = store and
    e = store.getSource() and
    not isTestCallable(store.getEnclosingCallable()) and
    isSeenByOthers(store.getDest().(ArrayAccess).getArray()) and
    how = "put into an array that others know, without its lock"
  )
}

/** Holds if others than the callable of `array` may know the array that it denotes. */
private predicate isSeenByOthers(Expr array) {
  array = any(ArrayAccess a).getArray() and
  not exists(LocalVariableDecl v | array = v.getAnAccess() |
    forex(Expr value | value = v.getAnAssignedValue() | value instanceof ArrayCreationExpr)
  )
}

/** Holds if the callable of `p`, which others may call, puts what it is given into `f`, whose content has a guard. */
predicate keepsArgument(Parameter p, Field f) {
  contentNeedsGuard(f) and
  f.getAnAssignedValue().getUnderlyingExpr() = p.getAnAccess() and
  not exists(p.getAnAssignedValue()) and
  not p.getCallable().(Method).isPrivate()
}

/** Gets the first use, after `call`, of what the local variable that is its argument number `i` holds. */
private Expr usedAfter(Call call, int i) {
  result = min(Expr use, int line, int column |
    isUsedAfter(call, i, use) and beginsAt(use, line, column)
  |
    use order by line, column
  )
}

private predicate isUsedAfter(Call call, int i, VarAccess use) {
  exists(LocalVariableDecl v, MethodCall later |
    keepsArgument(call.getCallee().getSourceDeclaration().getParameter(i), _) and
    call.getArgument(i) = v.getAnAccess() and
    isFinalVariable(v) and
    use = v.getAnAccess() and
    use = later.getQualifier() and
    use.getEnclosingCallable() = call.getEnclosingCallable() and
    strictlyDominates(nodeOfSite(call), use.getControlFlowNode()) and
    not isTestCallable(use.getEnclosingCallable())
  )
}

/** Holds if `e` is the value of `a`, of a local variable that copies it, or a view of it. */
private predicate isValueOf(Expr e, FieldAccess a) {
  contentNeedsGuard(a.getField()) and e = a
  or
  exists(LocalVariableDecl v |
    e = v.getAnAccess() and isFinalVariable(v) and isValueOf(v.getAnAssignedValue(), a)
  )
  or
  isValueOf(e.(CastingExpr).getExpr(), a)
  or
  exists(MethodCall call, string package, string type, string of |
    e = call and
    givesContentView(package, type, call.getMethod().getName(), of) and
    call.getMethod().isMemberOf(package, type)
  |
    of = "receiver" and isValueOf(call.getQualifier(), a)
    or
    of = "argument" and isValueOf(call.getArgument(0), a)
  )
}

/*-- All --*/

/**
 * Holds if the rule `rule` is violated at `at`: a violation of the kind `kind`, by whose name `no_warn` silences it, that
 * counts against the class `subject`.
 */
cached
predicate isViolated(Element at, string rule, string kind, RefType subject, string message) {
  exists(Field f | subject = f.getDeclaringType() |
    expRef(at, f, message) and rule = "EXP REF" and kind = "race"
    or
    expAssign(at, f, message) and rule = "EXP ASSIGN" and kind = "race"
    or
    leak(at, f, message) and rule = "METHOD" and kind = "leak"
    or
    at = f and shareableType(f, rule, message) and kind = "shared"
    or
    at = f and shareableField(f, message) and rule = "CLASS" and kind = "guard"
  )
  or
  exists(Callable callee |
    expInvoke(at, callee, message) and subject = callee.getDeclaringType()
  ) and
  rule = "EXP INVOKE" and
  kind = "requires"
  or
  expSync(at, message) and
  subject = codeClass(at.(Expr).getEnclosingCallable()) and
  rule = "EXP SYNC" and
  kind = "final"
  or
  expFork(at, subject, message) and rule = "EXP FORK" and kind = "fork"
  or
  expCast(at, subject, message) and rule = "EXP CAST" and kind = "cast"
  or
  instantiation(at, subject, message) and rule = "SUBTYPE" and kind = "ghost"
  or
  at = subject and classShared(subject, message) and rule = "CLASS" and kind = "shared"
  or
  subject = at.(Method).getDeclaringType() and
  (
    overrideOk(at, message) and rule = "OVERRIDE OK" and kind = "thread_local_override"
    or
    overridesOk(at, message) and rule = "OVERRIDES OK" and kind = "override"
  )
}

/** Holds if a switch silences violations of the kind `kind`. */
private predicate isSwitchedOff(string kind) { kind = violationKind() and isOn("no_warn " + kind) }

/** Holds if an annotation silences violations of the kind `kind` at `at`, which count against `subject`. */
private predicate isSilenced(Element at, string kind, RefType subject) {
  isViolated(at, _, kind, subject, _) and
  exists(Clause c | c.getKeyword() = "no_warn" and c.getArgument() = [kind, ""] |
    exists(Location comment, Location place |
      comment = c.getComment().getLocation() and place = at.getLocation()
    |
      comment.getFile() = place.getFile() and
      comment.getStartLine() = [place.getStartLine() .. lastLineOf(at)]
    )
    or
    not exists(c.getComment()) and
    (
      c.getElement() = at
      or
      c.getElement() = subject
      or
      c.getElement() = callableOfSite(at)
      or
      exists(FieldAccess a | isUnguarded(a, at, _) and c.getElement() = a.getField())
    )
  )
}

/** Holds if a violation is reported, and not silenced by an annotation or a row. */
predicate isUnsilenced(Element at, string rule, string kind, RefType subject, string message) {
  isViolated(at, rule, kind, subject, message) and
  not isSwitchedOff(kind) and
  not isSilenced(at, kind, subject)
}

/** Holds if a violation is silenced; `how` tells by what. */
predicate isAssumed(Element at, string kind, RefType subject, string how) {
  isViolated(at, _, kind, subject, _) and
  (
    isSwitchedOff(kind) and how = "the switch 'no_warn " + kind + "'"
    or
    not isSwitchedOff(kind) and isSilenced(at, kind, subject) and how = "'no_warn'"
  )
}
