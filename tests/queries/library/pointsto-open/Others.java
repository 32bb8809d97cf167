package open;

// What others may call and hand in: each statement `show(e)` tells the classes of the objects that `e` may point to.

class Show {
    static void show(Object o) {
    }
}

class Given {
}

class GivenToo {
}

class Kept {
    /** Others who were handed an object call its methods. */
    public void use() {
        Show.show(this); // $ pt=Kept
    }
}

class Hidden {
    /** Nobody else gets an object of this class. */
    public void use() {
        Show.show(this);
    }
}

public class Others {
    /** An interface that others may implement, and the sources do. */
    public interface Sink {
        void take(Object o);

        Object give();
    }

    public static class Keeper implements Sink {
        private Object held;

        @Override
        public void take(Object o) {
            held = o;
            Show.show(o); // $ pt=Given
            Show.show(this); // $ pt=Keeper
        }

        @Override
        public Object give() {
            return held;
        }
    }

    /** What is handed to a sink of others is theirs: it is not followed to each sink of the sources. */
    public void handOver(Sink sink) {
        sink.take(new GivenToo());
        sink.take(new Kept());
    }

    /** What is handed to a sink that is made here is. */
    public void keep() {
        Sink sink = new Keeper();
        sink.take(new Given());
        Show.show(sink.give()); // $ pt=Given
    }

    /** A method with a body is called with what it is handed, although others may override it. */
    public void call(Others other) {
        Show.show(other.pass(new Given())); // $ pt=Given
    }

    Object pass(Object o) {
        return o;
    }

    public void hide() {
        Hidden hidden = new Hidden();
        Show.show(hidden); // $ pt=Hidden
    }
}

// Others cannot name it, so that all of its objects are known.
interface Inner {
    Object pass(Object o);
}

class InnerPass implements Inner {
    public Object pass(Object o) {
        return o;
    }
}

class Passing {
    public static void main(String[] args) {
        Inner inner = (Inner) reflect();
        Show.show(inner); // $ pt=Inner
        // An object of which only the type is known, of a type of this package: it executes the methods of the sources.
        Show.show(inner.pass(new Given())); // $ pt=Given
    }

    static native Object reflect();
}
