package infer;

/** THREAD_SAFETY_VIOLATION: methods that one thread executes, as they say. */
@ThreadSafe
class ThreadConfinedExamples {
    @interface UiThread {
    }

    private final java.util.List<String> cache = new java.util.ArrayList<>();

    @UiThread
    public void goodPrepare() { cache.add("a"); }

    @UiThread
    public void goodClear() { cache.clear(); }
}
