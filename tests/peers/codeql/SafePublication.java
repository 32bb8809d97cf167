package codeql;

/** java/safe-publication: fields that a constructor sets, and others may not see. */
@ThreadSafe
class SafePublication {
    private Object value; // BAD java/safe-publication
    private int serverId; // BAD java/safe-publication

    public SafePublication() {
        value = new Object();
        serverId = 1;
    }

    public synchronized Object getValue() { return value; }

    public int getServerId() { return serverId; }

    @ThreadSafe
    static class GoodPublication {
        private volatile Object value;
        private final int serverId;

        public GoodPublication() {
            value = new Object();
            serverId = 1;
        }

        public synchronized Object getValue() { return value; }

        public int getServerId() { return serverId; }
    }
}
