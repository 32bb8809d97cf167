package pmd;

/** NonThreadSafeSingleton: a single object that two threads make. */
class NonThreadSafeSingleton {
    private static NonThreadSafeSingleton one;

    static NonThreadSafeSingleton bad() {
        if (one == null) {
            one = new NonThreadSafeSingleton(); // BAD java/lazy-initialization
        }
        return one;
    }
}
