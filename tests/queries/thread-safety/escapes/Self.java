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
}
