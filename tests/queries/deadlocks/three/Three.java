/** Three threads, each with one lock, that wait for each other in a circle. */
public class Three {
    private static final Object A = new Object();
    private static final Object B = new Object();
    private static final Object C = new Object();
    private static final Object GATE = new Object();
    private static final Object D = new Object();
    private static final Object E = new Object();
    private static final Object F = new Object();
    private static final Object X = new Object();
    private static final Object Y = new Object();
    private static final Object Z = new Object();
    private int n;

    public void begin() {
        new Thread(this::ab).start();
        new Thread(this::bc).start();
        new Thread(this::ca).start();
        new Thread(this::de).start();
        new Thread(this::ef).start();
        new Thread(this::fd).start();
        new Thread(this::xy).start();
        new Thread(this::yz).start();
        new Thread(this::xz).start();
    }

    private void ab() {
        synchronized (A) { // BAD: A, then B
            synchronized (B) {
                n++;
            }
        }
    }

    private void bc() {
        synchronized (B) {
            takeC();
        }
    }

    private void takeC() {
        synchronized (C) {
            n++;
        }
    }

    private void ca() {
        synchronized (C) {
            synchronized (A) {
                n++;
            }
        }
    }

    private void de() {
        synchronized (GATE) {
            synchronized (D) { // GOOD: one thread at a time comes here and to the next
                synchronized (E) {
                    n++;
                }
            }
        }
    }

    private void ef() {
        synchronized (GATE) {
            synchronized (E) {
                synchronized (F) {
                    n++;
                }
            }
        }
    }

    private void fd() {
        synchronized (F) {
            synchronized (D) {
                n++;
            }
        }
    }

    private void xy() {
        synchronized (X) { // GOOD: one order everywhere
            synchronized (Y) {
                n++;
            }
        }
    }

    private void yz() {
        synchronized (Y) {
            synchronized (Z) {
                n++;
            }
        }
    }

    private void xz() {
        synchronized (X) {
            synchronized (Z) {
                n++;
            }
        }
    }
}
