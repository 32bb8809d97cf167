package errorprone;

import java.util.ArrayList;
import java.util.List;

/** ConstructorLeaksThis: a constructor that registers the object. */
class ConstructorLeaksThis {
    interface Listener {
        void changed();
    }

    static class Registry {
        private final List<Listener> all = new ArrayList<>();

        synchronized void add(Listener l) { all.add(l); }
    }

    @interface ThreadSafe {
    }

    @ThreadSafe
    static class Bad implements Listener {
        private int size;

        Bad(Registry registry) {
            registry.add(this); // BAD java/this-escape
            size = 3;
        }

        @Override public synchronized void changed() { size++; }
    }
}
