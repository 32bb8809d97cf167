import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

class MappingException extends Exception {
}

class Connection {
}

public class Database {
    private ConnectionManager cm = new ConnectionManager();

    public int insert(String source) throws MappingException {
        Connection c = cm.getConnection(source);
        return c == null ? 0 : 1;
    }

    public int delete(String source) throws MappingException {
        Connection c = cm.getConnection(source);
        return c == null ? 0 : 2;
    }
}

class ConnectionManager {
    private Map<String, ConnectionSource> conns = Collections.synchronizedMap(new HashMap<>());

    ConnectionManager() {
        conns.put("default", new ConnectionSource());
    }

    Connection getConnection(String s) throws MappingException {
        ConnectionSource c = conns.get(s);
        if (c != null) {
            return c.getConnection();
        }
        throw new MappingException();
    }
}

class ConnectionSource {
    private Connection conn = new Connection();
    private boolean used;

    Connection getConnection() throws MappingException {
        if (!used) {
            used = true;
            return conn;
        }
        throw new MappingException();
    }
}
