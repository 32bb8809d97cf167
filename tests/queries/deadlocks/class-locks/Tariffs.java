/** The class is locked before an object in one method, after it in the other. */
public class Tariffs {
    private static int loads;
    private int own;

    public static synchronized void reload(Tariffs t) { // BAD
        loads++;
        t.reset();
    }

    private synchronized void reset() {
        own = 0;
    }

    public synchronized void touch() {
        own++;
        count();
    }

    private static synchronized void count() {
        loads++;
    }
}

/** The class is always first. */
class Fares {
    private static int loads;
    private int own;

    public static void reload(Fares f) {
        synchronized (Fares.class) {
            loads++;
            synchronized (f) {
                f.own = 0;
            }
        }
    }

    public void touch() {
        synchronized (Fares.class) {
            loads++;
            synchronized (this) {
                own++;
            }
        }
    }

    public static void main(String[] args) {
        Fares f = new Fares();
        new Thread(() -> reload(f)).start();
        new Thread(f::touch).start();
    }
}
