/** One field that many methods test: one finding. */
class Channels {
    private volatile StringBuffer line;
    private volatile StringBuffer other;

    void open() { line = new StringBuffer(); other = new StringBuffer(); }

    void close() { line = null; other = null; }

    void join() {
        if (line == null) throw new IllegalStateException();
        line.append("join");  // BAD
    }

    void part() {
        if (line == null) throw new IllegalStateException();
        line.append("part");  // BAD, and reported with the first
    }

    void ping() {
        if (line != null) line.append("ping");  // BAD, and reported with the first
    }

    void copied() {
        StringBuffer l = line;
        if (l != null) l.append("copy");
    }

    void echo() {
        if (other != null) other.append("echo");  // BAD: another field
    }

    void echoTwice() {
        if (other != null) other.append("echo");  // BAD, and reported with the first
    }
}
