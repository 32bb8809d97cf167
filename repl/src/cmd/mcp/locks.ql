/**
 * Who holds which lock at a field or method: what the tool `locks` of `quarrel mcp` asks. The name that is asked for is the row
 * of `quarrelAsked`: a qualified name, or the end of one, such as `Counter.count`.
 */

import java
import java.concurrency.Held
import java.concurrency.LocksTaken

external predicate quarrelAsked(string name);

/** Holds if `m` is what is asked for, by its full name or the end of it. */
predicate isAsked(Member m) {
  exists(string asked, string full |
    quarrelAsked(asked) and
    full = m.getDeclaringType().getQualifiedName().replaceAll("$", ".") + "." + m.getName() and
    m.fromSource()
  |
    full = asked or
    full.suffix(full.length() - asked.length() - 1) = "." + asked
  )
}

/** Gets how `c` is named. */
string nameOf(Callable c) {
  result = c.getDeclaringType().getName() + "." + c.getName() + c.paramsString()
}

/** Holds if at `e`, in `where_`, `what` happens with `locks` in hand. */
predicate isUsed(Element e, string what, string where_, string locks) {
  exists(FieldAccess a | isAsked(a.getField()) and e = a |
    (
      if a instanceof VarWrite
      then what = "write"
      else what = "read"
    ) and
    where_ = nameOf(a.getEnclosingCallable()) and
    locks = concat(Monitor m | heldDuring(a, m) | m.toString(), ", ")
  )
  or
  exists(MethodCall call | isAsked(call.getMethod().getSourceDeclaration()) and e = call |
    what = "call" and
    where_ = nameOf(call.getEnclosingCallable()) and
    locks = concat(Monitor m | heldDuring(call, m) | m.toString(), ", ")
  )
}

from Element e, string what, string where_, string locks
where
  isUsed(e, what, where_, locks)
  or
  exists(Callable c | isAsked(c) and e = c and where_ = nameOf(c) |
    what = "is entered, on every way, with" and
    locks = strictconcat(Guard g | AllLocks::heldOnEntry(c, g) | g.toString(), ", ")
    or
    what = "takes, itself or by what it calls" and
    locks = strictconcat(Lock lock | takes(c, lock) | lock.toString(), ", ")
  )
select e, what, where_ as callable, locks
