class ThreadStop {
    static class Service extends Thread {
        private volatile boolean ended;

        void shutdown() {
            ended = true;
            interrupt();
        }

        @Override public void run() {
            while (!ended) { }
        }
    }

    static class Server {
        void stop() { }
    }

    void bad(Thread t, ThreadGroup g) {
        t.suspend();  // BAD
        t.resume();  // BAD
        t.stop();  // BAD
        g.stop();  // BAD
    }

    void good(Service s) {
        s.shutdown();
    }

    void tricky(Server s) {
        s.stop();  // GOOD: no thread
    }
}
