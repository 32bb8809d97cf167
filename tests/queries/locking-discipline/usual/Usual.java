package usual;

class Table {
  int size;
  int other;
  private void change() { other++; }
  final Object lock = new Object();

  public void a() { synchronized (lock) { change(); } }
  public void b() { synchronized (lock) { change(); } }
  public void c() { synchronized (lock) { change(); } }
  public void d() { synchronized (lock) { change(); } }
  public void e() { change(); } // BAD: four of five calls hold the lock
}

public class Usual {
  private final Table table = new Table();
  public void one() { synchronized (table) { table.size++; } table.a(); table.b(); }
  public void two() { synchronized (table) { table.size++; } table.c(); table.d(); table.e(); }
  public void three() { synchronized (table) { table.size--; } }
  public void four() { synchronized (table) { table.size = 0; } }
  public int odd() { return table.size; } // BAD: four of five uses hold the lock
}
