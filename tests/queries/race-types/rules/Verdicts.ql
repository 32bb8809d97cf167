import java
import Rules

/** Holds if something is reported in `m`, or on it. */
predicate isRejected(Member m) {
  exists(Element at | isUnsilenced(at, _, _, _, _) |
    at = m
    or
    at.(Expr).getEnclosingCallable() = m
    or
    at.(Expr).getEnclosingCallable().getDeclaringType().getEnclosingType() =
      m.getDeclaringType() and
    at.getLocation().getStartLine() in
      [m.getLocation().getStartLine() .. m.(Callable).getBody().getLocation().getEndLine()]
    or
    at.(Stmt).getEnclosingCallable() = m
    or
    at = m.(Field).getInitializer()
    or
    at = m
  )
}

query predicate violations(Element at, string rule, string kind, string message) {
  isUnsilenced(at, rule, kind, _, message)
}

query predicate acceptedThoughWrong(Member m) {
  m.fromSource() and
  (m instanceof Method or m instanceof Field) and
  m.getName().toLowerCase().matches("wrong%") and
  not isRejected(m)
}

query predicate rejectedThoughRight(Member m) {
  m.fromSource() and
  m.getName().toLowerCase().matches("right%") and
  isRejected(m)
}
