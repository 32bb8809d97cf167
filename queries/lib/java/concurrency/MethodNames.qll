/** What the name of a method tells of what it does, by the rows of `methodName`. */

import java
private import java.models.Models

/** Holds if the name of `c` says that it does what `meaning`, of a row of `methodName`, says. */
bindingset[meaning]
predicate nameSays(Callable c, string meaning) { nameMatches(c.getName(), meaning) }

/** Holds if methods of the name `name` do what `meaning` says. */
cached
private predicate nameMatches(string name, string meaning) {
  exists(string pattern |
    methodName(pattern, meaning) and
    name = any(Callable c).getName() and
    name.toLowerCase().matches(pattern)
  )
}
