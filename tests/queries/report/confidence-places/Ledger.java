/**
 * A ledger. It is not thread-safe: callers hold a lock.
 */
class Ledger {
    private int sum;

    void add(int n) {
        sum += n;
    }

    /** Rows, of which nothing is said. */
    static class Rows {
        private int rows;

        void add() {
            rows++;
        }

        /** Not thread safe. */
        class Cursor {
            private int at;
        }
    }

    class Reader {
        int read() {
            return sum;
        }
    }

    interface Listener {
        void changed();
    }

    int sum() {
        return sum;
    }
}
