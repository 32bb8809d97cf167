/**
 * Nodes through which values flow within a callable, and the steps between them.
 *
 * Values flow from what is assigned into variables, from the definition of a variable to its reads, one after the
 * other, and through expressions that hand on the value of an operand. Fields are followed as static single assignment
 * form knows them.
 */

import java
import java.dataflow.SSA

private newtype TNode =
  TExprNode(Expr e) { cfg_position(e, _, _) } or
  TExplicitParameterNode(Parameter p) { exists(p.getCallable().getBody()) } or
  TInstanceParameterNode(Callable c) { exists(c.getBody()) and not c.isStatic() } or
  TSsaNode(SsaDefinition def) {
    def instanceof SsaPhiDefinition or
    def instanceof SsaUncertainWrite
  }

/** A place that a value passes: an expression, a parameter, or a point where definitions of a variable meet. */
class Node extends TNode {
  /** Gets the expression of this node, if it is one of an expression. */
  Expr asExpr() { this = TExprNode(result) }

  /** Gets the parameter of this node, if it is one of a parameter. */
  Parameter asParameter() { this = TExplicitParameterNode(result) }

  /** Gets the type of the values. */
  Type getType() { none() }

  /** Gets the callable in which this is. */
  Callable getEnclosingCallable() { none() }

  /** Gets the place of this node. */
  Location getLocation() { none() }

  /** Holds if this node is in `path`, from line `sl`, column `sc` to line `el`, column `ec`. */
  predicate hasLocationInfo(string path, int sl, int sc, int el, int ec) {
    this.getLocation().hasLocationInfo(path, sl, sc, el, ec)
  }

  /** Gets a text that describes this. */
  string toString() { none() }
}

/** The value of an expression. */
class ExprNode extends Node, TExprNode {
  /** Gets the expression. */
  Expr getExpr() { this = TExprNode(result) }

  override Type getType() { result = this.getExpr().getType() }

  override Callable getEnclosingCallable() { result = this.getExpr().getEnclosingCallable() }

  override Location getLocation() { result = this.getExpr().getLocation() }

  override string toString() { result = this.getExpr().toString() }
}

/** The value of a parameter when its callable begins, `this` included. */
class ParameterNode extends Node {
  ParameterNode() { this = TExplicitParameterNode(_) or this = TInstanceParameterNode(_) }

  /** Holds if this is the parameter of `c` at position `pos`, from 0; `this` has the position -1. */
  predicate isParameterOf(Callable c, int pos) {
    exists(Parameter p | this = TExplicitParameterNode(p) and p.hasPosition(c, pos))
    or
    this = TInstanceParameterNode(c) and pos = -1
  }
}

/** The value of a parameter that is written. */
class ExplicitParameterNode extends ParameterNode, TExplicitParameterNode {
  /** Gets the parameter. */
  Parameter getParameter() { this = TExplicitParameterNode(result) }

  override Type getType() { result = this.getParameter().getType() }

  override Callable getEnclosingCallable() { result = this.getParameter().getCallable() }

  override Location getLocation() { result = this.getParameter().getLocation() }

  override string toString() { result = this.getParameter().toString() }
}

/** The value of `this` when a callable begins. */
class InstanceParameterNode extends ParameterNode, TInstanceParameterNode {
  /** Gets the callable. */
  Callable getCallable() { this = TInstanceParameterNode(result) }

  override Type getType() { result = this.getCallable().getDeclaringType() }

  override Callable getEnclosingCallable() { result = this.getCallable() }

  override Location getLocation() { result = this.getCallable().getLocation() }

  override string toString() { result = "parameter this" }
}

/** A point where definitions of a variable meet. */
class SsaNode extends Node, TSsaNode {
  /** Gets the definition. */
  SsaDefinition getDefinition() { this = TSsaNode(result) }

  override Type getType() { result = this.getDefinition().getSourceVariable().getType() }

  override Callable getEnclosingCallable() { result = this.getDefinition().getEnclosingCallable() }

  override Location getLocation() { result = this.getDefinition().getLocation() }

  override string toString() { result = this.getDefinition().toString() }
}

