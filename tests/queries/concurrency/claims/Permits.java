import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** The outer `finally` gives back the permit that was waited for, not the one that was only tried for. */
class Permits {
    private final Semaphore seats = new Semaphore(2);
    private final Semaphore turn = new Semaphore(1);
    private final AtomicInteger pairs = new AtomicInteger();

    void sit() throws InterruptedException {
        seats.acquire();
        try {
            if (seats.tryAcquire()) {
                try {
                    pairs.incrementAndGet();
                } finally {
                    seats.release();
                }
            }
        } finally {
            seats.release();
        }
    }

    void speak() {
        try {
            if (turn.tryAcquire()) {
                pairs.incrementAndGet();
            }
        } finally {
            turn.release(); // BAD
        }
    }
}
