package lockhelpers;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import javax.annotation.concurrent.ThreadSafe;

/* Methods that lock what they are given. */

final class Lists {
    static <T> T last(List<T> l) {
        synchronized (l) {
            return l.isEmpty() ? null : l.get(l.size() - 1);
        }
    }

    static <T> void append(Lock lock, List<T> l, T t) {
        lock.lock();
        try {
            l.add(t);
        } finally {
            lock.unlock();
        }
    }

    static int half(List<?> l) {
        synchronized (l) {
            if (l.isEmpty()) {
                return 0;
            }
        }
        return l.size() / 2;
    }
}

@ThreadSafe
class Scores {
    private final List<Integer> scores = new ArrayList<>();

    void add(int s) {
        synchronized (scores) {
            scores.add(s);
        }
    }

    Integer last() {
        return Lists.last(scores);
    }
}

@ThreadSafe
class HalfScores {
    private final List<Integer> scores = new ArrayList<>();

    void add(int s) {
        synchronized (scores) {
            scores.add(s);
        }
    }

    int half() {
        return Lists.half(scores); // BAD
    }
}

@ThreadSafe
class OtherScores {
    private final List<Integer> scores = new ArrayList<>();
    private final Object mutex = new Object();

    void add(int s) {
        synchronized (mutex) {
            scores.add(s);
        }
    }

    Integer last() {
        return Lists.last(scores); // BAD
    }
}

@ThreadSafe
class LockedScores {
    private final List<Integer> scores = new ArrayList<>();
    private final Lock lock = new ReentrantLock();

    void add(int s) {
        Lists.append(lock, scores, s);
    }

    int size() {
        lock.lock();
        try {
            return scores.size();
        } finally {
            lock.unlock();
        }
    }
}
