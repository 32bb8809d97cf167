package p;
import java.util.*;
@ThreadSafe
@SuppressWarnings({"unchecked", "quarrel:java/escaping"})
public class A {
    // quarrel:ignore[java/not-threadsafe] on a field
    private int count = 0;
    private Object o; // quarrel:ignore[java/x] trailing
    // quarrel:ignore[java/not-threadsafe] on a method
    void increment() {
        count++;
    }
    void second() {
        count++; // quarrel:ignore[java/not-threadsafe] trailing
        // quarrel:ignore[java/not-threadsafe] before
        count++;
        foo(count, // quarrel:ignore[java/not-threadsafe] middle
            count,
            count);
        foo(count, 1,
            // quarrel:ignore[java/not-threadsafe] middle alone
            count);
        foo(count,
            count, 3); // quarrel:ignore[java/not-threadsafe] last line
        /* quarrel:ignore[java/not-threadsafe] block */ count++;
        Runnable r = () -> {
            count++; // quarrel:ignore[java/not-threadsafe] in lambda
        };
        // quarrel:ignore[java/not-threadsafe] before if
        if (count > 3) {
            count++;
        }
        // quarrel:ignore[java/not-threadsafe] last in block
    }
    /**
     * Doc. quarrel:ignore[java/x] in javadoc
     */
    @SuppressWarnings("quarrel:java/z")
    void foo(int a, int b, int c) {}
    @SuppressWarnings("quarrel:java/z") int f;
    // quarrel:ignore[java/not-threadsafe] class
    static class Inner { int x; void m() { x++; } }
}
@interface ThreadSafe {}
