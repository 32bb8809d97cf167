import java.util.List;

/** Two objects that a main method makes, which lock each other. */
class Neighbour {
    private final Object door = new Object();
    private Neighbour next;
    private List<Neighbour> all = List.of();
    private int n;

    synchronized void setNext(Neighbour next) { this.next = next; }

    synchronized void visit(Neighbour other) {  // BAD
        other.welcome();
    }

    private void welcome() {
        synchronized (this) { n++; }
    }

    void copied() {
        Neighbour other;
        synchronized (this) { other = next; }
        synchronized (other) { n++; }  // GOOD: one lock at a time
    }

    public static void main(String[] args) {
        Neighbour a = new Neighbour();
        Neighbour b = new Neighbour();
        a.setNext(b);
        b.setNext(a);
        new Thread(() -> a.visit(b)).start();
        new Thread(() -> b.visit(a)).start();
        new Thread(a::copied).start();
        new Thread(b::copied).start();
    }
}

/** Each has the other as its next. */
class Bell {
    private Bell next;
    private int n;

    synchronized void setNext(Bell next) { this.next = next; }

    synchronized void ring() {  // BAD
        if (n++ == 0) next.ring();
    }

    public static void main(String[] args) {
        Bell a = new Bell();
        Bell b = new Bell();
        a.setNext(b);
        b.setNext(a);
        Thread one = new Thread(a::ring);
        Thread two = new Thread(b::ring);
        one.start();
        two.start();
    }
}

/** A chain: the first knows the second, which knows nobody. */
class Link {
    private Link next;
    private int n;

    synchronized void setNext(Link next) { this.next = next; }

    synchronized void pull() {  // GOOD
        n++;
        if (next != null) next.pull();
    }

    public static void main(String[] args) {
        Link a = new Link();
        Link b = new Link();
        a.setNext(b);
        new Thread(a::pull).start();
        new Thread(b::pull).start();
    }
}

/** A ring that all threads enter at one place. */
class Ring {
    private Ring next;
    private int n;

    synchronized void setNext(Ring next) { this.next = next; }

    synchronized void turn(int times) {  // GOOD: whoever has the first gets the others
        n++;
        if (times > 0) next.turn(times - 1);
    }

    public static void main(String[] args) {
        Ring a = new Ring();
        Ring b = new Ring();
        a.setNext(b);
        b.setNext(a);
        new Thread(() -> a.turn(5)).start();
        new Thread(() -> a.turn(7)).start();
    }
}

/** Two objects that are locked by number, name, hash code or place. */
class Box {
    final int number;
    private int content;

    Box(int number) { this.number = number; }

    void byNumber(Box to) {
        Box first = number < to.number ? this : to;
        Box second = first == this ? to : this;
        synchronized (first) {
            synchronized (second) { content--; to.content++; }  // GOOD
        }
    }

    void byHelper(Box to) {
        Box first = lower(this, to);
        synchronized (first) {
            synchronized (first == this ? to : this) { content--; to.content++; }  // GOOD
        }
    }

    private static Box lower(Box a, Box b) {
        return Integer.compare(a.number, b.number) < 0 ? a : b;
    }

    void byCaller(Box to) {
        if (number < to.number) both(this, to);
        else both(to, this);
    }

    private static void both(Box a, Box b) {
        synchronized (a) {
            synchronized (b) { a.content = b.content; }  // GOOD: the caller compares
        }
    }

    void byBalance(Box to) {
        synchronized (this) {  // BAD: what is compared is no order of the two
            if (content < 10) content++;
            else content--;
            synchronized (to) { to.content++; }
        }
    }

    public static void main(String[] args) {
        Box a = new Box(1);
        Box b = new Box(2);
        new Thread(() -> { a.byNumber(b); a.byHelper(b); a.byCaller(b); a.byBalance(b); }).start();
        new Thread(() -> { b.byNumber(a); b.byHelper(a); b.byCaller(a); b.byBalance(a); }).start();
    }
}
