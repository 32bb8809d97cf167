package safe;

import java.util.AbstractList;
import java.util.AbstractQueue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.annotation.concurrent.ThreadSafe;

/** Own classes that are thread-safe by how they are made, in fields of classes that say they are. */
@ThreadSafe
public class Safe {
    /** All methods lock. */
    static class LockedList<E> extends AbstractList<E> {
        private final List<E> inner = new ArrayList<>();

        @Override
        public synchronized E get(int i) {
            return inner.get(i);
        }

        @Override
        public synchronized int size() {
            return inner.size();
        }

        @Override
        public synchronized boolean add(E e) {
            return inner.add(e);
        }
    }

    /** Copies under a lock what others read without. */
    static class CopyList<E> extends AbstractList<E> {
        private volatile List<E> now = Collections.emptyList();

        @Override
        public E get(int i) {
            return now.get(i);
        }

        @Override
        public int size() {
            return now.size();
        }

        @Override
        public synchronized boolean add(E e) {
            List<E> copy = new ArrayList<>(now);
            copy.add(e);
            now = copy;
            return true;
        }
    }

    /** Has final fields that are safe. */
    static class Counts {
        private final ConcurrentMap<String, AtomicInteger> counts = new ConcurrentHashMap<>();

        void count(String s) {
            counts.computeIfAbsent(s, k -> new AtomicInteger()).incrementAndGet();
        }

        Collection<String> names() {
            return counts.keySet();
        }
    }

    /** Does nothing itself. */
    static class PlainList<E> extends AbstractList<E> {
        private final List<E> inner = new ArrayList<>();

        @Override
        public E get(int i) {
            return inner.get(i);
        }

        @Override
        public int size() {
            return inner.size();
        }

        @Override
        public boolean add(E e) {
            return inner.add(e);
        }
    }

    /** Keeps nothing. */
    private static final Queue<String> NOWHERE = new AbstractQueue<>() {
        @Override
        public boolean offer(String s) {
            return true;
        }

        @Override
        public String poll() {
            return null;
        }

        @Override
        public String peek() {
            return null;
        }

        @Override
        public int size() {
            return 0;
        }

        @Override
        public Iterator<String> iterator() {
            return Collections.emptyIterator();
        }
    };

    private static Queue<String> nowhere() {
        return (Queue<String>) NOWHERE;
    }

    private final Queue<String> news;

    public Safe(boolean live) {
        news = live ? new ConcurrentLinkedQueue<>() : nowhere();
    }

    private final LockedList<String> locked = new LockedList<>();
    private final List<String> copied = new CopyList<>();
    private final Counts counts = new Counts();
    private final List<String> wrapped = Collections.synchronizedList(new PlainList<>());
    private final PlainList<String> plain = new PlainList<>();

    public void add(String s) {
        locked.add(s); // GOOD
        copied.add(s); // GOOD
        counts.count(s); // GOOD
        wrapped.add(s); // GOOD
        news.add(s); // GOOD
        plain.add(s); // BAD
    }

    public int size() {
        return locked.size() + copied.size() + counts.names().size() + wrapped.size() + plain.size();
    }
}
