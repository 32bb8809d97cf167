

import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
public class Guests2 {
  private final List<String> names = Collections.synchronizedList(new ArrayList<>());
  void invite(String n) {
    synchronized (names) {
      if (!names.contains(n)) { names.add(n); }
    }
  }
  public static void main(String[] a) throws Exception {
    Guests2 g = new Guests2();
    Thread x = new Thread(() -> g.invite("ann")), y = new Thread(() -> g.invite("ann"));
    x.start(); y.start(); x.join(); y.join();
    System.out.println(g.names);
  }
}
