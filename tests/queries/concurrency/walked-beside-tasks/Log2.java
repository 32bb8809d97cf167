

import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
public class Log2 {
  public static void main(String[] a) throws Exception {
    List<String> lines = Collections.synchronizedList(new ArrayList<>());
    ExecutorService e = Executors.newFixedThreadPool(2);
    for (int i = 0; i < 100; i++) { int n = i; e.execute(() -> lines.add("line " + n)); }
    e.shutdown();
    e.awaitTermination(1, TimeUnit.MINUTES);
    for (String s : lines) { System.out.println(s); }
  }
}
