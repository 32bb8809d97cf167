/** What the name of a method says of what it does, by the rows of `methodName`. */

import java
private import java.models.Models

/** Holds if the name of `c`, in the sources or called there, says that it does what `meaning`, of a row of `methodName`, says. */
bindingset[c, meaning]
pragma[inline_late]
predicate nameSays(Callable c, string meaning) {
  nameMatches(c.getName(), meaning)
  or
  exists(string pattern | beginsAnyhow(pattern, meaning) |
    c.getName().toLowerCase().matches(pattern)
  )
}

/** Holds if the name of `m`, a method of the sources, says by its first characters that it does what `meaning` says. */
pragma[nomagic]
predicate sourceMethodSays(Method m, string meaning) {
  exists(string name | name = m.getName() and nameMatches(name, meaning)) and
  m.fromSource()
}

/** Holds if methods of the name `name` do what `meaning` says, by a pattern whose first two characters are known. */
cached
private predicate nameMatches(string name, string meaning) {
  exists(string pattern | matchesPattern(name, pattern) and methodName(pattern, meaning))
}

/** Holds if `name` matches `pattern`, whose first two characters are known. */
pragma[nomagic]
private predicate matchesPattern(string name, string pattern) {
  exists(string prefix, string lower |
    patternBegins(pattern, prefix) and nameBegins(prefix, name, lower) and lower.matches(pattern)
  )
}

/** Holds if `lower`, the name `name` in lower case, begins with the two characters `prefix`. */
pragma[nomagic]
private predicate nameBegins(string prefix, string name, string lower) {
  lowerName(name, lower) and
  prefix = lower.prefix(2)
}

/** Holds if `pattern` says `meaning`, and only comparing shows of which names. */
pragma[nomagic]
private predicate beginsAnyhow(string pattern, string meaning) {
  methodName(pattern, meaning) and
  not patternBegins(pattern, _)
}

/** Holds if `name` is the name of a callable of the sources, or of one that they call. */
pragma[nomagic]
private predicate isNameInUse(string name) {
  exists(Callable c | name = c.getName() | c.fromSource() or c = any(Call call).getCallee())
}

/** Holds if `name` is the name of a callable, and `lower` is it in lower case. */
pragma[nomagic]
private predicate lowerName(string name, string lower) {
  isNameInUse(name) and
  lower = name.toLowerCase()
}

/** Holds if `pattern`, of a row, is of names that begin with the two characters `prefix`, so that few names are compared. */
pragma[nomagic]
private predicate patternBegins(string pattern, string prefix) {
  methodName(pattern, _) and
  prefix = pattern.prefix(2) and
  not prefix.regexpMatch(".*[%_\\\\].*")
}
