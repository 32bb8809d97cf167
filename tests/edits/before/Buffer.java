package org.example;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** A buffer with a limit. */
public class Buffer {
    private final Deque<String> items = new ArrayDeque<>();
    private final Lock lock = new ReentrantLock();
    private final Lock other = new ReentrantLock();
    private Settings settings;
    private @Deprecated java.util.List<String> names, more;
    private int changes;

    public synchronized void put(String item) throws InterruptedException {
        while (items.size() >= 10) {
            wait();
        }
        items.add(item);
        this.notify(); // one of them
    }

    public synchronized String take() throws InterruptedException {
        while (items.isEmpty()) wait();
        String item = items.remove();
        notify();
        return item;
    }

    public synchronized void awaitChange() throws InterruptedException {
        if (changes == 0) {
            wait();
        }
        changes = 0;
    }

    public synchronized void awaitOther() throws InterruptedException {
        // What a timed wait waits for may never come: the loop would never end.
        if (changes == 0) wait(100);
        // This says what is done otherwise.
        if (changes == 0) wait();
        else changes--;
    }

    public Settings settings() {
        if (settings == null) {
            synchronized (this) {
                if (settings == null) {
                    settings = new Settings();
                }
            }
        }
        return settings;
    }

    public java.util.List<String> names() {
        if (names == null) {
            synchronized (this) {
                if (names == null) names = new java.util.ArrayList<>();
            }
        }
        return names;
    }

    public void record(String item) {
        lock.lock();
        String text = item
            .trim();

        if (text.isEmpty()) throw new IllegalArgumentException();
        items.add(text);
        lock.unlock();
    }

    public int sizeAfter(Runnable work) {
        lock.lock();
        work.run();
        // The result outlives the lock.
        int size = items.size();
        lock.unlock();
        return size;
    }

    public int lengthAfter(Runnable work) {
        int length;
        lock.lock();
        work.run();
        length = items.size();
        lock.unlock();
        return length;
    }

    /** The two overlap: one edit waits for the other. */
    public void both(Runnable work) {
        lock.lock();
        other.lock();
        work.run();
        lock.unlock();
        work.run();
        other.unlock();
    }

    public void nested(Runnable work) {
        lock.lock();
        if (changes > 0) {
            work.run();
        }
        lock.unlock();
    }

    public void oneLine(Runnable work) {
        lock.lock(); work.run(); lock.unlock(); // quickly
    }

    static class Settings {
        int width = 80;
    }
}
