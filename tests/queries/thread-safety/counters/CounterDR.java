package counters;

import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class CounterDR {
    int cnt = 0;

    public void inc() {
        cnt++;
    }
}
