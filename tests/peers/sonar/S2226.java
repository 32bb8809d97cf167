package sonar;

/** S2226: a servlet with a field. */
class S2226 extends javax.servlet.http.HttpServlet {
    private int visits;

    @Override protected void doGet(javax.servlet.http.HttpServletRequest request, javax.servlet.http.HttpServletResponse response) {
        visits++; // BAD java/race
    }
}
