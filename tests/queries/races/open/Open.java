/** An open program: whoever uses it calls any two methods at the same time. */
public class Open {
    private int mixed; // BAD: one method locks, another does not
    private volatile int flag; // GOOD: volatile
    private final int constant = 3; // GOOD: never changes
    private int hidden; // BAD: reached through a class that others cannot name

    public synchronized void inc() {
        mixed++;
        new Helper().touch();
    }

    public int get() {
        flag++;
        return mixed + constant;
    }

    private class Helper {
        void touch() {
            hidden *= 2;
        }
    }

    public int getHidden() {
        return hidden;
    }
}

