

import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
public class Progress {
  private volatile int done;
  void step() {
    done++;
  }
  public static void main(String[] a) throws Exception {
    Progress p = new Progress();
    ExecutorService e = Executors.newFixedThreadPool(8);
    for (int i = 0; i < 1000; i++) { e.submit(p::step); }
    e.shutdown();
    e.awaitTermination(1, TimeUnit.MINUTES);
    System.out.println(p.done);
  }
}
