/**
 * Static single assignment form: each read of a variable has one definition, be it a write or a point where several
 * definitions meet.
 *
 * The points where definitions meet come from dominance frontiers, and only where the variable is read later.
 * Definitions of fields are local knowledge: a call of a method with a body may change any field that is not final,
 * as may a write to the same field of an object that might be the same; both are uncertain updates.
 */

import java
import java.dataflow.SsaVariables

/*--- Liveness ---*/
/** Holds if `v` is read at place `i` of `b`, or captured there. */
private predicate usedAt(SsaSourceVariable v, BasicBlock b, int i) {
  readsAt(v, b, i, _) or
  capturesAt(v, b, i, _)
}

/** Holds if `v` gets another value at place `i` of `b` for certain. */
private predicate certainlyWrittenAt(SsaSourceVariable v, BasicBlock b, int i) {
  writesAt(v, b, i, _) or
  changesQualifierAt(v, b, i)
}

/** Holds if the first thing that happens to `v` in `b` is that it is used. */
private predicate isUsedFirst(SsaSourceVariable v, BasicBlock b) {
  exists(int first |
    first = min(int i | usedAt(v, b, i)) and
    not exists(int i | certainlyWrittenAt(v, b, i) and i < first)
  )
}

/** Which variables `Liveness` is asked of. */
private signature predicate variableSig(SsaSourceVariable v);

/** Where the values of the variables `asked` may be used: block by block, so that few should be asked of. */
private module Liveness<variableSig/1 asked> {
  /** Holds if the value that `v` has at the begin of `b` may be used. */
  predicate isLiveAtEntry(SsaSourceVariable v, BasicBlock b) {
    asked(v) and isUsedFirst(v, b)
    or
    isLiveAtExit(v, b) and not certainlyWrittenAt(v, b, _)
  }

  /** Holds if the value that `v` has at the end of `b` may be used. */
  predicate isLiveAtExit(SsaSourceVariable v, BasicBlock b) {
    exists(BasicBlock next | isLiveAtEntry(v, next) and predecessorEdge(next, b))
  }
}

private predicate isField(SsaSourceVariable v) { v instanceof SsaSourceField }

private predicate isAny(SsaSourceVariable v) { any() }

/** Liveness of fields: calls change all of them, and only of those that are used again is that a definition. */
private module OfFields = Liveness<isField/1>;

private module OfAll = Liveness<isAny/1>;

/*--- Uncertain updates ---*/
/** Holds if the call at place `i` of `b` may execute code of the source tree that changes fields. */
private predicate mayChangeFields(BasicBlock b, int i) {
  exists(@caller call, Callable target |
    cfg_position(call, b, i) and staticTarget(call, target) and mayLeadToChanges(target)
  )
}

/** Holds if a call with the static target `c` may execute code of the source tree that changes fields. */
private predicate mayLeadToChanges(Callable c) {
  changesFields(c)
  or
  exists(Method overrider | overridesDirectly(overrider, c) and changesFields(overrider))
}

/** Holds if `c` has a body that writes a field or calls something that has a body. */
private predicate changesFields(Callable c) {
  exists(FieldWrite w | callableEnclosingExpr(w, c))
  or
  exists(@caller call, Callable callee | staticTarget(call, callee) |
    (callableEnclosingExpr(call, c) or stmts(call, _, _, _, c)) and stmts(_, _, callee, _, _)
  )
}

/** Holds if a write at place `i` of `b` goes to the field of `v`, but of an object that may be another one. */
private predicate mayBeWrittenByAlias(SsaSourceField v, BasicBlock b, int i) {
  exists(SsaSourceField other, Field f, Callable c |
    isOfObject(v, f, c) and isOfObject(other, f, c) and other != v and writesAt(other, b, i, _)
  )
}

/** Holds if `v` is the field `f` of an object in `c`. */
pragma[nomagic]
private predicate isOfObject(SsaSourceField v, Field f, Callable c) {
  f = v.getField() and
  c = v.getEnclosingCallable() and
  not f.isStatic()
}

