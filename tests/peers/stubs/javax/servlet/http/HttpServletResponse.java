package javax.servlet.http;

public interface HttpServletResponse {
}
