

import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
public class Buffer2 {
  private final Object[] items = new Object[8];
  private int count;
  public synchronized void put(Object o) throws InterruptedException {
    while (count == items.length) { wait(); }
    items[count++] = o;
    notifyAll();
  }
  public synchronized Object take() throws InterruptedException {
    while (count == 0) { wait(); }
    Object o = items[--count];
    notifyAll();
    return o;
  }
}
