/** Which of several violations is reported, the steps of its path, and its words. */

import java
import Places
import java.concurrency.AccessPaths
import java.concurrency.LocksTaken
import Scopes
import Witnesses
import WitnessWays
import ProtectedState
import StaleValues
import Encapsulation

/** Holds if `v` is worth a report: its ways are short, and others can change what its witness protects. */
predicate isRelevant(Violation v) {
  isNear(v) and
  not isHarmless(v) and
  not isEncapsulated(v) and
  not isContextByAnotherName(v)
}

/** Gets the number of steps on the way of `v`. */
private int numberOfSteps(Violation v) { result = count(int part, int i | isStep(v, part, i, _)) }

/** Gets how little is known about what goes wrong in `v`. */
private int concern(Violation v) {
  if hasStaleValue(v)
  then result = 0
  else if isOwnState(v)
  then result = 1
  else result = 2
}

/**
 * Holds if `v` is one of those of which one is reported: all that lock the witness at `place` for the second time or, where
 * a library locks it, all of one object in the method `place`.
 */
private predicate isInGroup(Violation v, Place place, string kind) {
  place = getSecondPlace(v) and not isLibraryCall(place) and kind = ""
  or
  isLibraryCall(getSecondPlace(v)) and place = v.getCallable() and kind = v.getWitness().toString()
}

/** Holds if `v` comes into question. */
signature predicate isInQuestionSig(Violation v);

/** The violations that are reported, of those that come into question, and the steps of their paths. */
module Reported<isInQuestionSig/1 isInQuestion> {
  /** Gets the violation that stands for the group `place`, `kind`: what is known best, then nearest. */
  private Violation bestOf(Place place, string kind) {
    result = min(Violation v, int weight, int steps, string path, int line, int column |
      isInGroup(v, place, kind) and
      isInQuestion(v) and
      weight = concern(v) and
      steps = numberOfSteps(v) and
      beginsAt(elementOf(v.getSecond()), path, line, column)
    |
      v order by weight, steps, path, line, column, v.getWitness().toString()
    )
  }

  /** Holds if `v` is reported: there is one for each place that locks a witness for the second time, and for each call. */
  predicate isReported(Violation v) {
    v = bestOf(_, _) and
    v = min(Violation other, int weight, int steps |
      other = bestOf(_, _) and
      other.getSecond() = v.getSecond() and
      weight = concern(other) and
      steps = numberOfSteps(other)
    |
      other order by weight, steps, other.getWitness().toString()
    )
  }

  /** Gets the number of other places of which the same is true. */
  int numberOfOthers(Violation v) {
    isReported(v) and
    result =
      count(ControlFlowNode n |
        exists(Violation other, Place place, string kind |
          isInQuestion(other) and
          isInGroup(other, place, kind) and
          isInGroup(v, place, kind) and
          n = other.getSecond()
        )
      ) - 1
  }

  private newtype TPathNode =
    TStep(Violation v, int i, Place e) {
      isReported(v) and
      e = rank[i](Place step, int part, int place | isStep(v, part, place, step) |
        step order by part, place
      )
    }

  /** A step on the way of a violation that is reported. */
  class PathNode extends TPathNode {
    /** Gets the violation. */
    Violation getViolation() { this = TStep(result, _, _) }

    /** Gets the number of this step, from 1. */
    int getNumber() { this = TStep(_, result, _) }

    /** Gets the element. */
    Place getElement() { this = TStep(_, _, result) }

    /** Gets the place of the element. */
    Location getLocation() { result = this.getElement().getLocation() }

    /** Gets the text of the element. */
    string toString() { result = this.getElement().toString() }
  }

  /** Holds if `b` follows on `a` on the way of a violation. */
  predicate isFollowedBy(PathNode a, PathNode b) {
    a.getViolation() = b.getViolation() and
    a.getNumber() + 1 = b.getNumber()
  }

  /** Gets the first step on the way of `v`: its context. */
  PathNode getSource(Violation v) { result.getViolation() = v and result.getNumber() = 1 }

  /** Gets the last step on the way of `v`: the place that locks the witness for the second time. */
  PathNode getSink(Violation v) { result.getViolation() = v and not isFollowedBy(result, _) }

  /** Gets the sentence that says what is wrong with `v`, with two places for links. */
  string getMessage(Violation v) {
    isReported(v) and
    result =
      capitalized(witnessText(v)) +
        " is locked here for the second time after $@, while $@ is held. " + reason(v) + " Hold " +
        witnessText(v) + " for the whole block." + others(v)
  }

  private string others(Violation v) {
    exists(int n | n = numberOfOthers(v) |
      n = 0 and result = ""
      or
      n = 1 and result = " (The same happens at 1 other place.)"
      or
      n > 1 and result = " (The same happens at " + n.toString() + " other places.)"
    )
  }
}

/** Gets the words for the lock `lock`, as the code of `c` names it. */
bindingset[lock, c]
string lockWords(Lock lock, Callable c) {
  lock.toString() = "this" and result = "'this' (" + thisTypeOf(c).toString() + ")"
  or
  lock.toString() != "this" and result = "'" + lock.toString() + "'"
}

/** Gets the words for the witness of `v`. */
string witnessText(Violation v) { result = lockWords(v.getWitness(), v.getCallable()) }

/** Gets the words for the lock of the context of `v`. */
string contextText(Violation v) {
  exists(Scope context | context = getContext(v) |
    result = lockWords(context.getLock(), context.getCallable())
    or
    not exists(context.getLock()) and result = "another lock"
  )
}

/** Gets `text` with its first letter in upper case; one that begins with a quotation mark stays as it is. */
bindingset[text]
private string capitalized(string text) { result = text.prefix(1).toUpperCase() + text.suffix(1) }

/** Gets the sentence for what can go wrong in `v`. */
private string reason(Violation v) {
  if decidesOnSecond(v)
  then
    result =
      "What the first one found" + ofField(v) +
        " decides on the second, but may have changed in between."
  else if hasStaleValue(v)
  then
    result =
      "What the first one found" + ofField(v) + " is used later, but may have changed in between."
  else if exists(anyField(v))
  then result = "The field '" + anyField(v).getName() + "' may change in between."
  else result = "What it protects may change in between."
}

/** Gets the words for the field that the first section of `v` reads. */
private string ofField(Violation v) {
  result = ", from the field '" + getStaleField(v).getName() + "',"
  or
  not exists(getStaleField(v)) and exists(v.getSecond()) and result = ""
}

/** Gets a field that both sections of `v` access and that can change. */
private Field anyField(Violation v) {
  result = min(Field f | f = getACommonField(v) |
    f order by f.getName(), f.getDeclaringType().getName()
  )
}
