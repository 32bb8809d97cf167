import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

/** Compound operations without a lock. */
class Words {
  private final Map<String, Integer> counts = new ConcurrentHashMap<>();
  private final List<String> order = Collections.synchronizedList(new ArrayList<>());
  private final Vector<String> queue = new Vector<>();
  private final AtomicInteger highest = new AtomicInteger();
  private final Map<String, Integer> plain = new HashMap<>();

  void count(String word) {
    Integer before = counts.get(word);
    counts.put(word, before == null ? 1 : before + 1); // BAD
  }

  void first(String word) {
    if (!counts.containsKey(word)) {
      counts.put(word, 1); // BAD
    }
  }

  void firstElsewhere(String word, String other) {
    if (!counts.containsKey(word)) {
      counts.put(other, 1); // another key
    }
  }

  void atOnce(String word) { counts.merge(word, 1, Integer::sum); }

  String last() {
    if (order.size() == 0) return null;
    return order.get(0); // BAD
  }

  String next() {
    if (queue.isEmpty()) {
      return null;
    }
    return queue.firstElement(); // BAD
  }

  String nextLocked() {
    synchronized (queue) {
      return queue.isEmpty() ? null : queue.firstElement();
    }
  }

  void raise(int value) {
    if (highest.get() < value) highest.set(value); // BAD
  }

  void raiseAtOnce(int value) { highest.accumulateAndGet(value, Math::max); }

  public void notShared(String word) {
    if (!plain.containsKey(word)) plain.put(word, 1); // no thread-safe object: other checks tell of it
  }

  void forget() {
    order.clear();
    queue.clear();
  }

  public synchronized void caller(String word) { inner(word); }

  private void inner(String word) {
    if (!counts.containsKey(word)) counts.put(word, 1); // BAD: all callers hold a lock, but count() does not take it
  }

  public void unrelated(String word) {
    int size = counts.size();
    counts.put(word, 0);
  }

  public void forget(String word) {
    Integer count = counts.get(word);
    if (count != null) counts.remove(word); // BAD
  }

  public void forgetIfUnchanged(String word) {
    Integer count = counts.get(word);
    if (count != null) counts.remove(word, count); // tests again by itself
  }
}

/** Old collections lock each call, whether or not the object is shared. */
class OneThread {
  private final Vector<String> queue = new Vector<>();
  private static final Vector<String> all = new Vector<>();

  String next() {
    return queue.isEmpty() ? null : queue.remove(0); // fine: nothing says that several threads use it
  }

  String nextOfAll() {
    return all.isEmpty() ? null : all.remove(0); // BAD: static
  }
}

/** What others do in between makes no difference. */
class Harmless {
  private final List<String> names = new CopyOnWriteArrayList<>();
  private final Map<String, Class<?>> classes = new ConcurrentHashMap<>();
  private final Map<String, List<String>> lists = new ConcurrentHashMap<>();
  private final Queue<String> waiting = new ConcurrentLinkedQueue<>();

  void add(String name) {
    names.add(name);
    waiting.add(name);
  }

  String first() {
    return names.isEmpty() ? null : names.get(0); // fine: nothing is taken out
  }

  Class<?> find(String name) throws ClassNotFoundException {
    Class<?> found = classes.get(name);
    if (found == null) {
      found = Class.forName(name);
      classes.put(name, found); // fine: everybody puts the same class
    }
    return found;
  }

  List<String> list(String name) {
    List<String> found = lists.get(name);
    if (found == null) {
      found = new ArrayList<>();
      lists.put(name, found); // BAD: two lists, one of them lost
    }
    return found;
  }

  void drop(String name) {
    if (lists.containsKey(name)) {
      lists.remove(name); // fine
    }
  }

  int lengths() {
    int length = 0;
    if (!waiting.isEmpty()) {
      Iterator<String> i = waiting.iterator(); // fine
      while (i.hasNext()) length += i.next().length();
    }
    return length;
  }
}
