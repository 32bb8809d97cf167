package shapes;

import net.jcip.annotations.ThreadSafe;

/** Fields that only the run of the object's own thread uses, and one that others read. */
@ThreadSafe
public class OnThread extends Thread {
    private int rounds;
    private int seen;

    @Override
    public void run() {
        rounds++;
        step();
    }

    private void step() {
        rounds += 2;
        seen++; // BAD
    }

    public int seen() {
        return seen;
    }
}
