package views;

import java.util.*;
import javax.annotation.concurrent.ThreadSafe;

/** Live views that are handed out. */
@ThreadSafe public class Views {
  private final List<String> names = new ArrayList<>();
  public synchronized void add(String s) { names.add(s); }
  public synchronized List<String> ro() { return Collections.unmodifiableList(names); } // BAD
  public synchronized Iterator<String> iterator() { return names.iterator(); } // BAD
  public synchronized List<String> copy() { return Collections.unmodifiableList(new ArrayList<>(names)); }
  public synchronized List<String> snap() { return List.copyOf(names); }
  public synchronized String first() { return names.iterator().next(); }
}
