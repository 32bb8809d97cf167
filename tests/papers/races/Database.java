import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** Paper 2, figure 2: connections of JdbF, which two calls may be given at once. */
public class Database {
    private ConnectionManager cm = new ConnectionManager();

    public int insert(String source) throws MappingException {
        Connection c = cm.getConnection(source);
        return c.execute("insert");
    }

    public int delete(String source) throws MappingException {
        Connection c = cm.getConnection(source);
        return c.execute("delete");
    }
}

class ConnectionManager {
    private Map<String, ConnectionSource> conns = Collections.synchronizedMap(new HashMap<>());

    ConnectionManager() {
        conns.put("default", new ConnectionSource());
    }

    public Connection getConnection(String s) throws MappingException {
        try {
            ConnectionSource c = conns.get(s);
            if (c != null) {
                return c.getConnection();
            }
            throw new MappingException("no source " + s);
        } catch (java.sql.SQLException e) {
            throw new MappingException(e.getMessage());
        }
    }
}

class ConnectionSource {
    private Connection conn = new Connection();
    private boolean used;

    public Connection getConnection() throws java.sql.SQLException {
        if (!used) {
            used = true; // reported: java/race
            return conn;
        }
        throw new java.sql.SQLException("used");
    }
}

class Connection {
    int execute(String statement) {
        return statement.length();
    }
}

class MappingException extends Exception {
    MappingException(String message) {
        super(message);
    }
}
