package shapes;

import net.jcip.annotations.ThreadSafe;

/** Objects of an interface of one's own that are run under the lock of the class, and some that are not. */
@ThreadSafe
public class Operations {
    private int inside;
    private int outside;

    interface Operation {
        int execute();
    }

    interface Other {
        int execute();
    }

    private class Inside implements Operation {
        @Override
        public int execute() {
            return ++inside;
        }
    }

    private class Outside implements Other {
        @Override
        public int execute() {
            return ++outside; // BAD
        }
    }

    public synchronized int locked() {
        return run(new Inside());
    }

    public int unlocked() {
        return runOther(new Outside());
    }

    private int run(Operation o) {
        return o.execute();
    }

    private int runOther(Other o) {
        return o.execute();
    }
}
