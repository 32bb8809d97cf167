import java.util.ArrayList;
import java.util.List;

/*# thread_shared */ public class Leaks {
  private List<String> names /*# guarded_by this */ = new ArrayList<>();
  public synchronized void add(String s) { names.add(s); }
  public synchronized void put(Object[] out) { out[0] = names; } // BAD
  public synchronized Object[] copies() { Object[] all = new Object[1]; all[0] = new ArrayList<>(names); return all; }
}

/*# thread_shared */ class Setter {
  private List<String> names /*# guarded_by this */ = new ArrayList<>();
  public synchronized void add(String s) { names.add(s); }
  public synchronized void set(List<String> all) { names = all; }
}

/*# thread_shared */ class Given {
  private final List<String> names /*# guarded_by this */;
  public Given(List<String> all) { names = all; }
  public synchronized void add(String s) { names.add(s); }
}

/*# thread_shared */ class Copying {
  private final List<String> names /*# guarded_by this */;
  public Copying(List<String> all) { names = new ArrayList<>(all); }
  public synchronized void add(String s) { names.add(s); }
}

class UserOfLeaks {
  Given keeps() {
    List<String> mine = new ArrayList<>();
    Given given = new Given(mine);
    mine.add("after"); // BAD
    return given;
  }
  void sets(Setter setter) {
    List<String> mine = new ArrayList<>();
    mine.add("before");
    setter.set(mine);
  }
  Copying copied() {
    List<String> mine = new ArrayList<>();
    Copying copying = new Copying(mine);
    mine.add("after");
    return copying;
  }
}
