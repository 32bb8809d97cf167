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
// FILE q/Tricky.java
package q;
import java.util.function.*;
class Tricky {
    void v(int i) {} void v(String s) {} void v(Object o) {}
    void k(IntFunction<?> f) {} <T> void k(Function<String, T> f) {}
    void n(char c) {} void n(int i) {}
    void r(CharSequence s) {} void r(Object o) {}
    void b(boolean b) {} void b(int i) {} void b(Object o) {}
    void p(ToIntFunction<String> f) {} <T> void p(Function<String, T> f) {}
    void l(LongSupplier s) {} void l(Supplier<Integer> s) {}
    void t(String... s) {} void t(Comparable<?> c) {}
    <A, B> B ap(Function<A, B> f, A a) { return f.apply(a); }
    <T> T id(T t) { return t; }
    static final int FIVE = 5, LARGE = 70_000;
    int plain(String s) { return 1; }
    void test(int i, char c, boolean y, Integer x, byte d) {
        final int z = 5, wide = 'a' + 70_000, sum = FIVE * 2 - 1;
        int open = 5;
        v(switch (i) { case 1 -> { String a = "a"; yield a; } default -> "b"; }); //: v -> q.Tricky.v(java.lang.String)
        v(switch (i) { case 1 -> { int a = 1; yield a; } default -> d; }); //: v -> q.Tricky.v(int)
        v(switch (i) { case 1: yield "a"; default: yield 1; }); //: v -> q.Tricky.v(java.lang.Object)
        v(switch (i) { case 1 -> x; default -> throw new IllegalStateException(); }); //: v -> q.Tricky.v(java.lang.Object)
        v(ap((Integer e) -> "s" + e, 1)); //: v -> q.Tricky.v(java.lang.String)
        v(ap((Integer e) -> { String s = "s" + e; return s; }, 1)); //: v -> q.Tricky.v(java.lang.String)
        v(y ? 1 : "a"); //: v -> q.Tricky.v(java.lang.Object)
        v(y ? "a" : switch (i) { case 1 -> "b"; default -> null; }); //: v -> q.Tricky.v(java.lang.String)
        k((String s) -> s); //: k -> q.Tricky.k(java.util.function.Function)
        k((int s) -> s); //: k -> q.Tricky.k(java.util.function.IntFunction)
        n(true ? c : z); //: n -> q.Tricky.n(char)
        n(true ? c : sum); //: n -> q.Tricky.n(char)
        n(true ? c : open); //: n -> q.Tricky.n(int)
        n(true ? c : wide); //: n -> q.Tricky.n(int)
        n(y ? LARGE : c); //: n -> q.Tricky.n(int)
        n(switch (z) { case 1 -> 'a'; default -> 1; }); //: n -> q.Tricky.n(int)
        n(switch (z) { case 1 -> 'a'; default -> c; }); //: n -> q.Tricky.n(char)
        r(null == null ? "a" : new StringBuilder()); //: r -> q.Tricky.r(java.lang.CharSequence)
        b(y ? z : y); //: b -> q.Tricky.b(java.lang.Object)
        b(id(1)); //: b -> q.Tricky.b(java.lang.Object)
        b(y ? y : Boolean.TRUE); //: b -> q.Tricky.b(boolean)
        p((String s) -> 1); //: p -> q.Tricky.p(java.util.function.ToIntFunction)
        p((String s) -> s); //: p -> q.Tricky.p(java.util.function.Function)
        p((String s) -> { Integer boxed = 1; return boxed; }); //: p -> q.Tricky.p(java.util.function.Function)
        p(this::plain); //: p -> q.Tricky.p(java.util.function.ToIntFunction)
        l(() -> 1L); //: l -> q.Tricky.l(java.util.function.LongSupplier)
        l(() -> x); //: l -> q.Tricky.l(java.util.function.Supplier)
        t(ap((String s) -> { String q = s; return q; }, "a")); //: t -> q.Tricky.t(java.lang.Comparable)
    }
}
