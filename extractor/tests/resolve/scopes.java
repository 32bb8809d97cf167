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
