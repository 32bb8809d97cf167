package silent.vault;

/** One lock protects the field, at both places. */
public class Vault {
    private final Object key = new Object();
    private int gold;

    public void store() {
        synchronized (key) {
            gold++;
        }
    }

    public void take() {
        synchronized (key) {
            gold--;
        }
    }
}
