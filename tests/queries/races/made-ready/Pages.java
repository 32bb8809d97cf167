import javax.servlet.ServletConfig;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** What `init` sets, it sets before the requests come, whoever calls it; what requests change, they race on. */
public class Pages extends HttpServlet {
    private String prefix;
    private int limit;
    private int hits;

    @Override
    public void init(ServletConfig config) {
        prefix = config.getInitParameter("prefix");
        readLimits(config);
    }

    private void readLimits(ServletConfig config) {
        limit = config.getInitParameter("limit").length();
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) {
        hits++;
        response.setHeader("X", prefix + limit + hits);
    }
}
