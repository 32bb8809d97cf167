/** Nothing shows that this is meant for several threads: its races are below the threshold. */
public class Plain {
    private int value; // GOOD

    public void set(int value) {
        this.value = value;
    }

    public int get() {
        return value;
    }
}
