package errorprone;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** InterruptedExceptionSwallowed: an interrupt among all exceptions. */
class InterruptedExceptionSwallowed {
    static void bad(Future<String> future) {
        try {
            System.out.println(future.get());
        } catch (Exception e) { // BAD java/swallowed-interrupt
            System.out.println("failed");
        }
    }

    static void good(Future<String> future) throws InterruptedException {
        try {
            System.out.println(future.get());
        } catch (ExecutionException e) {
            System.out.println("failed");
        }
    }
}
