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
  void own(@Mark Annotated<@Mark T> this, java.util.List<@Mark(1) ? extends @Mark String> list) { }
  class Inner { Inner(@Mark Annotated<T> Annotated.this) { } }
  @interface Mark { int value() default 0; }
  @interface Level { int value() default 3; String[] names() default {}; }
}
