package shapes;

import javax.swing.SwingUtilities;
import net.jcip.annotations.ThreadSafe;

/** Tasks that are run one at a time by the same thread. */
@ThreadSafe
public class Serial {
    private int shown;
    private int asked;

    public void show(int v) {
        SwingUtilities.invokeLater(() -> shown = v);
    }

    public void clear() {
        SwingUtilities.invokeLater(new Runnable() {
            @Override
            public void run() {
                shown = 0;
                asked++;
            }
        });
    }

    public int asked() {
        return asked; // BAD: on any thread
    }
}
