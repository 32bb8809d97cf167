package codeql;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;

/** java/inconsistent-sync-writeobject: only the method that serialises is synchronized. */
class SynchWriteObject implements Serializable {
    private int changes;

    public void change() { changes++; }

    private synchronized void writeObject(ObjectOutputStream out) throws IOException { // BAD java/inconsistent-sync-writeobject
        out.defaultWriteObject();
    }

    static class GoodWrite implements Serializable {
        private int changes;

        public synchronized void change() { changes++; }

        private synchronized void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
        }
    }
}
