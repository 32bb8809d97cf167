package ownpool;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;

/** An object that hands tasks to a pool of its own: they all use what it keeps. */
public class Pooled {
    private final StringBuilder line = new StringBuilder();
    private final StringBuilder serial = new StringBuilder();
    private final ExecutorService pool = Executors.newFixedThreadPool(4);
    private final ExecutorService one = Executors.newSingleThreadExecutor();

    private String format(String user) {
        line.setLength(0); // BAD: several tasks of one object do so
        return line.append(user).toString();
    }

    private String formatOne(String user) {
        serial.setLength(0); // GOOD: one task after the other
        return serial.append(user).toString();
    }

    public void log(String user) {
        pool.execute(() -> System.out.println(format(user)));
    }

    public void logOne(String user) {
        one.execute(() -> System.out.println(formatOne(user)));
    }

    /** What an atomic reference holds is replaced in one step, and changed in place in several. */
    public static class Meter {
        static class Window {
            int hits;

            void hit() {
                hits++; // BAD
            }
        }

        private final AtomicReference<Window> now = new AtomicReference<>(new Window());

        public void hit() {
            now.get().hit();
        }

        public int roll() {
            return 1000 / Math.max(1, now.getAndSet(new Window()).hits);
        }
    }

    /** Sessions that are put before they are complete, and after. */
    public static class Sessions {
        static class Session {
            private String user;

            void setUser(String user) {
                this.user = user; // BAD: by open(), after it was put
            }

            String getUser() {
                return user;
            }
        }

        static class Visit {
            private String page;

            void setPage(String page) {
                this.page = page; // GOOD
            }

            String getPage() {
                return page;
            }
        }

        private final ConcurrentMap<String, Session> sessions = new ConcurrentHashMap<>();
        private final Map<String, Visit> visits = new ConcurrentHashMap<>();

        public void open(String id, String user) {
            Session s = new Session();
            sessions.put(id, s);
            s.setUser(user);
        }

        public void visit(String id, String page) {
            Visit v = new Visit();
            v.setPage(page);
            visits.put(id, v);
        }

        public int length(String id) {
            Session s = sessions.get(id);
            Visit v = visits.get(id);
            return s == null || v == null ? 0 : s.getUser().length() + v.getPage().length();
        }
    }
}
