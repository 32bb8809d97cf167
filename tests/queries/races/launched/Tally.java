import java.util.concurrent.locks.ReentrantLock;

/** Two threads, and fields of the object that the launcher makes. */
int votes;
int guarded;
int own;
final ReentrantLock lock = new ReentrantLock();

static class Box {
    int full;
    int safe;
    void put() { full++; }
    synchronized void keep() { safe++; }
}
record Pair(Box left, Box right) { }

final Box shared = new Box();

void vote() { votes++; }
synchronized void count() { guarded++; }
void locked() {
    lock.lock();
    try {
        own++;
    } finally {
        lock.unlock();
    }
}

void main() {
    Pair pair = new Pair(new Box(), new Box());
    Thread other = new Thread(() -> {
        vote();
        count();
        locked();
        shared.put();
        shared.keep();
        pair.left().put();
        pair.right().keep();
    });
    other.start();
    vote();
    count();
    locked();
    shared.put();
    shared.keep();
    pair.left().put();
    pair.right().keep();
}
