import java.util.*;
import java.util.concurrent.locks.*;

class Forms {
    static class Node { int x = 1; }
    record Pair(int a, int b) { }
    private Node isNull;
    private Node ternary;
    private Node explicit;
    private Node helped;
    private Node tested;
    private static Node statics;
    private String text;
    private Pair pair;
    private Pair pairTwice;
    private volatile Node safe;
    private volatile boolean ready;
    private volatile List<String> filled;
    private volatile List<String> filledWhole;
    private List<String> table = new ArrayList<>();
    private boolean done;
    private int[] numbers;
    private final Lock lock = new ReentrantLock();

    Node isNull() {
        if (Objects.isNull(isNull)) {  // BAD
            synchronized (this) {
                if (Objects.isNull(isNull)) isNull = new Node();
            }
        }
        return isNull;
    }

    Node ternary() {
        return ternary != null ? ternary : makeTernary();  // BAD
    }

    private synchronized Node makeTernary() {
        if (ternary == null) ternary = new Node();
        return ternary;
    }

    Node explicit() {
        Node n = explicit;
        if (n != null) return n;  // BAD
        lock.lock();
        try {
            if (explicit == null) explicit = new Node();
            return explicit;
        } finally {
            lock.unlock();
        }
    }

    Node helped() {
        if (helped == null) makeHelped();  // BAD
        return helped;
    }

    private void makeHelped() {
        lock.lock();
        try {
            if (helped != null) return;
            helped = new Node();
        } finally {
            lock.unlock();
        }
    }

    static Node statics() {
        if (statics == null) make();  // BAD
        return statics;
    }

    private static synchronized void make() {
        if (statics == null) statics = new Node();
    }

    String text() {
        if (text == null) {  // BAD: read twice
            synchronized (this) {
                if (text == null) text = compute();
            }
        }
        return text;
    }

    private String compute() { return "a" + hashCode(); }

    Pair pair() {
        Pair p = pair;
        if (p != null) return p;  // GOOD
        synchronized (this) {
            if (pair == null) pair = new Pair(1, 2);
            return pair;
        }
    }

    Pair pairTwice() {
        if (pairTwice != null) return pairTwice;  // BAD
        synchronized (this) {
            if (pairTwice == null) pairTwice = new Pair(1, 2);
            return pairTwice;
        }
    }

    Node safe() {
        Node n;
        if ((n = safe) == null) {  // GOOD
            synchronized (this) {
                if ((n = safe) == null) safe = n = new Node();
            }
        }
        return n;
    }

    void ready() {
        if (!ready) {
            synchronized (lock) {
                if (!ready) {
                    ready = true;
                    table.add("x");  // BAD
                }
            }
        }
        System.out.println(table.get(0));
    }

    List<String> filled() {
        if (filled == null) fill();
        return filled;
    }

    private synchronized void fill() {
        if (filled == null) {
            filled = new ArrayList<>();
            addAll();  // BAD
        }
    }

    private void addAll() { filled.add("a"); }

    List<String> filledWhole() {
        if (filledWhole == null) fillWhole();
        return filledWhole;
    }

    private synchronized void fillWhole() {
        if (filledWhole == null) {
            List<String> l = new ArrayList<>();
            l.add("a");
            filledWhole = l;  // GOOD
        }
    }

    void flag() {
        if (!done) {  // BAD
            synchronized (this) {
                if (!done) {
                    numbers = new int[] {1};
                    done = true;
                }
            }
        }
    }

    Node tested() {
        if (null == tested) {  // BAD
            synchronized (Forms.class) {
                Node t = tested;
                if (t == null) {
                    t = new Node();
                    tested = t;
                }
            }
        }
        return tested;
    }
}
