import java.io.BufferedWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;

/** Objects of libraries that lock themselves, whatever the type of the field that holds them. */
public class Writers {
    private static Writer out; // GOOD: set before the threads start, and what it holds locks itself
    private static final List<String> lines = new ArrayList<>(); // BAD

    private static void log(String line) {
        try {
            out.write(line);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        lines.add(line);
    }

    public static void main(String[] args) {
        out = new BufferedWriter(new StringWriter());
        new Thread(() -> log("one")).start();
        new Thread(() -> log("two")).start();
    }
}
