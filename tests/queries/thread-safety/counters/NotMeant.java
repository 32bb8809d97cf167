package counters;

/** Nobody says that this is thread-safe. */
public class NotMeant {
    int cnt = 1;

    public void inc() {
        cnt++;
    }
}
