// FILE p/Members.java
package p;
import java.util.*;
class Members {
    interface Redeclares { boolean equals(Object o); }
    interface Below extends Redeclares { }
    static abstract class Sup<X> { abstract <T extends X> void m(T t); abstract <T> void n(List<T> l, T[] a); }
    static class Sub extends Sup<String> { <U extends String> void m(U u) { } <U> void n(List<U> l, U[] a) { } }
    static class Multi<V> extends HashMap<String, List<V>> { void put(String s, V v) { } void all(List<V> l, V v) {
        put("a", l); //: put -> java.util.HashMap.put(java.lang.Object,java.lang.Object)
        put("a", v); //: put -> p.Members.Multi.put(java.lang.String,java.lang.Object)
    } }
    interface Greets { default String greet(int i) { return ""; } }
    static class Polite implements Greets {
        public String greet(int i) {
            return Greets.super.greet(i); //: greet -> p.Members.Greets.greet(int)
        }
        void refer() {
            java.util.function.IntFunction<String> f = Greets.super::greet; //: greet -> p.Members.Greets.greet(int)
            f = Members.Greets.super::greet; //: greet -> p.Members.Greets.greet(int)
            java.util.function.Supplier<String> s = Polite.super::toString; //: toString -> java.lang.Object.toString()
        }
    }
    void test(SortedSet<String> s, Set<String> t, Below b, Object o, Sub sub, List<String> l, String[] a) {
        s.equals(t); //: equals -> java.util.Set.equals(java.lang.Object)
        s.hashCode(); //: hashCode -> java.util.Set.hashCode()
        s.toString(); //: toString -> java.lang.Object.toString()
        b.equals(o); //: equals -> p.Members.Redeclares.equals(java.lang.Object)
        b.hashCode(); //: hashCode -> java.lang.Object.hashCode()
        new TreeSet<String>().equals(t); //: equals -> java.util.AbstractSet.equals(java.lang.Object)
        sub.m("x"); //: m -> p.Members.Sub.m(java.lang.String)
        sub.n(l, a); //: n -> p.Members.Sub.n(java.util.List,java.lang.Object[])
    }
}
// FILE p/Referring.java
package p;
class Referring implements Members.Greets {
    int octal = 0_7;
    java.util.function.IntFunction<String> f = Members.Greets.super::greet; //: greet -> p.Members.Greets.greet(int)
}
// FILE p/Modules.java
package p;
import module java.base;
import module own.module;
class Modules {
    List<String> list = new ArrayList<>(); //: new -> java.util.ArrayList.ArrayList()
    Path path = Path.of("x"); //: of -> java.nio.file.Path.of(java.lang.String,java.lang.String[])
    Exported e = new Exported(); //: new -> q.Exported.Exported()
    Hidden h;
    void test() { e.run(list.size()); h.run(); } //: run -> q.Exported.run(int); run -> no callable
}
// FILE p/module-info.java
module own.module { exports q; exports hidden to other; requires transitive java.sql; }
// FILE q/Exported.java
package q;
public class Exported { public void run(int i) { } }
// FILE hidden/Hidden.java
package hidden;
public class Hidden { public void run() { } }
// FILE Compact.java
void main() {
    var list = new ArrayList<String>(); //: new -> java.util.ArrayList.ArrayList()
    IO.println(list.stream().collect(Collectors.toSet())); //: println -> java.lang.IO.println(java.lang.Object); collect -> java.util.stream.Stream.collect(java.util.stream.Collector)
}
