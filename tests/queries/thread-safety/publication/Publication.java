package publication;

import java.util.concurrent.ConcurrentHashMap;
import java.util.Map;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class Publication {
    private int zero = 0;
    private boolean no = false;
    private char nul = '\0';
    private double nothing = 0.0;
    private long none = 0L;
    private Object nil = null;
    private int ten = 10;
    private final int fixed = 10;
    private volatile int visible = 10;
    private static int shared = 10;
    private Map<String, String> map = new ConcurrentHashMap<>();
    private String name;
    private String unset;

    public Publication(String name) {
        this.name = name;
        this.unset = null;
    }

    public synchronized int sum() {
        return zero + ten;
    }

    public synchronized void change() {
        ten++;
        zero++;
    }
}
