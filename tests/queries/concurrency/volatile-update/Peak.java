/** The greatest value so far. */
public class Peak {
    private volatile long most;
    private volatile long last;

    public void sample(long value) {
        if (value > most) {
            most = value; // BAD: a greater one may come in between
        }
        last = value;
    }

    public void least(long value) {
        if (value > last) {
            most = value; // GOOD: another field is asked
        }
    }

    public synchronized long most() {
        return most;
    }
}
