package five;

/** Figure 5: x is guarded by value only, y by name only, z by both, w by none. */
public class K {
  private K1 x = new K1();
  private K2 y = new K2();
  private K1 z;
  private K2 w;

  public void m() {
    z = x;
    w = new K2();
    synchronized (z) {
      y = z.f;
      w = y;
    }
    w.g = new Object();
  }

  public static void main(String[] args) {
    new K().m();
  }
}

class K1 {
  K2 f = new K2();
}

class K2 {
  Object g = new Object();
}