/** Holds if `v` may get another value at place `i` of `b`, though nothing there says so, and the value may be used. */
private predicate maybeWrittenAt(SsaSourceField v, BasicBlock b, int i) {
  not v.getField().isFinal() and
  cfg_blocks(b, v.getEnclosingCallable(), _) and
  (mayChangeFields(b, i) or mayBeWrittenByAlias(v, b, i)) and
  not certainlyWrittenAt(v, b, i) and
  (exists(int use | usedAt(v, b, use) and use > i) or OfFields::isLiveAtExit(v, b))
}

/** Holds if place `i` of `b` is the `r`-th one, from 1, that concerns `v`; those are `kind` 0 use, 1 write, 2 maybe. */
private predicate eventRank(SsaSourceVariable v, BasicBlock b, int r, int i, int kind) {
  i = rank[r](int j | usedAt(v, b, j) or certainlyWrittenAt(v, b, j) or maybeWrittenAt(v, b, j)) and
  (
    usedAt(v, b, i) and kind = 0
    or
    certainlyWrittenAt(v, b, i) and kind = 1
    or
    maybeWrittenAt(v, b, i) and kind = 2
  )
}

/** Holds if `maybeWrittenAt`, and the value can be used before it may be changed in such a way once more. */
private predicate uncertainUpdate(SsaSourceField v, BasicBlock b, int i) {
  exists(int r | eventRank(v, b, r, i, 2) |
    eventRank(v, b, r + 1, _, 0)
    or
    not eventRank(v, b, r + 1, _, _) and OfFields::isLiveAtExit(v, b)
  )
}

/*--- Definitions ---*/
/** Holds if `b` has a definition of `v`: a write, or a point where other definitions may meet. */
private predicate mayBeDefinedIn(SsaSourceVariable v, BasicBlock b) {
  isWrittenIn(v, b) or
  hasValueAtEntry(v, b) or
  mayMeetAt(v, b)
}

/** Holds if `b` has a definition of `v` behind its begin. */
private predicate isWrittenIn(SsaSourceVariable v, BasicBlock b) {
  certainlyWrittenAt(v, b, _) or
  uncertainUpdate(v, b, _)
}

/** Holds if several definitions of `v` meet at the begin of `b`, if the value is used. */
private predicate mayMeetAt(SsaSourceVariable v, BasicBlock b) {
  exists(BasicBlock defined | mayBeDefinedIn(v, defined) and bbInDominanceFrontier(defined, b)) and
  (
    OfFields::isLiveAtEntry(v, b)
    or
    not isField(v) and isUsedFirst(v, _) and isInScope(v, b)
  )
}

/** Gets the block in which the local variable of `v` is declared. */
private BasicBlock declaringBlock(SsaSourceVariable v) {
  exists(LocalVariableDecl l |
    l = v.getVariable() and
    l.getCallable() = v.getEnclosingCallable() and
    cfg_position(l.getDeclExpr(), result, _)
  )
}

/** Holds if `b` may be in the scope of `v`: it is not executed before the variable is declared. */
bindingset[v, b]
private predicate isInScope(SsaSourceVariable v, BasicBlock b) {
  exists(declaringBlock(v))
  implies
  bbIDominates*(declaringBlock(v), b)
}

/** Gets the number of blocks that dominate `b`, apart from `b` itself. */
private int depthOf(BasicBlock b) {
  bbIDominates(b, _) and not bbIDominates(_, b) and result = 0
  or
  exists(BasicBlock dominator | bbIDominates(dominator, b) and result = depthOf(dominator) + 1)
}

/** Holds if it is asked which definition of `v` holds at the begin of `b`, which has none there. */
private predicate isAskedAtEntry(SsaSourceVariable v, BasicBlock b) {
  (isUsedFirst(v, b) or isFirstUpdate(v, b)) and not mayMeetAt(v, b) and not hasValueAtEntry(v, b)
  or
  exists(BasicBlock meeting |
    mayMeetAt(v, meeting) and predecessorEdge(meeting, b) and not mayBeDefinedIn(v, b)
  )
}

/** Holds if the first thing that happens to `v` in `b` is an uncertain update. */
private predicate isFirstUpdate(SsaSourceVariable v, BasicBlock b) {
  exists(int first |
    first = min(int i | uncertainUpdate(v, b, i)) and
    not exists(int i | certainlyWrittenAt(v, b, i) and i < first)
  )
}

