

import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
public class Progress2 {
  private final AtomicInteger done = new AtomicInteger();
  void step() { done.incrementAndGet(); }
  public static void main(String[] a) throws Exception {
    Progress2 p = new Progress2();
    ExecutorService e = Executors.newFixedThreadPool(8);
    for (int i = 0; i < 1000; i++) { e.submit(p::step); }
    e.shutdown();
    e.awaitTermination(1, TimeUnit.MINUTES);
    System.out.println(p.done);
  }
}
