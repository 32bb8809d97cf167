package infer;

/** INTERFACE_NOT_THREAD_SAFE: a call of an interface that does not say that it is thread-safe. */
@ThreadSafe
class InterfaceNotThreadSafe {
    interface Part {
        void act();
    }

    void bad(Part part) {
        part.act(); // MISSED the classes that implement the interface are looked at, where they are in the sources
    }
}
