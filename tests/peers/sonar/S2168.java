package sonar;

/** S2168: double-checked locking. */
class S2168 {
    private static StringBuilder text;

    static StringBuilder bad() {
        if (text == null) { // BAD java/unsafe-double-checked-locking
            synchronized (S2168.class) {
                if (text == null) {
                    text = new StringBuilder();
                }
            }
        }
        return text;
    }

    static class Good {
        private static StringBuilder text;

        static synchronized StringBuilder get() {
            if (text == null) text = new StringBuilder();
            return text;
        }
    }
}
