// FILE p/Unknown.java
package p;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import nowhere.Missing;
import static nowhere.Constants.LIMIT;
class Unknown {
    void f(String s) {} void f(Runnable r) {} void f(Object o) {}
    void g(int i) {} void g(Final f) {} void g(Other o) {}
    void h(CharSequence s, int i) {} void h(Object o, long l) {}
    void only(String s) {}
    void v(String s) {} void v(Object... all) {}
    void test(Missing m, List<Missing> ms, PrintStream out, StringBuilder sb, ExecutorService e, Task task, Known known) {
        f(m); //: f -> type: void; f -> no callable
        f("x"); //: f -> p.Unknown.f(java.lang.String)
        f(Missing.CONSTANT); //: f -> no callable
        f(LIMIT); //: f -> no callable
        f(task); //: f -> no callable
        f(known); //: f -> p.Unknown.f(java.lang.Runnable)
        // A class that is declared nowhere is below no final class, and is no primitive type.
        g(m); //: g -> p.Unknown.g(p.Other)
        g(LIMIT); //: g -> no callable
        // A class that extends nothing unknown is below no other class.
        g(known); //: g -> no callable
        h(m, 1); //: h -> no callable
        only(m); //: only -> p.Unknown.only(java.lang.String)
        v(m); //: v -> p.Unknown.v(java.lang.Object[])
        out.println(m); //: println -> java.io.PrintStream.println(java.lang.Object)
        out.println(LIMIT); //: println -> no callable
        sb.append(m).append("x"); //: append -> no callable; append -> java.lang.StringBuilder.append(java.lang.String)
        e.submit(task); //: submit -> no callable
        e.submit(known); //: submit -> java.util.concurrent.ExecutorService.submit(java.lang.Runnable)
        for (Missing one : ms) { f(one); } //: f -> no callable
        new Two(m); //: new -> no callable
        new Open().own(1, 2); //: own -> no callable
    }
}
final class Final {}
class Other {}
class Two { Two(Comparable<?> c) {} Two(Runnable r) {} }
class Task extends Missing {}
class Known implements Runnable, nowhere.Marker { public void run() {} }
class Open extends Missing { void own(String s, int i) {} }
