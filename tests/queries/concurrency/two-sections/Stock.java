

import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
public class Stock {
  private final Map<String, Integer> pieces = new HashMap<>();
  private final ReadWriteLock rw = new ReentrantReadWriteLock();
  public void add(String k, int n) {
    int old;
    rw.readLock().lock();
    try { old = pieces.getOrDefault(k, 0); } finally { rw.readLock().unlock(); }
    rw.writeLock().lock();
    try {
      pieces.put(k, old + n);
    } finally { rw.writeLock().unlock(); }
  }
}
