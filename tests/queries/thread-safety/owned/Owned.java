/** What objects own beyond their own fields: helpers, nodes, what collections hold. */
package owned;

import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import javax.annotation.concurrent.ThreadSafe;

class Owned {
    // array of helpers.
    @ThreadSafe static class Arr {
        static class Slot { int n; }
        private final Slot[] slots = new Slot[4];
        Arr() { for (int i = 0; i < 4; i++) slots[i] = new Slot(); }
        public synchronized void inc(int i) { slots[i].n++; }
        public int get(int i) { return slots[i].n; } // BAD
    }
    // list nodes with ReentrantLock.
    @ThreadSafe static class Chain {
        private class Node { Node next; String s; Node(String s) { this.s = s; } }
        private Node head;
        private final ReentrantLock lock = new ReentrantLock();
        public void push(String s) { lock.lock(); try { Node n = new Node(s); n.next = head; head = n; } finally { lock.unlock(); } }
        public void rename(String s) { lock.lock(); try { head.s = s; } finally { lock.unlock(); } }
        public String second() { Node h; lock.lock(); try { h = head; } finally { lock.unlock(); } return h.next.s; } // BAD
    }
    // computeIfAbsent on concurrent map.
    @ThreadSafe static class Groups {
        private final ConcurrentMap<String, Set<String>> groups = new ConcurrentHashMap<>();
        public void join(String g, String m) { groups.computeIfAbsent(g, k -> new HashSet<>()).add(m); } // BAD
        public boolean has(String g, String m) { Set<String> s = groups.get(g); return s != null && s.contains(m); }
    }
    // entries.
    @ThreadSafe static class Entries {
        private final Map<String, List<String>> m = new HashMap<>();
        public synchronized void add(String k, String v) { m.computeIfAbsent(k, x -> new ArrayList<>()).add(v); }
        public void clear() { List<List<String>> all; synchronized (this) { all = new ArrayList<>(m.values()); } for (List<String> l : all) { l.clear(); } } // BAD
        public synchronized void all() { for (Map.Entry<String, List<String>> e : m.entrySet()) e.getValue().clear(); }
    }
    // list of StringBuilder.
    @ThreadSafe static class Texts {
        private final List<StringBuilder> texts = new CopyOnWriteArrayList<>();
        public void open() { texts.add(new StringBuilder()); }
        public void write(int i, String s) { texts.get(i).append(s); } // BAD
    }
    // fine: helper with synchronized methods.
    @ThreadSafe static class Good1 {
        static class Cell { private int n; synchronized void inc() { n++; } synchronized int get() { return n; } }
        private final Cell cell = new Cell();
        public void inc() { cell.inc(); }
        public int get() { return cell.get(); }
    }
    // fine: per call.
    @ThreadSafe static class Good2 {
        static class Sum { int n; void add(int x) { n += x; } }
        public int sum(List<Integer> l) { Sum s = new Sum(); for (int x : l) s.add(x); return s.n; }
    }
    // fine: two locks (own lock at element).
    @ThreadSafe static class Good3 {
        static class Cell { int n; }
        private final Map<String, Cell> cells = new ConcurrentHashMap<>();
        public void add(String k) { Cell c = cells.computeIfAbsent(k, x -> new Cell()); synchronized (c) { c.n++; } }
        public int get(String k) { Cell c = cells.get(k); synchronized (c) { return c.n; } }
    }
    // fine: immutable value.
    @ThreadSafe static class Good4 {
        static final class P { final int a; P(int a) { this.a = a; } int a() { return a; } }
        private final Map<String, P> ps = new ConcurrentHashMap<>();
        public void put(String k) { ps.put(k, new P(1)); }
        public int a(String k) { return ps.get(k).a(); }
    }
    // fine: removed under lock then used.
    @ThreadSafe static class Good5 {
        static class Job { int tries; }
        private final Deque<Job> jobs = new ArrayDeque<>();
        public synchronized void add() { jobs.add(new Job()); }
        public synchronized void touch() { jobs.peek().tries++; }
        public int run() { Job j; synchronized (this) { j = jobs.poll(); } j.tries++; return j.tries; }
    }
    // fine: filled before put.
    @ThreadSafe static class Good6 {
        static class Rec { String name; }
        private final Map<String, Rec> recs = new ConcurrentHashMap<>();
        public void put(String k) { Rec r = recs.get(k); if (r == null) { r = new Rec(); r.name = k; recs.put(k, r); } }
        public String name(String k) { return recs.get(k).name; }
    }
    // BAD: completed after put.
    @ThreadSafe static class Late {
        static class Rec { String name; }
        private final Map<String, Rec> recs = new ConcurrentHashMap<>();
        public void put(String k) { Rec r = new Rec(); recs.put(k, r); r.name = k; } // BAD
        public String name(String k) { return recs.get(k).name; }
    }
    // private helper method.
    @ThreadSafe static class Via {
        static class Acc { long sum; void add(long x) { sum += x; } long sum() { return sum; } }
        private final Map<String, Acc> accs = new HashMap<>();
        private synchronized Acc find(String k) { return accs.computeIfAbsent(k, x -> new Acc()); }
        public void add(String k, long x) { find(k).add(x); } // BAD
        public long sum(String k) { return find(k).sum(); }
    }
    // record of mutable list.
    @ThreadSafe static class Recs {
        record Pair(String s, List<String> l) { }
        private final Pair pair = new Pair("a", new ArrayList<>());
        public synchronized void add(String x) { pair.l().add(x); }
        public int size() { return pair.l().get(0).length(); } // BAD
    }
    // swap.
    @ThreadSafe static class Swap {
        private List<String> buf = new ArrayList<>();
        public synchronized void add(String s) { buf.add(s); }
        public void flush() { List<String> old; synchronized (this) { old = buf; buf = new ArrayList<>(); } for (String s : old) System.out.println(s); }
    }
    // param to private method.
    @ThreadSafe static class Par {
        static class Acc { long sum; }
        private final Map<String, Acc> accs = new HashMap<>();
        public synchronized void open(String k) { accs.put(k, new Acc()); }
        private void bump(Acc a) { a.sum++; }
        public void one(String k) { Acc a; synchronized (this) { a = accs.get(k); } bump(a); } // BAD
        public synchronized void two(String k) { bump(accs.get(k)); }
    }
}
