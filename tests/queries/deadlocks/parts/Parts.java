import java.util.ArrayList;
import java.util.List;

/** A tree is locked from the root to the leaves: parts come after what they are parts of. */
public class Parts {
    private final List<Parts> children = new ArrayList<>();
    private Parts neighbour;
    private int level;

    // Below the threshold: the children of a node are not its parents.
    public synchronized void setLevel(int level) {
        this.level = level;
        for (Parts child : children) {
            child.setLevel(level);
        }
    }

    // Told: any two may be each other's argument.
    public synchronized void copyFrom(Parts other) {
        other.setLevel(level);
    }
}