/**
 * Holds if `v` is used and defined in so many blocks that it is cheaper to follow it through all blocks than to compare each
 * use with each definition.
 */
private predicate isDense(SsaSourceVariable v) {
  strictcount(BasicBlock b | isAskedAtEntry(v, b)) *
    strictcount(BasicBlock b | mayBeDefinedIn(v, b)) > countBlocks(v.getEnclosingCallable())
}

private int countBlocks(Callable c) { result = strictcount(BasicBlock b | cfg_blocks(b, c, _)) }

/** Gets the nearest of the blocks that dominate `b` and may have a definition of `v`, which many have. */
private BasicBlock nearestOfDense(SsaSourceVariable v, BasicBlock b) {
  exists(BasicBlock dominator | bbIDominates(dominator, b) |
    isDense(v) and mayBeDefinedIn(v, dominator) and result = dominator
    or
    result = nearestOfDense(v, dominator) and not mayBeDefinedIn(v, dominator)
  )
}

/** Holds if `v`, used and defined in few blocks, is defined in `defined`, and it is asked what holds at the begin of `b`. */
pragma[noinline]
private predicate mayBePair(SsaSourceVariable v, BasicBlock b, BasicBlock defined) {
  isAskedAtEntry(v, b) and
  not isDense(v) and
  mayBeDefinedIn(v, defined)
}

/** Holds if `a` dominates `b`, another block: asked of two that are there. */
bindingset[a, b]
pragma[inline_late]
private predicate isAbove(BasicBlock a, BasicBlock b) { bbIDominates+(a, b) }

/** Holds if `defined` may have a definition of `v` and dominates `b`, where that is asked of a variable that is not dense. */
pragma[noinline]
private predicate mayHoldAtEntry(SsaSourceVariable v, BasicBlock b, BasicBlock defined) {
  mayBePair(v, b, defined) and
  isAbove(defined, b)
}

/** Gets the nearest of the blocks that dominate `b`, where that is asked, and may have a definition of `v`. */
private BasicBlock nearestDefined(SsaSourceVariable v, BasicBlock b) {
  isAskedAtEntry(v, b) and result = nearestOfDense(v, b)
  or
  result = max(BasicBlock defined, int depth |
    mayHoldAtEntry(v, b, defined) and depth = depthOf(defined)
  |
    defined order by depth
  )
}

/** Gets the block whose definition of `v` holds when `b` ends, from where control goes on to a place where some may meet. */
private BasicBlock definedAtExit(SsaSourceVariable v, BasicBlock b) {
  exists(BasicBlock meeting | mayMeetAt(v, meeting) and predecessorEdge(meeting, b)) and
  if mayBeDefinedIn(v, b) then result = b else result = nearestDefined(v, b)
}

/** Holds if several definitions of `v` meet at the begin of `b`, and the value may be used. */
private predicate meetsAt(SsaSourceVariable v, BasicBlock b) {
  mayMeetAt(v, b) and
  (
    isField(v)
    or
    isUsedFirst(v, b)
    or
    not isWrittenIn(v, b) and
    (
      exists(BasicBlock use | isUsedFirst(v, use) and b = nearestDefined(v, use))
      or
      exists(BasicBlock meeting, BasicBlock before |
        meetsAt(v, meeting) and predecessorEdge(meeting, before) and b = definedAtExit(v, before)
      )
    )
  )
}

cached
private newtype TSsaDefinition =
  TExplicit(SsaSourceVariable v, BasicBlock b, int i) { writesAt(v, b, i, _) } or
  TQualifierChange(SsaSourceVariable v, BasicBlock b, int i) {
    changesQualifierAt(v, b, i) and
    not writesAt(v, b, i, _)
  } or
  TUncertain(SsaSourceVariable v, BasicBlock b, int i) { uncertainUpdate(v, b, i) } or
  TEntry(SsaSourceVariable v, BasicBlock b) { hasValueAtEntry(v, b) } or
  TPhi(SsaSourceVariable v, BasicBlock b) { meetsAt(v, b) }

