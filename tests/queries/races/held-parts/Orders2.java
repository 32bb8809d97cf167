

import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
public class Orders2 {
  record Order(String id, List<String> lines) {
    Order { lines = List.copyOf(lines); }
    Order with(String l) { List<String> n = new ArrayList<>(lines); n.add(l); return new Order(id, n); }
  }
  private final ConcurrentMap<String, Order> orders = new ConcurrentHashMap<>();
  public void open(String id) { orders.put(id, new Order(id, List.of())); }
  public void line(String id, String text) { orders.computeIfPresent(id, (k, o) -> o.with(text)); }
  public int count(String id) { Order o = orders.get(id); return o == null ? 0 : o.lines().size(); }
}
