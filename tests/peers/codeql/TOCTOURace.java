package codeql;

/** java/toctou-race-condition: what one synchronized method has answered may not hold when the next is called. */
class TOCTOURace {
    static class Gate {
        private boolean open;

        public synchronized boolean isOpen() { return open; }

        public synchronized void setOpen(boolean value) { open = value; }

        public synchronized void pass() {
            if (!isOpen()) throw new IllegalStateException();
        }
    }

    public synchronized void bad(Gate gate) {
        if (gate.isOpen()) {
            gate.pass(); // BAD java/toctou-race-condition
        }
    }

    public synchronized void good(Gate gate) {
        synchronized (gate) {
            if (gate.isOpen()) {
                gate.pass();
            }
        }
    }
}
