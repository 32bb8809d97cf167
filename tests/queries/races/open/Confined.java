/** Memory that is confined to one thread at a time, as its annotation says. */
public class Confined {
    @interface ThreadConfined {
    }

    @ThreadConfined
    private int confined; // GOOD: the annotation says so
    private int value; // BAD

    public synchronized void set() {
        value++;
        confined++;
    }

    public int get() {
        return value + confined;
    }
}
