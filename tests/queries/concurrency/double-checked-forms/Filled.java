/** Both tests and the lock are in one method, and a helper sets the field. */
public class Filled {
    static class Map {
        private int size;
        private int[] cells = new int[4];

        void put(int n) {
            cells[size++] = n;
        }

        int size() {
            return size;
        }
    }

    private Map plain;
    private volatile Map whole;

    public int plain() {
        if (plain == null) { // BAD: not volatile
            synchronized (this) {
                if (plain == null) {
                    makePlain();
                }
            }
        }
        return plain.size();
    }

    private void makePlain() {
        plain = new Map();
    }

    public int whole() {
        if (whole == null) { // GOOD
            synchronized (this) {
                if (whole == null) {
                    makeWhole();
                }
            }
        }
        return whole.size();
    }

    private void makeWhole() {
        Map m = new Map();
        m.put(1);
        whole = m;
    }
}
