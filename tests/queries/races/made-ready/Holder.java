import javax.servlet.ServletConfig;

/** A container whose sources are there: a thread of its own makes the servlet ready. */
public class Holder {
    private final Object lock = new Object();

    public void start(ServletConfig config) {
        Pages pages = new Pages();
        new Thread(() -> {
            synchronized (lock) {
                pages.init(config);
            }
        }).start();
    }
}