/** Holds if `def` defines `v` at place `i` of `b`; -1 is its begin. */
private predicate definesAt(TSsaDefinition def, SsaSourceVariable v, BasicBlock b, int i) {
  def = TExplicit(v, b, i)
  or
  def = TQualifierChange(v, b, i)
  or
  def = TUncertain(v, b, i)
  or
  def = TEntry(v, b) and i = -1
  or
  def = TPhi(v, b) and i = -1
}

/*--- Which definition a use has ---*/
/** Holds if place `i` of `b` is the `r`-th one, from 1, that defines or uses `v`. */
private predicate refRank(SsaSourceVariable v, BasicBlock b, int r, int i) {
  i = rank[r](int j | definesAt(_, v, b, j) or usedAt(v, b, j))
}

/** Holds if `def`, in `b`, is the definition of `v` that holds at or just after its `r`-th place. */
private predicate reachesRank(TSsaDefinition def, SsaSourceVariable v, BasicBlock b, int r) {
  exists(int i | refRank(v, b, r, i) and definesAt(def, v, b, i))
  or
  exists(int i |
    reachesRank(def, v, b, r - 1) and refRank(v, b, r, i) and not definesAt(_, v, b, i)
  )
}

private int lastRank(SsaSourceVariable v, BasicBlock b) {
  result = max(int r | refRank(v, b, r, _))
}

/** Holds if `def` is the last definition of `v` in `b`. */
private predicate isLastIn(TSsaDefinition def, SsaSourceVariable v, BasicBlock b) {
  reachesRank(def, v, b, lastRank(v, b))
}

/** Holds if `def` is the definition of `v` that holds when `b` begins, where that is asked; none of `b` itself. */
private predicate reachesEntry(TSsaDefinition def, SsaSourceVariable v, BasicBlock b) {
  isLastIn(def, v, nearestDefined(v, b))
}

/** Holds if `def` is the definition of `v` that holds when `b` ends, from where control goes on to a place where some meet. */
private predicate reachesMeeting(TSsaDefinition def, SsaSourceVariable v, BasicBlock b) {
  isLastIn(def, v, definedAtExit(v, b))
}

/** Holds if `def` is the definition of `v` that holds when `b` ends, and the value may be used. */
private predicate isLiveAtEnd(TSsaDefinition def, SsaSourceVariable v, BasicBlock b) {
  OfAll::isLiveAtExit(v, b) and
  (
    isLastIn(def, v, b)
    or
    not definesAt(_, v, b, _) and
    exists(BasicBlock dominator | bbIDominates(dominator, b) and isLiveAtEnd(def, v, dominator))
  )
}

/** Holds if `def` is the definition of `v` that a use at place `i` of `b` has. */
private predicate reachesUse(TSsaDefinition def, SsaSourceVariable v, BasicBlock b, int i) {
  usedAt(v, b, i) and
  exists(int r | refRank(v, b, r, i) |
    reachesRank(def, v, b, r)
    or
    not reachesRank(_, v, b, r) and reachesEntry(def, v, b)
  )
}

/** Holds if `read` reads what `def` defines. */
cached
private predicate ssaRead(TSsaDefinition def, VarAccess read) {
  exists(SsaSourceVariable v, BasicBlock b, int i |
    reachesUse(def, v, b, i) and readsAt(v, b, i, read)
  )
}

/** Holds if `def` is the definition of the local variable `v` that the object made by `creation` captures. */
private predicate ssaCapture(TSsaDefinition def, SsaSourceVariable v, ClassInstanceExpr creation) {
  exists(BasicBlock b, int i | reachesUse(def, v, b, i) and capturesAt(v, b, i, creation))
}

/** Holds if `input` is the definition of its variable that holds just before `def`, an uncertain update. */
private predicate priorDefinition(TSsaDefinition def, TSsaDefinition input) {
  exists(SsaSourceVariable v, BasicBlock b, int i, int r |
    def = TUncertain(v, b, i) and refRank(v, b, r, i)
  |
    reachesRank(input, v, b, r - 1)
    or
    not reachesRank(_, v, b, r - 1) and reachesEntry(input, v, b)
  )
}

