import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

/** Values that are made of what was read and written back. */
class Stock {
  private final ConcurrentMap<String, Long> pieces = new ConcurrentHashMap<>();
  private final AtomicLong best = new AtomicLong();
  private final AtomicInteger free = new AtomicInteger(8);
  private final AtomicReference<List<String>> names = new AtomicReference<>(List.of());

  public void deliver(ExecutorService workers, String article) {
    workers.execute(() -> pieces.put(article, pieces.getOrDefault(article, 0L) + 1)); // BAD
  }

  public void deliverAtOnce(ExecutorService workers, String article) {
    workers.execute(() -> pieces.merge(article, 1L, Long::sum));
  }

  public void sell(String article) {
    Long n = pieces.get(article);
    if (n == null) {
      n = 10L;
    }
    long left = n - 1;
    pieces.put(article, left); // BAD
  }

  public void record(long value) {
    long highest = best.get();
    best.set(highest < value ? value : highest); // BAD
  }

  public void name(String name) {
    List<String> more = new ArrayList<>(names.get());
    more.add(name);
    names.set(more); // BAD
  }

  public boolean borrow() {
    return free.getAndDecrement() > 0;
  }

  public synchronized void giveBack(int n) {
    free.set(Math.min(8, free.get() + n)); // BAD: borrow() does not take this lock
  }
}

/** Atomic variables that are only changed with one lock held. */
class Meter {
  private final AtomicInteger level = new AtomicInteger();

  public synchronized void rise() {
    level.set(level.get() + 1); // fine: all changes hold this lock
  }

  public void fall() {
    synchronized (this) {
      level.decrementAndGet();
    }
  }

  public int level() { return level.get(); }
}

/** Locks and collections that are made for keys. */
class Doors {
  private final Map<String, Lock> locks = new ConcurrentHashMap<>();
  private final Map<String, Set<String>> guests = new ConcurrentHashMap<>();
  private final Map<String, Integer> rooms = new ConcurrentHashMap<>();

  public Lock lock(String door) {
    Lock l = locks.get(door);
    if (l == null) {
      l = new ReentrantLock();
      locks.put(door, l); // BAD
    }
    return l;
  }

  public Lock oneLock(String door) { return locks.computeIfAbsent(door, d -> new ReentrantLock()); }

  public void enter(String door, String guest) {
    if (!guests.containsKey(door)) guests.put(door, ConcurrentHashMap.newKeySet()); // BAD
    guests.get(door).add(guest);
  }

  public int count() {
    int n = 0;
    for (String door : guests.keySet()) {
      n += guests.get(door).size(); // fine: nothing is taken out
    }
    return n;
  }

  public void number(String door, int n) { rooms.put(door, n); }

  public void close(String door) { rooms.remove(door); }

  public int sum() {
    int n = 0;
    Iterator<String> doors = rooms.keySet().iterator();
    while (doors.hasNext()) {
      String door = doors.next();
      n += rooms.get(door); // BAD: null where the door was closed
    }
    return n;
  }

  public int sumOfEntries() {
    int n = 0;
    for (Map.Entry<String, Integer> e : rooms.entrySet()) n += e.getValue();
    return n;
  }

  public int sumOfTested() {
    int n = 0;
    for (String door : rooms.keySet()) {
      Integer number = rooms.get(door);
      if (number != null) n += number;
    }
    return n;
  }

  public int of(String door) {
    if (rooms.containsKey(door)) {
      return rooms.get(door); // BAD
    }
    return -1;
  }
}

/** An own class that locks each call. */
class Box {
  private final Deque<String> things = new ArrayDeque<>();
  private int weight;

  synchronized void put(String thing) { things.add(thing); }

  synchronized boolean hasThings() { return !things.isEmpty(); }

  synchronized String take() { return things.poll(); }

  synchronized String takeFirst() { return things.removeFirst(); }

  synchronized int weight() { return weight; }

  synchronized void weight(int w) { weight = w; }
}

class Boxes {
  public final Box shown = new Box();
  private final Box hidden = new Box();
  private final List<Box> all = new CopyOnWriteArrayList<>();

  public void add(Box b) { all.add(b); }

  public void print() {
    for (Box b : all) {
      if (b.hasThings()) {
        System.out.println(b.take().trim()); // BAD: null, if another thread took it
      }
    }
  }

  public void printFirst(Box b) {
    while (b.hasThings()) {
      System.out.println(b.takeFirst()); // BAD: throws
    }
  }

  public void printLocked(Box b) {
    synchronized (b) {
      if (b.hasThings()) {
        System.out.println(b.takeFirst());
      }
    }
  }

  public void printTested(Box b) {
    String s = b.take();
    if (s != null) System.out.println(s.trim());
  }

  public synchronized void load(int kilos) {
    int before = shown.weight();
    shown.weight(before + kilos); // BAD: the lock of this object keeps nobody from the box
  }

  public synchronized void loadHidden(int kilos) {
    int before = hidden.weight();
    hidden.weight(before + kilos); // fine: the box is only used with this lock held
  }
}

/** A wrapper that holds its own lock, and not that of what it wraps. */
class Invited {
  public final List<String> names = Collections.synchronizedList(new ArrayList<>());
  private final List<String> own = Collections.synchronizedList(new ArrayList<>());

  public synchronized void invite(String name) {
    if (!names.contains(name)) names.add(name); // BAD
  }

  public void inviteLocked(String name) {
    synchronized (names) {
      if (!names.contains(name)) names.add(name);
    }
  }

  public synchronized void inviteOwn(String name) {
    if (!own.contains(name)) own.add(name); // fine: nobody else has the list
  }
}

/** Buffers that others have. */
class Tape {
  private final StringBuffer text = new StringBuffer();
  private final StringBuffer own = new StringBuffer();

  public StringBuffer text() { return text; }

  public synchronized void stripNewline() {
    int end = text.length();
    if (end > 0 && text.charAt(end - 1) == '\n') { // BAD
      text.deleteCharAt(end - 1); // BAD
    }
  }

  public synchronized void stripOwn() {
    if (own.length() > 0) own.setLength(own.length() - 1); // fine
  }

  public synchronized void append(String s) { own.append(s); }
}

/** Notes of a page, which locks itself in each call, and what asks it under a name of its own. */
class Notes {
  private final Map<String, List<String>> byGroup = new HashMap<>();

  public synchronized List<String> get(String group) {
    return byGroup.get(group);
  }

  public synchronized void put(String group, List<String> notes) {
    byGroup.put(group, notes);
  }

  public Group group(String name) {
    return new Group(this, name);
  }

  static class Group {
    private final Notes owner;
    private final String name;

    Group(Notes owner, String name) {
      this.owner = owner;
      this.name = name;
    }

    public void addTogether(String note) {
      synchronized (owner) {
        List<String> more = new ArrayList<>(owner.get(name));
        more.add(note);
        owner.put(name, more); // fine: the lock of all calls is held
      }
    }

    public void addApart(String note) {
      synchronized (this) {
        List<String> more = new ArrayList<>(owner.get(name));
        more.add(note);
        owner.put(name, more); // BAD: the lock of the group is another one
      }
    }
  }
}
