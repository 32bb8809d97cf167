/** Every form of QL once. */

overlay[local?] module;

import toy
private import a.b.c::M<Foo, bar/2>::N as Q
import P<int, @expr, M::T, m<X>, any/0, @expr/1>

/**
 * A class.
 *
 *  With an indented line.
 */
cached abstract private class Foo extends @expr, M::Bar instanceof Baz {
  int x;

  override string y;

  Foo() { this = 1 and x in [1 .. 3] and y in ["a", "b\\\"\n\r\t"] }

  /** Gets a text. */
  override string toString() { result = "a" + x.toString() + (x - 1) }

  abstract predicate foo(int a, M<int>::T b);

  pragma[nomagic] Foo get() {
    result = this.get+() and result = super.get() and result = T.super.get*() or none()
  }

  language[monotonicAggregates] bindingset[this, x] predicate p(int x) {
    if x < 3 and x > -2147483648 then any() else not exists(int z | z = x | z > 0)
  }
}

class Empty extends int { }

class A = B;

final class A2 = M<int>::B;

class U = A or B or @c;

newtype TT =
  TA(int x, string s) { x = 1 and s = "x" } or
  /** A branch. */
  private TB() or
  TC(TT t)

module M<Sig S, pred/2 p, Mod<S> q> implements A, N::B<C> {
  additional predicate foo() { p(_, _) }

  module N = M<int>::O;

  module Inner {
    private module Empty { }
  }
}

module X = Y<foo/1, int, @x, A::b, C<D>>;

query predicate al = M<x/1>::foo/2;

predicate ctor = TA/2;

predicate tc(int a, int b) = fastTC(edge/2)(a, b)

private int dist(Node n) = shortestDistances(start/1, M<int>::step/2)(_, n, result)

signature int f(Foo x);

bindingset[this] signature class TS;

private signature class TS2 extends A instanceof B {
  string m();
  bindingset[this] int k(int x);
}

signature predicate edgeSig(@node a, @node b);

signature module MS<TS T> {
  class Node;

  /** Holds never. */
  default predicate foo(Node n) { none() }

  int bar(Node n);

  class Q extends Foo {
    int x();
  }
}

extensible predicate model(string kind, int value);

int aggregates() {
  result = count(int i | i in [1 .. 3]) + count("x".charAt(_)) + max(int i, int j | i = j | i order by i desc, j asc)
  or
  result = rank[1](int i | foo(i)) and exists(concat(string s | s = "x" | s, ", " order by s))
  or
  result = any(int i | i = 3 | i * 2) + unique( | | 3) + count( | foo() | 2) + any(Foo f).get() + strictcount(Foo f)
  or
  result = min(3 + x as y order by y) + sum(int i | | i) + avg(float f) + strictsum(M::T t | | t.value() as v)
}

predicate formulas(int a, int b) {
  forall(int x | x = 1 | x = 2) and forex(int x | foo(x)) and exists(foo(3)) and exists(Foo f)
  implies
  not a = b and
  (a < b or c >= d or c <= d or c > d or c != d) and
  (foo()) and
  ((((foo(((3))))))) and
  a instanceof M<int>::Foo
}

predicate nested() {
  a() or (b() and if c() and d() then e() or f() else if g() then h() else not i()) or (x()) = 3
}

predicate expressions(int x) {
  x = (int)1.5 * -2 / 3 % 4 and
  x.(Foo).bar() = (Foo)x.f() and
  (T)-1 = x + (y) and
  x+(y) = 3 and
  -(x) = +x and
  a < b and
  c > d and
  g(a, c) and
  (((x))) = 3 and
  x = [a, b] and
  x in [[1, 2], 3] and
  2147483647 = --2147483648 and
  pragma[only_bind_out](x).foo() = pragma[only_bind_into](y) and
  M<int, foo/1>::p+(a, b) and
  x.m*() = x.m+(1)
  or
  p+(a, b)
  or
  q*()
  or
  this = result and true = false and 1.toString() = "caf\\u00e9 ☕" and @expr.super.foo()
  or
  (x) - 1 = 2 and
  (x.y()) + 1 = 3 and
  m::n(_, _) = m::K::TX(1) and
  x = 100000000000000000000.0 and
  string.super.f()
}

predicate signature(string signature) { signature = signature + signature(signature) }

from int x, Foo signature
where
  x = 1 and signature = x
select x as xx, signature, "text" order by xx desc, signature
