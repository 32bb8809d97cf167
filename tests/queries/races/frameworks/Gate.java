package shop;

import jakarta.servlet.http.*;
import java.util.ArrayList;
import java.util.List;

public class Gate extends HttpServlet {
    private final List<String> allowed = new ArrayList<>(); // GOOD (low): set before there are requests
    private final List<String> seen = new ArrayList<>(); // BAD: requests fill it
    private List<String> banned; // GOOD: set by init, which the container calls first

    @Override
    public void init() {
        banned = new ArrayList<>();
    }

    public void setAllowed(String names) {
        for (String name : names.split(",")) {
            allowed.add(name);
        }
    }

    /** What other code calls at any time, is no setting. */
    public void forget(String name) {
        seen.remove(name);
    }

    @Override
    protected void doGet(HttpServletRequest q, HttpServletResponse r) {
        String name = q.getHeader("name");
        if (allowed.contains(name) && !banned.contains(name)) {
            seen.add(name);
        }
    }
}
