

import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
public class Buffer {
  private final Object[] items = new Object[8];
  private int count;
  private final ReentrantLock lock = new ReentrantLock();
  public boolean offer(Object o) {
    boolean room;
    lock.lock();
    try { room = count < items.length; } finally { lock.unlock(); }
    if (!room) { return false; }
    lock.lock();
    try {
      items[count++] = o;
    } finally { lock.unlock(); }
    return true;
  }
  public Object poll() { lock.lock(); try { return count == 0 ? null : items[--count]; } finally { lock.unlock(); } }
}