/*--- Classes ---*/
/** A definition of a variable. */
class SsaDefinition extends TSsaDefinition {
  /** Gets the variable that is defined. */
  SsaSourceVariable getSourceVariable() { definesAt(this, result, _, _) }

  /** Gets the block that contains this definition. */
  BasicBlock getBasicBlock() { definesAt(this, _, result, _) }

  /** Holds if this defines `v` at place `i` of `b`; -1 is its begin. */
  predicate definesAt(SsaSourceVariable v, BasicBlock b, int i) { definesAt(this, v, b, i) }

  /** Gets the node at which this definition takes place: the first one of the block, if it is its begin. */
  ControlFlowNode getControlFlowNode() {
    exists(BasicBlock b, int i | definesAt(this, _, b, i) and result = b.getNode(i.maximum(0)))
  }

  /** Gets the node at which this definition takes place: the first one of the block, if it is its begin. */
  ControlFlowNode getCfgNode() { result = this.getControlFlowNode() }

  /** Gets a read of what this defines. */
  VarAccess getARead() { ssaRead(this, result) }

  /** Gets a read of what this defines. */
  VarRead getAUse() { ssaRead(this, result) }

  /** Holds if this definition holds at the end of `b`, and the value may be used later. */
  predicate isLiveAtEndOfBlock(BasicBlock b) { isLiveAtEnd(this, _, b) }

  /** Gets a definition whose value this may have as it stands: what meets here, or may be left unchanged. */
  SsaDefinition getAPhiInputOrPriorDefinition() { none() }

  /** Gets a definition that may have given this its value: itself, or one that it meets, at any distance. */
  SsaDefinition getAnUltimateDefinition() {
    result = this.getAPhiInputOrPriorDefinition*() and
    not result instanceof SsaPhiDefinition
  }

  /** Gets the callable in which this is. */
  Callable getEnclosingCallable() { result = this.getBasicBlock().getEnclosingCallable() }

  /** Gets the place of this definition. */
  Location getLocation() { result = this.getControlFlowNode().getLocation() }

  /** Gets a text that describes this. */
  string toString() { none() }
}

/** A definition of a variable, by its older name. */
class SsaVariable = SsaDefinition;

/** A definition that gives the variable a value, or may. */
class SsaWriteDefinition extends SsaDefinition {
  SsaWriteDefinition() { not this = TPhi(_, _) }

  override string toString() { result = "SSA write(" + this.getSourceVariable().toString() + ")" }
}

/** An assignment to the variable, or its declaration. */
class SsaExplicitWrite extends SsaWriteDefinition, TExplicit {
  /** Gets the expression that assigns. */
  VariableUpdate getDefiningExpr() {
    exists(SsaSourceVariable v, BasicBlock b, int i |
      this = TExplicit(v, b, i) and writesAt(v, b, i, result)
    )
  }

  /** Gets the expression that assigns. */
  VariableUpdate getDefinition() { result = this.getDefiningExpr() }

  /**
   * Gets the expression whose value the variable has from here on, if there is one: the right-hand side, the
   * initialiser, or the compound assignment, increment or decrement itself.
   */
  Expr getValue() {
    exists(VariableUpdate update | update = this.getDefiningExpr() |
      result = update.(VariableAssign).getSource() or
      result = update.(AssignOp) or
      result = update.(PreIncExpr) or
      result = update.(PreDecExpr)
    )
  }

  override string toString() { result = "SSA def(" + this.getSourceVariable().toString() + ")" }
}

/** An assignment to the variable, or its declaration, by its older name. */
class SsaExplicitUpdate = SsaExplicitWrite;

/** A definition without an assignment to the variable. */
class SsaImplicitWrite extends SsaWriteDefinition {
  SsaImplicitWrite() { not this instanceof SsaExplicitWrite }
}

/** The value that a variable has when its callable begins: of a parameter, a field or a captured variable. */
class SsaImplicitInit extends SsaImplicitWrite, TEntry {
  /** Holds if this is the value of the parameter `p`. */
  predicate isParameterDefinition(Parameter p) {
    this.getSourceVariable() = TLocalVar(p.getCallable(), p)
  }