/** An argument of a call, or the object on which a method is called. */
class ArgumentNode extends ExprNode {
  ArgumentNode() {
    this.getExpr() = any(Call c).getAnArgument() or
    this.getExpr() = any(MethodCall c).getQualifier()
  }

  /** Holds if this is the argument of `call` at position `pos`, from 0; the qualifier has the position -1. */
  predicate argumentOf(Call call, int pos) {
    this.getExpr() = call.getArgument(pos)
    or
    this.getExpr() = call.(MethodCall).getQualifier() and pos = -1
  }
}

/** Gets the node of the expression `e`. */
ExprNode exprNode(Expr e) { result.getExpr() = e }

/** Gets the node of the parameter `p`. */
ExplicitParameterNode parameterNode(Parameter p) { result.getParameter() = p }

/** Gets the node of `this` when `c` begins. */
InstanceParameterNode instanceParameterNode(Callable c) { result.getCallable() = c }

/** Gets the object whose field `a` accesses, if it is written. */
Node getFieldQualifier(FieldAccess a) { result.asExpr() = a.getQualifier() }

/** Gets the object on which the method is called, if it is written. */
Node getInstanceArgument(Call c) { result.asExpr() = c.(MethodCall).getQualifier() }

/** Holds if the value of `node1` flows to `node2` in one step, without leaving the callable. */
predicate localFlowStep(Node node1, Node node2) { simpleLocalFlowStep(node1, node2) }

cached
private predicate simpleLocalFlowStep(Node node1, Node node2) {
  // From the value that is given to a variable.
  exists(SsaExplicitWrite def | node1.asExpr() = def.getValue() | flowsFromDefinition(def, node2))
  or
  exists(SsaParameterInit def | node1.asParameter() = def.getParameter() |
    flowsFromDefinition(def, node2)
  )
  or
  exists(SsaDefinition def | node1 = TSsaNode(def) | flowsFromDefinition(def, node2))
  or
  // From one read to the next.
  adjacentUseUse(node1.asExpr(), node2.asExpr())
  or
  exists(SsaDefinition def | useIntoDefinition(node1.asExpr(), def) and node2 = TSsaNode(def))
  or
  thisReaches(node1, node2)
  or
  // Through expressions.
  exists(Expr e | e = node2.asExpr() |
    node1.asExpr() = e.(CastingExpr).getExpr() or
    node1.asExpr() = e.(AssignExpr).getSource() or
    node1.asExpr() = e.(ChooseExpr).getAResultExpr()
  )
}

/** Holds if what `def` defines is read first at `node`, or there meets other definitions first. */
private predicate flowsFromDefinition(SsaDefinition def, Node node) {
  firstUse(def, node.asExpr())
  or
  exists(SsaDefinition other | definitionIntoDefinition(def, other) and node = TSsaNode(other))
}

/** Holds if `node2` is `this` of the callable to which `node1` belongs. */
private predicate thisReaches(InstanceParameterNode node1, ExprNode node2) {
  exists(InstanceAccess a | a = node2.getExpr() |
    a.isOwnInstanceAccess() and node1.getCallable() = a.getEnclosingCallable()
  )
}

/** Holds if the value of `node1` flows to `node2` in any number of steps, without leaving the callable. */
pragma[inline]
predicate localFlow(Node node1, Node node2) { localFlowStep*(node1, node2) }

/** Holds if the value of `e1` flows to `e2` in any number of steps, without leaving the callable. */
pragma[inline]
predicate localExprFlow(Expr e1, Expr e2) { localFlow(exprNode(e1), exprNode(e2)) }

/** Holds if the value of `node2` is that of `node1`, whatever way is taken. */
predicate localMustFlowStep(Node node1, Node node2) {
  exists(SsaExplicitWrite def | node1.asExpr() = def.getValue() and node2.asExpr() = def.getARead())
  or
  exists(SsaParameterInit def |
    node1.asParameter() = def.getParameter() and node2.asExpr() = def.getARead()
  )
  or
  thisReaches(node1, node2)
  or
  exists(Expr e | e = node2.asExpr() |
    node1.asExpr() = e.(CastingExpr).getExpr() or node1.asExpr() = e.(AssignExpr).getSource()
  )
}
