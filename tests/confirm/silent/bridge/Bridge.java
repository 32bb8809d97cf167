package silent.bridge;

/** Both threads take the locks in one order. */
public class Bridge {
    private final Object north = new Object();
    private final Object south = new Object();
    private int crossings;

    public void walk() {
        synchronized (north) {
            synchronized (south) {
                crossings++;
            }
        }
    }

    public void ride() {
        synchronized (north) {
            synchronized (south) {
                crossings += 2;
            }
        }
    }
}
