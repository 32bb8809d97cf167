package kept;

import java.util.*;
import java.util.concurrent.*;

/** What collections made for several threads hold. */
public class Kept {
  public static class Groups {
    private final Map<String, List<String>> groups = new ConcurrentHashMap<>();
    public void join(String g, String m) { groups.computeIfAbsent(g, k -> new ArrayList<>()).add(m); } // BAD
    public int count() { int n = 0; for (Map.Entry<String, List<String>> e : groups.entrySet()) { for (String s : e.getValue()) n++; } return n; }
  }
  public static class Locked {
    private final Map<String, List<String>> groups = new ConcurrentHashMap<>();
    public void join(String g, String m) { List<String> l = groups.computeIfAbsent(g, k -> new ArrayList<>()); synchronized (l) { l.add(m); } }
    public int count(String g) { List<String> l = groups.get(g); synchronized (l) { return l.size(); } }
  }
  public static class Cow {
    private final Map<String, List<String>> groups = new ConcurrentHashMap<>();
    public void join(String g, String m) { groups.computeIfAbsent(g, k -> new CopyOnWriteArrayList<>()).add(m); }
    public List<String> get(String g) { return groups.get(g); }
  }
  public static class Compute {
    private final ConcurrentMap<String, List<String>> groups = new ConcurrentHashMap<>();
    public void join(String g, String m) { groups.compute(g, (k, l) -> { List<String> c = l == null ? new ArrayList<>() : new ArrayList<>(l); c.add(m); return c; }); }
    public int count(String g) { return groups.get(g).size(); }
  }
  public static class PerThread {
    private final ConcurrentMap<Thread, List<String>> logs = new ConcurrentHashMap<>();
    public void log(String m) { logs.computeIfAbsent(Thread.currentThread(), t -> new ArrayList<>()).add(m); }
  }
  public static class Sb {
    private final ConcurrentLinkedQueue<StringBuilder> q = new ConcurrentLinkedQueue<>();
    public void open() { q.add(new StringBuilder()); }
    public void all(String s) { for (StringBuilder b : q) b.append(s); } // BAD
    public String next() { StringBuilder b = q.poll(); b.append("."); return b.toString(); }
  }
}
