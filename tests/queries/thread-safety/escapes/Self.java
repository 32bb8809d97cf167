package escapes;

import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.ThreadSafe;

interface Bus {
    void register(Object listener);
}

/** Constructors that let `this` be known before it is ready. */
@ThreadSafe
public class Self {
    private static Self last;
    private final List<Object> mine = new ArrayList<>();
    private final int limit;

    public Self(Bus bus, int limit) {
        bus.register(this); // BAD
        this.limit = limit;
    }

    public Self(int limit) {
        last = this; // BAD
        this.limit = limit;
    }

    public Self() {
        mine.add(this);
        this.limit = 0;
    }

    private Self(Bus bus) {
        this.limit = 1;
        bus.register(this);
    }

    private Self(java.lang.ref.Cleaner cleaner, int limit, String name) {
        cleaner.register(this, () -> System.out.println(name)); // a cleaner hands nothing out
        this.limit = limit;
    }

    public Self(java.lang.ref.Cleaner cleaner, String name) {
        cleaner.register(this, () -> System.out.println(name));
        this.limit = 2;
    }
}
