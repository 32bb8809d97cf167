package spotbugs;

import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** MSF_MUTABLE_SERVLET_FIELD: a servlet with a field that requests change. */
class MsfMutableServletField extends HttpServlet {
    private String user;

    @Override protected void doGet(HttpServletRequest request, HttpServletResponse response) {
        user = request.getParameter("user"); // BAD java/race
        System.out.println(user);
    }
}
