package org.example;

class Tabs {
	private volatile Object first; // ä🦀

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
		try {
			work.run();
		} finally {
			this.lock.unlock();
		}
	}

	private final java.util.concurrent.locks.ReentrantLock lock = new java.util.concurrent.locks.ReentrantLock();
}