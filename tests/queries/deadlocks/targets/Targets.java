package targets;

/** Ways whose calls may run many methods count less: not all of the turns that are shown may belong together. */
public class Targets {
    interface Filter {
        void pass(Sink sink);
    }

    static class Plain implements Filter {
        @Override
        public void pass(Sink sink) {
            sink.put();
        }
    }

    static class Logged implements Filter {
        private int count;

        @Override
        public void pass(Sink sink) {
            count++;
        }
    }

    static class Dropped implements Filter {
        @Override
        public void pass(Sink sink) {
        }
    }

    static class Doubled implements Filter {
        @Override
        public void pass(Sink sink) {
            new Plain().pass(sink);
        }
    }

    /** BAD, though the way from the source to the sink is one of four. */
    static class Sink {
        private final Source source = new Source(this);
        private int size;

        synchronized void put() {
            size++;
        }

        synchronized void ask() {
            source.answer();
        }
    }

    static class Source {
        private final Sink sink;
        private Filter filter = new Plain();

        Source(Sink sink) {
            this.sink = sink;
        }

        synchronized void answer() {
        }

        synchronized void send() {
            filter.pass(sink);
        }

        synchronized void choose(int i) {
            filter = i == 0 ? new Plain() : i == 1 ? new Logged() : i == 2 ? new Dropped() : new Doubled();
        }
    }

    public static void main(String[] args) {
        Sink sink = new Sink();
        sink.source.choose(args.length);
        new Thread(sink::ask).start();
        new Thread(sink.source::send).start();
    }
}
