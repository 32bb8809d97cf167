package pmd;

/** AvoidThreadGroup: groups of threads. */
class AvoidThreadGroup {
    void bad() {
        ThreadGroup group = new ThreadGroup("own"); // BAD java/thread-group
        System.out.println(group);
    }
}
