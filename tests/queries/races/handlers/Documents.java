import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.SAXParserFactory;
import org.xml.sax.Attributes;
import org.xml.sax.helpers.DefaultHandler;

/** Objects whose methods a library calls before it returns, on the thread that hands them over. */
class Documents {
    /** One for each document. */
    static class Fresh extends DefaultHandler {
        final List<String> names = new ArrayList<>();
        int depth; // GOOD: nobody else knows the handler

        @Override
        public void startElement(String uri, String local, String name, Attributes attributes) {
            depth++;
            names.add(name);
        }
    }

    /** One for all documents. */
    static class Shared extends DefaultHandler {
        int elements; // BAD

        @Override
        public void startElement(String uri, String local, String name, Attributes attributes) {
            elements++;
        }
    }

    /** One for all folders, under a lock. */
    static class Counter extends SimpleFileVisitor<Path> {
        int files; // GOOD: who walks holds the lock

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            files++;
            return FileVisitResult.CONTINUE;
        }
    }

    private static final Shared SHARED = new Shared();
    private static final Counter COUNTER = new Counter();

    static List<String> names(InputStream in) {
        Fresh fresh = new Fresh();
        try {
            SAXParserFactory.newInstance().newSAXParser().parse(in, fresh);
            SAXParserFactory.newInstance().newSAXParser().parse(in, SHARED);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return fresh.names;
    }

    static void walk(Path folder) {
        synchronized (COUNTER) {
            try {
                Files.walkFileTree(folder, COUNTER);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    public static void main(String[] args) {
        new Thread(() -> names(System.in)).start();
        new Thread(() -> names(System.in)).start();
        new Thread(() -> walk(Path.of("a"))).start();
        new Thread(() -> walk(Path.of("b"))).start();
    }
}
