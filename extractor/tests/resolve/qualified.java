// FILE p/q/Log.java
package p.q;
public class Log {
  public static int level;
  public static void d(String text) {}
}
// FILE r/Casts.java
package r;
import java.util.function.Supplier;
class Casts {
  static <T extends Comparable<T>> T first() { return null; }
  void m(String s) {
    p.q.Log.d(s); //: d -> p.q.Log.d(java.lang.String)
    int l = p.q.Log.level; //: level -> p.q.Log.level
    Object a = (Integer) (Object) first(); //: first -> r.Casts.first()
    Object b = (Supplier<String>) () -> s.trim(); //: trim -> java.lang.String.trim()
  }
}
// FILE r/Base.java
package r;
class Base<A, B> {
  class Entry<C> {
    A first() { return null; }
    C third() { return null; }
  }
}
class Derived<D> extends Base<D, String> {
  class Own extends Derived<D>.Entry<Integer> {}
  void m(Derived<Long>.Own own) {
    var x = own.first(); //: x -> type: Long
    var y = own.third(); //: y -> type: Integer
  }
}
