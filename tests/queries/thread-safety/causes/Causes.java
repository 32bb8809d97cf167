package causes;

@interface ThreadSafe {
}

/** What one method does without the lock is one finding. */
@ThreadSafe
class Recycled {
    private String name;
    private long bytes;
    private final java.util.List<String> parts = new java.util.ArrayList<>();
    private int uses;

    public synchronized void use(String name) {
        this.name = name;
        bytes += name.length();
        parts.add(name);
    }

    public void recycle() {
        name = null;
        bytes = 0;
        parts.clear(); // BAD: it tells of name and bytes too
    }

    public synchronized void count() {
        uses++;
    }

    public int getUses() {
        return uses; // BAD: another method, another cause
    }
}

/** Without any lock the class is the cause. */
@ThreadSafe
class Open {
    private int first;
    private int second;
    private int third;
    private int fourth;
    private int fifth;

    public void add() {
        first++;
        second++;
        third++;
    }

    public void sub() {
        fourth--; // BAD: it tells of the other four too; those are only counted
        fifth--;
    }
}
