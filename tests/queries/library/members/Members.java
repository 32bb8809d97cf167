package people;

import java.util.function.Supplier;

/** A person. */
public abstract class Members implements Comparable<Members>, Supplier<String> {
  /** The name. */
  private final String name;
  protected volatile int age, height = 3;
  public static int count;

  static {
    count = 1;
  }

  {
    age = 2;
  }

  Members(String name) {
    this.name = name;
  }

  Members() {
    this("none");
  }

  public String getName() {
    return name;
  }

  public void setAge(int age) {
    this.age = age;
  }

  @Override
  public int compareTo(Members other) {
    return age - other.age;
  }

  @Override
  public String get() {
    return getName();
  }

  synchronized void many(int first, String... rest) throws java.io.IOException {
    count++;
  }

  abstract <T extends Number> T pick(T[] of);

  static native void help();

  @Override
  public String toString() {
    return super.toString() + name;
  }
}

class Child extends Members {
  Child() {
    super("child");
  }

  @Override
  <T extends Number> T pick(T[] of) {
    return of[0];
  }

  @Override
  public String getName() {
    return "child";
  }
}
