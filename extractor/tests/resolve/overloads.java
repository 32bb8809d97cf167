// FILE p/O.java
package p;
import java.util.*;
import java.util.concurrent.*;
class O {
    void f(int i) {} void f(long l) {} void f(Integer i) {} void f(Object o) {} void f(int... i) {}
    void g(Object o) {} void g(String s) {} void g(Integer s, Object... rest) {}
    void h(char c) {} void h(String s) {}
    O() {} O(String s) { this(); }
    void test(byte b, Character c, ExecutorService e, StringBuilder sb, char[] cs) throws Exception {
        f(1); //: f -> p.O.f(int)
        f(b); //: f -> p.O.f(int)
        f(1L); //: f -> p.O.f(long)
        f(1.0); //: f -> p.O.f(java.lang.Object)
        f(Integer.valueOf(1)); //: f -> p.O.f(java.lang.Integer)
        f(1, 2); //: f -> p.O.f(int[])
        f(); //: f -> p.O.f(int[])
        g(null == null ? "a" : "b"); //: g -> p.O.g(java.lang.String)
        g(1); //: g -> p.O.g(java.lang.Object)
        g(1, 2, 3); //: g -> p.O.g(java.lang.Integer,java.lang.Object[])
        h(c); //: h -> p.O.h(char)
        sb.append(cs).append('c').append(1f); //: append -> java.lang.StringBuilder.append(char[]); append -> java.lang.StringBuilder.append(char)
        e.submit(() -> 1); //: submit -> java.util.concurrent.ExecutorService.submit(java.util.concurrent.Callable)
        e.submit(() -> {}); //: submit -> java.util.concurrent.ExecutorService.submit(java.lang.Runnable)
        e.submit(() -> { throw new Error(); }); //: submit -> java.util.concurrent.ExecutorService.submit(java.util.concurrent.Callable)
        new O("x"); //: new -> p.O.O(java.lang.String)
        new Thread(() -> f(1)).start(); //: start -> java.lang.Thread.start(); new -> java.lang.Thread.Thread(java.lang.Runnable)
        Arrays.asList(1, 2).remove(0); //: remove -> java.util.List.remove(int)
        String.valueOf(cs); //: valueOf -> java.lang.String.valueOf(char[])
        getClass().getName(); //: getClass -> type: Class<? extends O>
        cs.clone(); //: clone -> type: char[]
    }
}
