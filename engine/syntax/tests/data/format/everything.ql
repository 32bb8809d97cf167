/**
   * @name Everything
 * @kind problem */
import   java
private import   semmle.code.java.Concurrency as C   // trailing


// about the next
import a.b::C<D, e/2>::F
module M<SigA A, SigB<A> B, sig/2 p> implements T<A>, U {
  private import java
  class X extends Y,Z instanceof W { int a; float b;
    /** Doc. */ X() { this=1 and a=2 and b=3.0 }
    override string toString() { result="a very long string literal that fills the line" + this.getName()+"and some more of it" + this.getName() }
    pragma[nomagic] private predicate foo(int i, string s) { (i = 1 or s = "x") and not exists(Foo f | f = 1) }
    cached deprecated int bar(ThisIsALongTypeName thisIsALongName, ThisIsALongTypeName another, OneMoreTypeName x) { none() }
  }
  abstract class Abs { abstract predicate q(); }
  class Empty extends int { }
  class Union = A or B or C;
  class Alias = B;
  predicate al = foo/2;
  module N = O<P>::Q;
}
newtype TOne = MkOne(int x) { x = 1 }
newtype TTwo = private A() or /* why */ B(int x, string y) { x = 1 and exists(Foo f, Bar b | f.getName() = y and b.getAReallyLongPredicateName() = f) } or C()
signature predicate sig(int x, int y);
signature class SC extends int { string toString(); int foo(); }
signature module SM<SC X> { class T; predicate p(T t); default int d() { result = 3 } }
int sum3(int a) { result = sum(int i | i in [1 .. a] | i * 2 order by i desc) + -a - (a + 1) * 2 % 3 / 4 }
int short() { result = count([1, 2, 3]) + rank[2](int i | i = [3, 4] | i) + strictconcat(string s | foo(s) | s, ", " order by s).length() }
predicate chain(Expr e) { e.(MethodCall).getMethod().getDeclaringType().getSourceDeclaration().getASourceSupertype*().hasQualifiedName("java.util", "Collection") }
predicate hi(int a, int b) = fastTC(edge/2)(a, b)
predicate hi2(int a, int b) = shortestDistances(start/1, edge/2)(a,b, _)
predicate ite(int i) { if i = 1 then i = 2 else if foo(i) then bar(i) and baz(i) else (some(i) or other(i) and more(i)) }
predicate longite(int i) { if exists(Foo f | f.getName() = "abc" and f.getOther() = "xyz") then result = aLongishThing(i) else result = otherThing(i) }
predicate imp(int i) { forall(int j | j = i | foo(j)) implies forex(int j | j = [1, 2] | bar(j)) }
predicate disj(Expr e) {
  e instanceof Foo or
  e.getBar() = "bar" or
  e.getSomethingElse() = "something else that is long enough to break the line"
}
// quantified with three parts
predicate quant() {
  exists(Method m, Class c, // the class
    Field f | m.getDeclaringType() = c and f.getDeclaringType() = c and not m.isStatic()
    | // and then
    m.reads(f) and

    // a paragraph
    m.writes(f)
    /* before the end */
  )
}
predicate long(int i) {
  this_is_a_long_predicate_name(i, "an argument", "another argument of that", "and one more argument", i + 1, i + 2) and
  i = any(Foo f | f.getName().matches("%something%") and f.getAReallyLongPredicateName() = "value of it" | f.getId()) and
  pragma[only_bind_out](i) = pragma[only_bind_into](i) and
  i = ["first element of set", "second element of set", "third element of the set", "fourth element"].length() and
  i >= M<A, B>::foo(i) and i != -1 and i < super.x() and this.(Foo).a() = _ and
  (Foo)i = +i
}

/* a comment
   of two lines */

from Foo f, Bar b
where f = b and exists(f.getAThing()) // done
select f, "A message " + f.getName() + " that is long, with something " + b.getName() + " in its middle", b, "bar" order by f desc, b

// the end
