/**
 * Whether a second step relies on what a first look found: it gets the value, or is only reached as the value decides.
 *
 * What flows in are pairs of a look and a step in one callable; what comes out is the pairs for which that holds.
 */

import java
import java.concurrency.Contexts

/** Holds if `act` is a step that may rely on what `look`, in the same callable, found. */
signature predicate isPairSig(Expr look, Expr act);

/** What steps rely on, for the pairs that come into question. */
module Reliance<isPairSig/2 isPair> {
  private predicate isLook(Expr look) { isPair(look, _) }

  /** Gets `look`, or an expression that contains it. */
  Expr holder(Expr look) {
    isLook(look) and result = look
    or
    result = holder(look).getParent() and not result instanceof LambdaExpr
  }

  /** Gets an access to a local variable that holds what `look` found, or an expression that contains one. */
  Expr valueHolder(Expr look) {
    exists(LocalVariableDecl v |
      v.getAnAssignedValue() = foundIn(look) and
      result = v.getAnAccess() and
      result.(VarAccess).isVarRead()
    )
    or
    result = valueHolder(look).getParent() and not result instanceof LambdaExpr
  }

  /** Gets an expression whose value is made of what `look` found. */
  Expr foundIn(Expr look) { result = holder(look) or result = valueHolder(look) }

  /** Holds if `act` gets a value that is made of what `look` found: as an argument, or to be written. */
  predicate getsValue(Expr act, Expr look) {
    isPair(look, act) and
    (act.(Call).getAnArgument() = foundIn(look) or act.(VarWrite).getASource() = foundIn(look))
  }

  /** Gets the statement of `act`, one of a pair, or one around it. */
  private Stmt around(Expr act) {
    isPair(_, act) and result = act.getEnclosingStmt()
    or
    result = around(act).getEnclosingStmt()
  }

  /** Holds if the statement `decision` decides by what `look` found. */
  private predicate decides(Expr look, Stmt decision) {
    exists(Expr condition |
      condition = decision.(ConditionalStmt).getCondition() or
      condition = decision.(SwitchStmt).getExpr()
    |
      condition = foundIn(look)
    )
  }

  /** Holds if a branch of `decision` leaves what is around it. */
  private predicate leavesIn(IfStmt decision) {
    decides(_, decision) and
    exists(Stmt last |
      last = decision.getThen() or last = decision.getThen().(BlockStmt).getLastStmt()
    |
      last instanceof ReturnStmt or last instanceof ThrowStmt or last instanceof JumpStmt
    )
  }

  /** Gets a block at which a run goes on as a condition decides that is made of what `look` found. */
  private BasicBlock decidedBlock(Expr look) { result = branchEntry(foundIn(look), _) }

  /** Holds if `act` is only reached as what `look` found decides. */
  predicate isDecided(Expr act, Expr look) {
    isPair(look, act) and
    (
      exists(BasicBlock b | b = decidedBlock(look) | b.bbDominates(act.getBasicBlock()))
      or
      exists(Stmt decision | decides(look, decision) |
        around(act) = decision and
        not act.getEnclosingStmt() = decision and
        strictlyDominates(look.getControlFlowNode(), act.getControlFlowNode())
        or
        leavesIn(decision) and
        strictlyDominates(look.getControlFlowNode(), act.getControlFlowNode()) and
        around(act) = decision.getEnclosingStmt()
      )
    )
  }

  /** Holds if `act` relies on what `look` found. */
  predicate reliesOn(Expr act, Expr look) { getsValue(act, look) or isDecided(act, look) }
}
