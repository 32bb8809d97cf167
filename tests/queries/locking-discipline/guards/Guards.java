import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.checkerframework.checker.lock.qual.Holding;

class Outer {
  final Object lock = new Object();

  static class Registry {
    static final Object LOCK = new Object();
    final Inner inner = new Inner();

    static class Inner {
      static final Object DEEP = new Object();
      final Object mutex = new Object();
    }
  }

  class Part {
    @javax.annotation.concurrent.GuardedBy("Outer.this") int outer;
    @javax.annotation.concurrent.GuardedBy("lock") int around;
    @javax.annotation.concurrent.GuardedBy("Outer.this.lock") int aroundLong;
    @javax.annotation.concurrent.GuardedBy("Outer.lock") int aroundByClass;
    @javax.annotation.concurrent.GuardedBy("Registry.this") int stranger;
  }
}

class Spellings {
  private final Object lock = new Object();
  @javax.annotation.concurrent.GuardedBy("this") int javax;
  @net.jcip.annotations.GuardedBy("lock") int jcip;
  @com.google.errorprone.annotations.concurrent.GuardedBy("this.lock") int errorprone;
  @org.checkerframework.checker.lock.qual.GuardedBy({"lock", "this"}) List<String> checker;
  @org.checkerframework.checker.lock.qual.GuardedBy("<self>") List<String> self;
  @androidx.annotation.GuardedBy("lock") int androidx;
  @com.android.internal.annotations.GuardedBy(anyOf = {"lock", "this"}) int android;

  @org.checkerframework.checker.lock.qual.GuardedBy("lock") List<String> result() { return checker; }
  @Holding("lock") void holding() {}
  @net.jcip.annotations.GuardedBy("lock") void callers() {}
  @com.google.errorprone.annotations.concurrent.LockMethod("lock") void take() {}
  @com.google.errorprone.annotations.concurrent.UnlockMethod("lock") void give() {}
}

@interface GuardedBy {
  String[] value();
}

class Forms {
  private static final String NAME = "lock";
  private final Object lock = new Object();
  private final ReadWriteLock rw = new ReentrantReadWriteLock();
  private final Forms work = null;
  private final Outer.Registry registry = new Outer.Registry();
  private Unresolved unknown;

  Object getLock() { return lock; }
  static Object global() { return Forms.class; }
  Forms with(int x) { return this; }

  @GuardedBy("itself") List<String> itself = new ArrayList<>();
  @GuardedBy("itself.lock") Forms itsLock;
  @GuardedBy("getLock()") int byMethod;
  @GuardedBy("this.getLock()") int byThisMethod;
  @GuardedBy("work.getLock()") int byPath;
  @GuardedBy("work.work.lock") int byLongPath;
  @GuardedBy("Forms.global()") int byStaticMethod;
  @GuardedBy("global()") int byOwnStaticMethod;
  @GuardedBy("Forms.class") static int byClass;
  @GuardedBy("java.lang.String.class") static int byQualifiedClass;
  @GuardedBy("Outer.Registry.LOCK") int byNested;
  @GuardedBy("Outer.Registry.Inner.DEEP") int byDeeperNested;
  @GuardedBy("registry.inner.mutex") int byFields;
  @GuardedBy("rw.readLock()") int byReader;
  @GuardedBy("rw.writeLock()") int byWriter;
  @GuardedBy("rw") int byWhole;
  @GuardedBy(NAME) int byConstant;
  @GuardedBy("lo" + "ck") int bySum;
  @GuardedBy("this, lock") int byTwo;
  @GuardedBy({"this", "work.lock"}) int byTwoStrings;

  @GuardedBy("nothing") int wrongField;
  @GuardedBy("work.nothing") int wrongStep;
  @GuardedBy("work.nothing()") int wrongMethodStep;
  @GuardedBy("Outer.Nothing.class") int wrongNested;
  @GuardedBy("Forms") int classAlone;
  @GuardedBy("Outer.this") int notAround;
  @GuardedBy("Outer.lock") int notStatic;
  @GuardedBy("unknown.lock") int unknownType;
  @GuardedBy("with(1)") int withArgument;
  @GuardedBy("the lock of the caller") int prose;
  @GuardedBy("#3") int noParameter;

  void parameters(@GuardedBy("b") Map<String, String> a, @GuardedBy("itself") Map<String, String> b) {}
  @Holding("#1.lock") void byNumber(Forms first) {}
  @Holding("first.lock") void byName(Forms first) {}
  @Holding("#2") void tooMany(Forms first) {}
  @Holding({"left", "this"}) void several(Object left) {}
}

class Comments {
  private final Object lock = new Object();
  // @GuardedBy("lock")
  private int annotation;
  // guarded by lock
  private int english;
  private int beside; // Guarded by "lock".
  private int beside2; // GuardedBy(this)
  /** The size. Guarded by {@code this}. */
  private int javadoc;
  /** The size. Guarded by {@link #lock}. */
  private int linked;
  /* guarded by: lock */
  private int block;
  // guarded by the lock of the table
  private int prose;
  // this one is not guarded by anything
  private int nothing;

  // @GuardedBy("lock")
  private void method() {
    // guarded by this test
    int x = 0;
  }

  // is guarded by lock
  private void english() {}
}
