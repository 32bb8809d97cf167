package spotbugs;

/** UG_SYNC_SET_UNSYNC_GET: a getter without the lock of its setter. */
class UgSyncSetUnsyncGet {
    private String name;

    public synchronized void setName(String value) { name = value; }

    public String getName() { return name; } // BAD java/unsynchronized-getter
}
