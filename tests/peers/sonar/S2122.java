package sonar;

import java.util.concurrent.ScheduledThreadPoolExecutor;

/** S2122: a pool without a thread. */
class S2122 {
    void bad() {
        ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(0); // BAD java/java-util-concurrent-scheduledthreadpoolexecutor
        pool.shutdown();
    }
}
