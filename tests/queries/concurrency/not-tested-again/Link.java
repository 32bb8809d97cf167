/** Tested again by the flag that is set together with the field. */
public class Link {
    private volatile int opened;
    private StringBuilder state;

    public StringBuilder state() {
        if (opened == 0) {
            return make();
        }
        StringBuilder now = state;
        return now != null ? now : make();
    }

    private synchronized StringBuilder make() {
        if (opened == 0) {
            state = new StringBuilder();
            opened++;
        }
        return state;
    }
}
