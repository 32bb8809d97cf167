

import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
public class Stock2 {
  private final Map<String, List<String>> shelves = new HashMap<>();
  private final ReadWriteLock rw = new ReentrantReadWriteLock();
  public int size(String k) {
    rw.readLock().lock();
    try { if (shelves.containsKey(k)) { return shelves.get(k).size(); } } finally { rw.readLock().unlock(); }
    rw.writeLock().lock();
    try {
      if (!shelves.containsKey(k)) { shelves.put(k, new ArrayList<>()); }
      return shelves.get(k).size();
    } finally { rw.writeLock().unlock(); }
  }
}
