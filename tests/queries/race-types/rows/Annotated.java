package rows;

@interface GuardedBy { String value(); }
@interface Requires { String[] value(); }
@interface ThreadLocal { }
@interface Ghost { String value(); }
@interface NoWarn { String value(); }

/** Annotated in Java. */
class Annotated {
  @Ghost("Annotated a") static class Part {
    @GuardedBy("this") int own;
  }

  final Object lock = new Object();
  @GuardedBy("lock") int n;

  @Requires("lock") void needs() {
    n++;
  }

  void right() {
    synchronized (lock) {
      needs();
    }
  }

  void wrong() {
    needs();
  }

  @NoWarn("requires") void silent() {
    needs();
  }
}

@ThreadLocal class Local {
  int n;

  void up() {
    n++;
  }
}
