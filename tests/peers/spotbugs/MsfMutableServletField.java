package spotbugs;

/** MSF_MUTABLE_SERVLET_FIELD: a servlet with a field that requests change. */
class MsfMutableServletField extends javax.servlet.http.HttpServlet {
    private String user;

    @Override protected void doGet(javax.servlet.http.HttpServletRequest request, javax.servlet.http.HttpServletResponse response) {
        user = request.getParameter("user"); // BAD java/race
        System.out.println(user);
    }
}
