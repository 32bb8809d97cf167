package marks;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Annotations and what bears them; in `marks.jar`, made by `javac -g:none`. */
public class Marks {
    public enum Verb { GET, PUT }

    @Retention(RetentionPolicy.RUNTIME)
    public @interface Route {
        String[] value() default {};
        Verb verb() default Verb.GET;
        int weight() default 3;
        Class<?> of() default int.class;
        Note note() default @Note("none");
    }

    public @interface Note {
        String value();
    }

    @Route(value = {"a", "b;\t\\"}, verb = Verb.PUT)
    public @interface Put {
    }

    public static class Page {
        @Note("field") public int size;
        @Note("method") public void show(int plain, @Note("parameter") String marked) { }
    }
}
