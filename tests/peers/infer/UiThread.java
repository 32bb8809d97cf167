package infer;

/** IPC_ON_UI_THREAD, STRICT_MODE_VIOLATION, LOCK_ON_UI_THREAD: waits on the thread that draws. */
class UiThreadWaits {
    @interface UiThread {
    }

    @UiThread
    void bad(java.util.concurrent.Future<String> f) throws Exception {
        System.out.println(f.get()); // MISSED no query for what a user interface must not do
    }
}
