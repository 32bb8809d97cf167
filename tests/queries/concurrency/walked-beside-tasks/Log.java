

import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
public class Log {
  public static void main(String[] a) {
    List<String> lines = Collections.synchronizedList(new ArrayList<>());
    ExecutorService e = Executors.newFixedThreadPool(2);
    for (int i = 0; i < 100; i++) { int n = i; e.execute(() -> lines.add("line " + n)); }
    for (String s : lines) {
      System.out.println(s);
    }
    e.shutdown();
  }
}
