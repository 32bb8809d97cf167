package preparation;

import java.util.concurrent.atomic.AtomicBoolean;
import javax.annotation.concurrent.ThreadSafe;

/** Fields that are written by whoever sets a flag first: the object is started once. */
@ThreadSafe
class Started {
    private final AtomicBoolean started = new AtomicBoolean();
    private final AtomicBoolean open = new AtomicBoolean();
    private String name; // counts less: written once, at the start
    private String title; // counts less: the same, behind a test that returns
    private String renamed; // counts in full: written later too
    private int calls;

    public void start(String given) {
        if (started.compareAndSet(false, true)) {
            name = given;
            renamed = given;
        }
    }

    public void open(String given) {
        if (open.getAndSet(true)) {
            return;
        }
        title = given;
    }

    public void rename(String given) {
        renamed = given;
    }

    public synchronized String tell() {
        calls++;
        return name + title + renamed + calls;
    }
}
