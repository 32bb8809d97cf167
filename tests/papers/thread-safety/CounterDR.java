import net.jcip.annotations.ThreadSafe;

/** Paper 1, figure 1: no lock, and a field that others can reach. */
@ThreadSafe
public class CounterDR {
    int cnt = 0;

    public void inc() {
        cnt++; // reported: java/not-threadsafe
    }
}
