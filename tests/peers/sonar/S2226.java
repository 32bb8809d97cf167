package sonar;

import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** S2226: a servlet with a field. */
class S2226 extends HttpServlet {
    private int visits;

    @Override protected void doGet(HttpServletRequest request, HttpServletResponse response) {
        visits++; // BAD java/race
        System.out.println(visits);
    }
}
