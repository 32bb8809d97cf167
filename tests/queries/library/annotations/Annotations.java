package notes;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks things.
 *
 * @author Ada
 * @version 2
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@interface Mark {
  String value() default "";

  int[] numbers() default {};

  boolean on() default true;

  Class<?> type() default Object.class;
}

/* no documentation */
@Mark("class")
@SuppressWarnings({"unused", "raw" + "types"})
class Annotations {
  // a field
  @Deprecated int old;

  /**
   * Adds.
   *
   * @param a the first
   * @throws IllegalStateException never
   * @see #old
   */
  @Mark(value = "method", numbers = {1, 2}, on = false, type = String.class)
  @Override
  public boolean equals(final Object a) {
    @SuppressWarnings("local")
    boolean same = a == this;
    return same;
  }
}
