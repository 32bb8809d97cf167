package internal;

public class Internal {
    /** Nothing calls it: other modules than the friend cannot name the class. */
    public void call() {
        api.Api.show(this);
    }
}
