

import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
public class Orders {
  record Order(String id, List<String> lines) { }
  private final ConcurrentMap<String, Order> orders = new ConcurrentHashMap<>();
  public void open(String id) { orders.put(id, new Order(id, new ArrayList<>())); }
  public void line(String id, String text) {
    orders.get(id).lines().add(text);
  }
  public int count(String id) { return orders.get(id).lines().size(); }
}
