package forms;

import java.lang.annotation.*;
import java.util.List;

@Target({ElementType.TYPE_USE, ElementType.TYPE_PARAMETER, ElementType.FIELD})
@Retention(RetentionPolicy.RUNTIME)
@interface Mark {
  String value() default "";
  int[] numbers() default {1, 2};
  Class<? extends Number> type() default Integer.class;
  Mark[] more() default {};
  int LIMIT = 10;
}

/** Annotations in every place (JLS 9.7.4). */
@SuppressWarnings("unused")
@nowhere.declared.Unknown(name = "x", value = 3)
class Annotated<@Mark("t") T> extends @Mark Object implements @Mark Cloneable {
  /*# guarded_by this */
  @Mark(value = "f", numbers = {Mark.LIMIT, 2 + 3}) private List<@Mark String> list;
  @Mark String @Mark [] @Mark [] array;

  <@Mark U extends @Mark Comparable<@Mark ? super U>> @Mark U method(@Mark(type = Long.class) U u) throws @Mark Exception {
    @Mark(more = {@Mark, @Mark("a")}) int local = 0; // $ a comment beside
    Object o = new @Mark Object();
    o = (@Mark String) o;
    if (o instanceof @Mark String s) return u;
    try {
      return u;
    } catch (@Mark RuntimeException e) {
      throw new @Mark Exception();
    }
  }
}
