package sonar;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;

/** S2675: readObject with a lock. */
class S2675 implements Serializable {
    private synchronized void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException { // BAD java/sync-read-object
        in.defaultReadObject();
    }
}
