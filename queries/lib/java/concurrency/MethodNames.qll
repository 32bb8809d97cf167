/** What the name of a method tells of what it does, by the rows of `methodName`. */

import java
private import java.models.Models

/** Holds if the name of `c`, in the sources or called there, says that it does what `meaning`, of a row of `methodName`, says. */
bindingset[meaning]
predicate nameSays(Callable c, string meaning) { nameMatches(c.getName(), meaning) }

/** Holds if methods of the name `name` do what `meaning` says. */
cached
private predicate nameMatches(string name, string meaning) {
  exists(string lower, string pattern |
    lowerName(name, lower) and
    lower.matches(pattern) and
    (patternBegins(pattern, meaning, lower.prefix(2)) or patternBeginsAnyhow(pattern, meaning))
  )
}

/** Holds if `pattern` says `meaning`, and only comparing tells of which names. */
pragma[nomagic]
private predicate patternBeginsAnyhow(string pattern, string meaning) {
  methodName(pattern, meaning) and
  not patternBegins(pattern, _, _)
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

/** Holds if `pattern` says `meaning` of names that begin with the two characters `prefix`, so that few names are compared. */
pragma[nomagic]
private predicate patternBegins(string pattern, string meaning, string prefix) {
  methodName(pattern, meaning) and
  prefix = pattern.prefix(2) and
  not prefix.regexpMatch(".*[%_\\\\].*")
}
