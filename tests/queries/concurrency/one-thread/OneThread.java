import java.util.Iterator;
import java.util.NoSuchElementException;

/** A field that is tested and used: of objects that one thread uses by contract, and of any others. */
class OneThread {
    private final Object lock = new Object();

    /** Who asked for it uses it. */
    class Steps implements Iterator<String> {
        private String next = "a";

        @Override
        public boolean hasNext() {
            return next != null && next.length() > 0; // counts less
        }

        @Override
        public String next() {
            synchronized (lock) {
                String result = next;
                next = null;
                if (result == null) {
                    throw new NoSuchElementException();
                }
                return result;
            }
        }
    }

    private String name = "a";

    public boolean hasName() {
        return name != null && name.length() > 0; // BAD
    }

    public void forget() {
        synchronized (lock) {
            name = null;
        }
    }
}
