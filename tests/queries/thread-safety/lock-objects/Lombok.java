package lockobjects;
import lombok.Locked;
import lombok.Synchronized;
import javax.annotation.concurrent.ThreadSafe;

/* What Lombok puts around methods: classes with BAD are wrong, the others right. */
@ThreadSafe class Named {
  private final Object door = new Object();
  private int voices;
  @Synchronized("door") public void join() { voices++; }
  public int get() { synchronized (door) { return voices; } }
}
@ThreadSafe class Mixed {
  private final Object door = new Object();
  private int voices;
  @Synchronized("door") public void join() { voices++; /*BAD*/}
  @Synchronized public int get() { return voices; }
}
@ThreadSafe class ReadWrite {
  private int voices;
  @Locked.Write public void a() { voices++; }
  @lombok.Locked.Read public int b() { return voices; }
}
@ThreadSafe class WriteUnderRead {
  private int voices;
  @Locked.Read public void a() { voices++; /*BAD*/}
  @lombok.Locked.Read public int b() { return voices; }
}
@ThreadSafe class Plain {
  private int voices;
  @Locked public void a() { voices++; }
  @Locked public int b() { return voices; }
}
@ThreadSafe class StaticPlain {
  private static int voices;
  @Synchronized public static void a() { voices++; }
  @Synchronized public static int b() { return voices; }
}
@ThreadSafe class StaticMixed {
  private static int voices;
  @Synchronized public static void a() { voices++; /*BAD*/}
  @Synchronized public int b() { return voices; }
}
