import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** What two threads may add twice, and maps that only grow. */
class Stations {
  private final List<Hearer> hearers = new CopyOnWriteArrayList<>();
  private final List<String> names = new CopyOnWriteArrayList<>();
  private final List<Spot> spots = new CopyOnWriteArrayList<>();
  protected final Map<String, Hearer> byName = new ConcurrentHashMap<>();
  protected final Map<String, Hearer> leaving = new ConcurrentHashMap<>();

  interface Hearer {
    void hear(String what);
  }

  record Spot(int x, int y) {}

  public void add(Hearer hearer) {
    if (!hearers.contains(hearer)) {
      hearers.add(hearer); // no evidence: each has a hearer of its own
    }
  }

  public void add(String name) {
    if (!names.contains(name)) {
      names.add(name); // BAD: names are equal
    }
  }

  public void add(Spot spot) {
    if (!spots.contains(spot)) {
      spots.add(spot); // BAD: spots are equal
    }
  }

  public void put(String name, Hearer hearer) {
    byName.put(name, hearer);
    leaving.put(name, hearer);
  }

  public void take(String name) {
    leaving.remove(name);
  }

  public void tell(String what) {
    for (String name : byName.keySet()) {
      byName.get(name).hear(what); // fine: nothing leaves the map
    }
    for (String name : leaving.keySet()) {
      leaving.get(name).hear(what); // BAD
    }
  }
}
