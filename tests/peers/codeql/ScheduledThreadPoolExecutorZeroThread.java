package codeql;

import java.util.concurrent.ScheduledThreadPoolExecutor;

/** java/java-util-concurrent-scheduledthreadpoolexecutor: a pool without a thread. */
class ScheduledThreadPoolExecutorZeroThread {
    void bad(int core) {
        int none = 0;
        ScheduledThreadPoolExecutor empty = new ScheduledThreadPoolExecutor(0); // BAD java/java-util-concurrent-scheduledthreadpoolexecutor
        empty.setCorePoolSize(0); // BAD java/java-util-concurrent-scheduledthreadpoolexecutor
        empty.setCorePoolSize(none); // BAD java/java-util-concurrent-scheduledthreadpoolexecutor
    }

    void good() {
        ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
        pool.setCorePoolSize(2);
    }
}