  /** Holds if this is a variable of a callable around this one, captured with the value of `captured`. */
  predicate captures(SsaDefinition captured) {
    exists(Callable inner, LocalScopeVariable l, SsaSourceVariable outside, ClassInstanceExpr e |
      this.getSourceVariable() = TLocalVar(inner, l) and
      ssaCapture(captured, outside, e) and
      outside.getVariable() = l
    |
      inner.getDeclaringType() = e.getAnonymousClass() or
      inner.getDeclaringType() = e.getConstructedType().getSourceDeclaration().(LocalClass)
    )
  }

  override string toString() { result = "SSA init(" + this.getSourceVariable().toString() + ")" }
}

/** The value that a parameter has when its callable begins. */
class SsaParameterInit extends SsaImplicitInit {
  SsaParameterInit() { this.isParameterDefinition(_) }

  /** Gets the parameter. */
  Parameter getParameter() { this.isParameterDefinition(result) }

  override string toString() { result = "SSA param(" + this.getParameter().getName() + ")" }
}

/** An update of a field that nothing says: its qualifier changes, or a call or a write to another object may do it. */
class SsaImplicitUpdate extends SsaImplicitWrite {
  SsaImplicitUpdate() { this = TQualifierChange(_, _, _) or this = TUncertain(_, _, _) }

  override string toString() {
    result = "SSA implicit update(" + this.getSourceVariable().toString() + ")"
  }
}

/** An update of a field that may take place or not. */
class SsaUncertainWrite extends SsaImplicitUpdate, TUncertain {
  /** Gets the definition that holds before this one. */
  SsaDefinition getPriorDefinition() { priorDefinition(this, result) }

  /** Gets the definition that holds before this one. */
  SsaDefinition getPriorDef() { priorDefinition(this, result) }

  override SsaDefinition getAPhiInputOrPriorDefinition() { priorDefinition(this, result) }

  override string toString() {
    result = "SSA uncertain update(" + this.getSourceVariable().toString() + ")"
  }
}

/** An update of a field that may take place or not, by its older name. */
class SsaUncertainImplicitUpdate = SsaUncertainWrite;

/** A point where several definitions of a variable meet. */
class SsaPhiDefinition extends SsaDefinition, TPhi {
  /** Gets a definition that meets others here. */
  SsaDefinition getAnInput() { this.hasInputFromBlock(result, _) }

  /** Gets a definition that meets others here. */
  SsaDefinition getAPhiInput() { this.hasInputFromBlock(result, _) }

  /** Holds if `input` is the definition that comes here from `predecessor`. */
  predicate hasInputFromBlock(SsaDefinition input, BasicBlock predecessor) {
    exists(SsaSourceVariable v, BasicBlock b |
      this = TPhi(v, b) and
      predecessor = b.getAPredecessor() and
      reachesMeeting(input, v, predecessor)
    )
  }

  override SsaDefinition getAPhiInputOrPriorDefinition() { result = this.getAnInput() }

  override string toString() { result = "SSA phi(" + this.getSourceVariable().toString() + ")" }
}

/** A point where several definitions of a variable meet, by its older name. */
class SsaPhiNode = SsaPhiDefinition;

/** A definition that gives the variable a value, by its older name. */
class SsaUpdate = SsaWriteDefinition;

/** Static single assignment form, by the names of CodeQL's shared library. */
module Ssa {
  /** A variable as one callable sees it. */
  class SourceVariable = SsaSourceVariable;

  /** A definition of a variable. */
  class Definition = SsaDefinition;

  /** A definition that gives the variable a value, or may. */
  class WriteDefinition = SsaWriteDefinition;

  /** An assignment to the variable, or its declaration. */
  class ExplicitWrite = SsaExplicitWrite;

  /** The value that a parameter has when its callable begins. */
  class ParameterInit = SsaParameterInit;

  /** An update that may take place or not. */
  class UncertainWrite = SsaUncertainWrite;

  /** A point where several definitions meet. */
  class PhiDefinition = SsaPhiDefinition;
}

/*--- Neighbouring uses ---*/
/** Holds if place `i` of `b` is the `r`-th one, from 1, that defines or reads `v`. */
private predicate flowRank(SsaSourceVariable v, BasicBlock b, int r, int i) {
  i = rank[r](int j | definesAt(_, v, b, j) or readsAt(v, b, j, _))
}

