import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.ThreadSafe;

/**
 * Counts things.
 *
 * @param <T> what is counted
 * @see Object
 */
@ThreadSafe
@SuppressWarnings({"unchecked", "rawtypes"})
class Annotated<T> {
  // Guarded by this.
  @GuardedBy("this") private int count, total;
  int plain; // beside plain
  /* Before m. */
  @Deprecated(since = "1") synchronized void m(@SuppressWarnings("x") final int p) {
    // Before the increment.
    count++; // beside it
  }
  @interface Level { int value() default 3; String[] names() default {}; }
}
