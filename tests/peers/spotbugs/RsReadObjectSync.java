package spotbugs;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;

/** RS_READOBJECT_SYNC: a lock on an object that nobody else knows. */
class RsReadObjectSync implements Serializable {
    private synchronized void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException { // BAD java/sync-read-object
        in.defaultReadObject();
    }
}
