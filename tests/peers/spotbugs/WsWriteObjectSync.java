package spotbugs;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;

/** WS_WRITEOBJECT_SYNC: only writeObject synchronizes. */
class WsWriteObjectSync implements Serializable {
    private int count;

    void change() { count++; }

    private synchronized void writeObject(ObjectOutputStream out) throws IOException { // BAD java/inconsistent-sync-writeobject
        out.defaultWriteObject();
    }
}