private int lastFlowRank(SsaSourceVariable v, BasicBlock b) {
  result = max(int r | flowRank(v, b, r, _))
}

/** Holds if place `i` of `b` is the first one there that defines or reads `v`. */
private predicate firstRef(SsaSourceVariable v, BasicBlock b, int i) { flowRank(v, b, 1, i) }

/** Holds if the value that `v` has at the end of `a` may be used after the edge to `next`. */
private predicate liveEdge(SsaSourceVariable v, BasicBlock a, BasicBlock next) {
  OfAll::isLiveAtEntry(v, next) and
  predecessorEdge(next, a)
}

/** Holds if the edge from `a` to `next` is one that `liveEdge` has, and `a` neither defines nor reads `v`. */
cached
private predicate passingEdge(SsaSourceVariable v, BasicBlock next, BasicBlock a) {
  liveEdge(v, a, next) and
  not flowRank(v, a, _, _)
}

/** Holds if `b` is the first block with a definition or read of `v` on some way from `a`, which has none. */
private predicate passesTo(SsaSourceVariable v, BasicBlock a, BasicBlock b) {
  passingEdge(v, b, a) and flowRank(v, b, _, _)
  or
  exists(BasicBlock next | passesTo(v, next, b) and passingEdge(v, next, a))
}

/** Holds if `b` is the first block with a definition or read of `v` on some way from `a`, which has one as well. */
private predicate refBlockEdge(SsaSourceVariable v, BasicBlock a, BasicBlock b) {
  liveEdge(v, a, b) and flowRank(v, a, _, _) and flowRank(v, b, _, _)
  or
  exists(BasicBlock next | liveEdge(v, a, next) and flowRank(v, a, _, _) and passesTo(v, next, b))
}

/** Holds if `v` is defined or read at place `j` of `c`, and place `i` of `b` is the last such place before, on some way. */
private predicate adjacentRefs(SsaSourceVariable v, BasicBlock b, int i, BasicBlock c, int j) {
  exists(int r | flowRank(v, b, r, i) and flowRank(v, c, r + 1, j) and b = c)
  or
  flowRank(v, b, lastFlowRank(v, b), i) and refBlockEdge(v, b, c) and firstRef(v, c, j)
}

/** Holds if `read` is the first read of what `def` defines, on some way. */
cached
predicate firstUse(SsaDefinition def, VarAccess read) {
  exists(SsaSourceVariable v, BasicBlock b, int i, BasicBlock c, int j |
    definesAt(def, v, b, i) and adjacentRefs(v, b, i, c, j) and readsAt(v, c, j, read)
  )
}

/** Holds if `second` is the first read after `first` of what the same definition defines, on some way. */
cached
predicate adjacentUseUse(VarAccess first, VarAccess second) {
  exists(SsaSourceVariable v, BasicBlock b, int i, BasicBlock c, int j |
    readsAt(v, b, i, first) and adjacentRefs(v, b, i, c, j) and readsAt(v, c, j, second)
  )
}

/** Holds if the value of `v` flows from the read `read` into `def`, where definitions meet or an update may take place. */
cached
predicate useIntoDefinition(VarAccess read, SsaDefinition def) {
  exists(SsaSourceVariable v, BasicBlock b, int i, BasicBlock c, int j |
    readsAt(v, b, i, read) and
    adjacentRefs(v, b, i, c, j) and
    definesAt(def, v, c, j) and
    (def instanceof SsaPhiDefinition or def instanceof SsaUncertainWrite)
  )
}

/** Holds if the value that `input` defines flows, without a read between, into `def`, where definitions meet. */
cached
predicate definitionIntoDefinition(SsaDefinition input, SsaDefinition def) {
  exists(SsaSourceVariable v, BasicBlock b, int i, BasicBlock c, int j |
    definesAt(input, v, b, i) and
    adjacentRefs(v, b, i, c, j) and
    definesAt(def, v, c, j) and
    (def instanceof SsaPhiDefinition or def instanceof SsaUncertainWrite)
  )
}
