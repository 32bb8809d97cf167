// FILE src/p/A.java
package p;
import static java.lang.Math.max;
import static p.Consts.*;
import java.util.*;
class A extends Base {
    int x;
    static String name = "a";
    int local(int x) {
        int y = x; //: x -> param: int
        this.x = y; //: x -> p.A.x; y -> local: int
        inherited = LIMIT; //: inherited -> p.Base.inherited; LIMIT -> p.Consts.LIMIT
        max(1, 2L); //: max -> java.lang.Math.max(long,long); max -> type: long
        java.util.List<String> l = new java.util.ArrayList<>(); //: new -> java.util.ArrayList.ArrayList()
        String s = l.get(0); //: get -> java.util.List.get(int); get -> type: String
        int[] a = {1};
        return a.length + p.A.name.length(); //: length -> length; name -> p.A.name
    }
    class Inner {
        int x;
        int f() {
            return x + A.this.x + A.super.inherited; //: x -> p.A.Inner.x; x -> p.A.x; inherited -> p.Base.inherited
        }
        void g() { hello("x"); } //: hello -> p.Base.hello(java.lang.String)
    }
    void shadow() {
        Runnable r = () -> { String x = ""; x.trim(); }; //: x -> local: String
        for (String x : new String[0]) x.length(); //: x -> local: String
        x = 1; //: x -> p.A.x
        if (inherit() instanceof String t) { t.trim(); } //: t -> local: String
        new Object() { int z; void m() { z = x; } }.m(); //: m -> .m(); z -> .z; x -> p.A.x
    }
    int s, t;
    void patterns(Object o, Object q) {
        if (o instanceof String s && s.isEmpty() || s > 0) x = s; //: s -> local: String; s -> p.A.s; s -> p.A.s
        if (!(o instanceof String s) || s.isEmpty()) x = s; //: s -> local: String; s -> p.A.s
        if (!(o instanceof String s && q instanceof String t)) x = s + t; else s.concat(t); //: s -> p.A.s; t -> p.A.t; s -> local: String; t -> local: String
        x = o instanceof String s ? s.length() : s; //: s -> local: String; s -> p.A.s
        x = !(o instanceof String s) ? s : s.length(); //: s -> p.A.s; s -> local: String
        boolean both = (o instanceof String s) == (s > 0); //: s -> p.A.s
        x = s; //: s -> p.A.s
        while (!(o instanceof String t)) { o = t; } //: t -> p.A.t
        t.isEmpty(); //: t -> local: String
        { while (!(q instanceof String s)) { if (x > 0) break; } x = s; } //: s -> p.A.s
        { while (!(q instanceof String s)) { for (;;) break; } s.trim(); } //: s -> local: String
        { do { x = s; } while (!(q instanceof String s)); s.trim(); } //: s -> p.A.s; s -> local: String
        { for (; !(q instanceof String s); x = s) x = s; s.trim(); } //: s -> p.A.s; s -> p.A.s; s -> local: String
        { if (q instanceof String s) s.trim(); else return; s.trim(); } //: s -> local: String; s -> local: String
        { if (!(q instanceof String s)) { if (x > 0) return; else throw null; } s.trim(); } //: s -> local: String
        { if (!(q instanceof String s)) { if (x > 0) return; } x = s; } //: s -> p.A.s
        x = switch (q) { case String s when s.isEmpty() && o instanceof A u -> s.length() + u.x; default -> s; }; //: s -> local: String; u -> local: A; s -> p.A.s
    }
    Missing m;
    void missing() { m.call(); x.y.Z.go(); } //: m -> type: Missing
}
// FILE src/p/Base.java
package p;
class Base {
    protected int inherited;
    private int hidden;
    void hello(String s) {}
    Object inherit() { return null; }
}
// FILE src/p/Consts.java
package p;
interface Consts { int LIMIT = 3; }
