import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** What libraries do to arguments: it races like what the code does itself. */
public class Beds {
    static final int[] seeds = new int[8];
    static final long[] copied = new long[8];
    static final List<String> names = new ArrayList<>();
    static final List<String> asked = new ArrayList<>();
    static final List<String> kept = Collections.synchronizedList(new ArrayList<>());

    public static void main(String[] args) {
        new Thread(() -> Arrays.sort(seeds)).start(); // BAD
        new Thread(() -> seeds[args.length] = 1).start();

        new Thread(() -> System.arraycopy(new long[8], 0, copied, 0, 8)).start(); // BAD
        new Thread(() -> System.out.println(copied[1])).start();

        new Thread(() -> Collections.reverse(names)).start(); // BAD
        new Thread(() -> names.remove("rose")).start();

        new Thread(() -> new ArrayList<>(asked).size()).start(); // BAD: the copy looks at all
        new Thread(() -> asked.add("lily")).start();

        new Thread(() -> Collections.sort(kept)).start(); // GOOD
        new Thread(() -> kept.add("fern")).start();
    }
}
