package api;

// Others call what is in exported packages only, and services.

public class Api {
    public interface Service {
        void serve(Object o);
    }

    public static void show(Object o) {
    }

    public void call() {
        show(this); // $ pt=Api
    }
}
