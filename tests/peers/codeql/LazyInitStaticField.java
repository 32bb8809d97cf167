package codeql;

/** java/lazy-initialization: a static field that a method sets when it is first asked for. */
class LazyInitStaticField {
    private static StringBuilder text;

    public StringBuilder bad() {
        if (text == null)
            text = new StringBuilder(); // BAD java/lazy-initialization
        return text;
    }

    static class GoodAtStart {
        private static StringBuilder text;

        static {
            text = new StringBuilder();
        }

        public StringBuilder get() { return text; }
    }
}
