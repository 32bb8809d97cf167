package org.example;

class Tabs {
	private Object first; // ä🦀

	Object get() {
		if (first == null) {
			synchronized (this) {
				if (first == null) first = new Object();
			}
		}
		return first;
	}

	void locked(java.util.concurrent.locks.ReentrantLock lock, Runnable work) {
		/* ä🦀 */ this.lock.lock();
		work.run();
		this.lock.unlock();
	}

	private final java.util.concurrent.locks.ReentrantLock lock = new java.util.concurrent.locks.ReentrantLock();
}