import java.io.*;
import java.lang.reflect.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.jar.*;
import java.util.stream.*;

/**
 * Calls the entries of findings from two threads, so that a debugger can bring them together.
 *
 * Reads a file of lines, separated by tabs: knowledge, `calls WHAT PATTERN` and `value TYPE EXPRESSION`; the time,
 * `deadline MILLIS`; `finding ID KIND TITLE ways|places CLASS` and `step ID WAY FILE LINE TEXT`. For each finding it
 * finds the methods on the class path, makes objects, preferably with public constructors and factories, and calls the
 * methods in two threads, in rounds, on fresh objects. With a folder as second argument, it writes a program for each
 * finding that the debugger calls settled.
 */
public final class QuarrelHarness {
    /** The last confirmed finding, set by the debugger. */
    static volatile String settled = "";
    /** The finding that is tried now, read by the debugger. */
    static volatile String current = "";
    private static final int ROUNDS = 80;
    /** The most pairs of methods that are tried for a finding. */
    private static final int MOST_PAIRS = 4;
    /** Bounds of the time for a finding, which is its share of the remaining time. */
    private static final long LEAST_MILLIS = 4000;
    private static final long MOST_MILLIS = 20000;
    private static final long ROUND_MILLIS = 1500;
    private static final long SCENE_MILLIS = 5000;
    private static Map<String, List<Type>> bySource;
    private static Set<String> names;
    private static Path emit;
    private static boolean hasJunit;
    private static final Map<Class<?>, List<Class<?>>> CONCRETE = new HashMap<>();
    /** Patterns of method names, by the purpose in rows. */
    static final Map<String, String> CALLS = new HashMap<>();

    public static void main(String[] args) throws Exception {
        Map<String, Finding> findings = new LinkedHashMap<>();
        long deadline = System.currentTimeMillis() + 120000;
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            String[] cells = line.split("\t", -1);
            switch (cells[0]) {
                case "calls" -> CALLS.merge(cells[1], cells[2], (one, other) -> one + "|" + other);
                case "value" -> Values.add(cells[1], cells[2]);
                case "deadline" -> deadline = System.currentTimeMillis() + Long.parseLong(cells[1]);
                default -> {
                }
            }
            if (!cells[0].equals("finding") && !cells[0].equals("step")) {
                continue;
            }
            Finding finding = findings.computeIfAbsent(cells[1], Finding::new);
            if (cells[0].equals("finding")) {
                finding.kind = cells[2];
                finding.title = cells[3];
                finding.isNamed = cells[4].equals("ways");
                finding.owner = cells[5];
            } else {
                finding.ways.computeIfAbsent(cells[2], way -> new ArrayList<>())
                    .add(new Step(cells[3], Integer.parseInt(cells[4]), cells[5]));
            }
        }
        names = new HashSet<>();
        emit = args.length > 1 ? Path.of(args[1]) : null;
        bySource = Classes.read(System.getProperty("java.class.path"));
        types().forEach(type -> names.add(type.name()));
        try {
            Class.forName("org.junit.jupiter.api.Test");
            hasJunit = true;
        } catch (ClassNotFoundException absent) {
            hasJunit = false;
        }
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> {
        });
        int left = findings.size();
        for (Finding finding : findings.values()) {
            String outcome;
            current = finding.id;
            long share = (deadline - System.currentTimeMillis()) / left--;
            try {
                outcome = attempt(finding, Math.max(LEAST_MILLIS, Math.min(share, MOST_MILLIS)));
            } catch (Throwable failure) {
                outcome = failure.toString();
            }
            System.out.println("quarrel\t" + finding.id + "\t" + outcome.replaceAll("\\s+", " "));
        }
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    private static String attempt(Finding finding, long millis) throws Exception {
        List<Entry> entries = new ArrayList<>();
        String missing = "";
        for (List<Step> way : finding.ways.values()) {
            Entry entry = entry(way);
            if (entry != null && !finding.isNamed && finding.kind.equals("meet") && !isPublic(entry)) {
                // Its callers may hold a lock.
                Entry caller = Callers.of(entry).filter(QuarrelHarness::isPublic).findFirst().orElse(null);
                if (caller == null) {
                    return "nobody outside can call " + entry.executable().getName() + " of " + entry.type().getName();
                }
                entry = caller;
            }
            if (entry == null) {
                missing = "no entry was found for " + way.get(0).file() + ":" + way.get(0).line();
            } else if (entries.size() < 2) {
                entries.add(entry);
            }
        }
        if (entries.isEmpty()) {
            return missing;
        }
        if (entries.size() == 1) {
            entries.add(entries.get(0));
        }
        Method main = entries.stream().map(entry -> main(entry.type())).filter(Objects::nonNull).findFirst().orElse(null);
        // One try may be too fast to meet.
        for (int time = 0; main != null && time < 3; time++) {
            Thread thread = start("main", () -> main.invoke(null, main.getParameterCount() == 0 ? new Object[0] : new Object[] {new String[0]}));
            wait(finding, List.of(thread), 4000);
            if (settled.equals(finding.id)) {
                return "main of " + main.getDeclaringClass().getName();
            }
            if (thread.isAlive()) {
                break;
            }
        }
        List<List<Entry>> pairs = pairs(finding, entries);
        String last = "";
        long end = System.currentTimeMillis() + millis;
        for (int round = 0; round < ROUNDS && System.currentTimeMillis() < end; round++) {
            Scene scene;
            try {
                List<Entry> pair = pairs.get(round % pairs.size());
                int turn = round / pairs.size();
                boolean isOne = finding.ways.size() == 1 && !finding.kind.equals("cross");
                List<Entry> called = isOne ? others(pair, turn) : pair;
                scene = within(SCENE_MILLIS, () -> Scene.of(called, finding.type(), turn));
            } catch (Maker.Impossible impossible) {
                last = impossible.getMessage();
                continue;
            } catch (java.util.concurrent.TimeoutException late) {
                last = "the objects are not made in time";
                continue;
            }
            List<Thread> threads = new ArrayList<>();
            scene.calls.forEach(call -> call.times = scene.isLong ? Call.MANY_TIMES : Call.TIMES);
            for (Call call : scene.calls) {
                if (round % 3 == 2 && !threads.isEmpty()) {
                    // An operation that happens only once has started by then.
                    Thread.sleep(50);
                }
                threads.add(start(call.threadName(), call::run));
            }
            scene.disturb();
            wait(finding, threads, ROUND_MILLIS);
            scene.maker.close();
            last = scene.calls.stream().map(call -> call.failure).filter(Objects::nonNull).findFirst().orElse("ran");
            if (settled.equals(finding.id)) {
                if (emit != null && scene.isPublic()) {
                    List<Entry> called = scene.calls.stream().map(call -> call.entry).toList();
                    int number = round / pairs.size();
                    new Reproducer(finding, scene, () -> Scene.of(called, finding.type(), number), hasJunit).write(emit);
                }
                return "confirmed";
            }
        }
        return last;
    }

    interface Making<T> {
        T make() throws Exception;
    }

    /** Makes objects with a timeout, since a factory can block for ever. */
    private static <T> T within(long millis, Making<T> making) throws Exception {
        var made = new java.util.concurrent.FutureTask<>(making::make);
        Thread thread = start("make", made::run);
        try {
            return made.get(millis, java.util.concurrent.TimeUnit.MILLISECONDS);
        } catch (java.util.concurrent.ExecutionException failure) {
            throw failure.getCause() instanceof Exception cause ? cause : failure;
        } finally {
            thread.interrupt();
        }
    }

    /** Whether a thread or a pool runs the method, so that no two threads call it on one object. */
    private static boolean isBody(Entry entry) {
        return entry.executable() instanceof Method method && method.getParameterCount() == 0
            && (method.getName().equals("run") && Runnable.class.isAssignableFrom(entry.type())
                || method.getName().equals("call") && java.util.concurrent.Callable.class.isAssignableFrom(entry.type()));
    }

    /**
     * The calls of the two threads: the first methods of their paths, and other public methods on the paths. Paths of one
     * object come first, since threads meet only on one object; at last, both threads take one path.
     */
    private static List<List<Entry>> pairs(Finding finding, List<Entry> entries) {
        List<List<Entry>> sides = new ArrayList<>();
        int number = 0;
        for (List<Step> way : finding.ways.values()) {
            if (number == 2) {
                break;
            }
            Set<Entry> side = new LinkedHashSet<>(List.of(entries.get(number++)));
            for (int at = way.size() - 1; at > 0; at--) {
                Entry entry = entry(List.of(way.get(at)));
                if (entry != null && isPublic(entry) && Modifier.isPublic(entry.executable().getModifiers()) && !isBody(entry)) {
                    side.add(entry);
                }
            }
            sides.add(List.copyOf(side));
        }
        if (sides.size() < 2) {
            return List.of(entries);
        }
        Set<List<Entry>> near = new LinkedHashSet<>();
        Set<List<Entry>> far = new LinkedHashSet<>();
        for (Entry one : sides.get(0)) {
            for (Entry other : sides.get(1)) {
                Class<?> first = Scene.receiver(one, finding.type());
                Class<?> second = Scene.receiver(other, finding.type());
                boolean isTwice = one.equals(other) && isBody(one);
                (!isTwice && (first.isAssignableFrom(second) || second.isAssignableFrom(first)) ? near : far).add(List.of(one, other));
            }
        }
        List<List<Entry>> found = new ArrayList<>(near);
        if (!found.contains(entries)) {
            found.add(Math.min(found.size(), 1), entries);
        }
        if (finding.kind.equals("meet")) {
            found.addAll(Math.min(found.size(), 2), sides.stream().map(side -> side.get(side.size() - 1)).distinct()
                .filter(one -> !isBody(one)).map(one -> List.of(one, one)).toList());
        }
        found.addAll(far);
        List<List<Entry>> few = found.stream().distinct().toList();
        return few.subList(0, Math.min(few.size(), MOST_PAIRS));
    }

    /** The entry, and in later rounds another method of its class, which may change its state. */
    private static List<Entry> others(List<Entry> entries, int round) {
        Entry first = entries.get(0);
        List<Entry> all = new ArrayList<>();
        Set<Class<?>> types = new LinkedHashSet<>(List.of(first.type()));
        // Both threads share the arguments.
        Arrays.stream(first.executable().getParameterTypes())
            .filter(type -> !type.isInterface() && isAnalysed(type)).forEach(types::add);
        for (Class<?> type : types) {
            for (Method method : type.getDeclaredMethods()) {
                int flags = method.getModifiers();
                boolean isOther = !method.equals(first.executable()) && !method.isSynthetic() && !Modifier.isPrivate(flags)
                    && !Modifier.isAbstract(flags) && !method.getName().equals("main");
                if (isOther) {
                    all.add(new Entry(type, method));
                }
            }
        }
        all.sort(Comparator.comparing((Entry one) -> ((Method) one.executable()).getReturnType() != void.class)
            .thenComparing(one -> one.executable().toString()));
        return round % 4 < 2 || all.isEmpty() ? entries : List.of(first, all.get((round / 4 * 2 + round % 2) % all.size()));
    }

    /** Whether other packages can call it. */
    static boolean isPublic(Entry entry) {
        return isPublic(entry.type());
    }

    private static boolean isPublic(Class<?> type) {
        return Modifier.isPublic(type.getModifiers()) && (type.getDeclaringClass() == null || isPublic(type.getDeclaringClass()));
    }

    /** Whether a class is one of those on the class path. */
    static boolean isAnalysed(Class<?> type) {
        return names.contains(type.getName());
    }

    interface Work {
        void run() throws Throwable;
    }

    static Thread start(String name, Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (Throwable failure) {
                // Exceptions of entries are ignored.
            }
        }, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void wait(Finding finding, List<Thread> threads, long millis) throws InterruptedException {
        long end = System.currentTimeMillis() + millis;
        boolean isDeadlock = finding.kind.equals("cross") || finding.kind.equals("alone");
        while (System.currentTimeMillis() < (isDeadlock ? end + 2500 : end) && !settled.equals(finding.id)
            && threads.stream().anyMatch(Thread::isAlive)) {
            Thread.sleep(10);
        }
    }

    /** Classes on the class path in packages near that of another class. */
    static List<Class<?>> near(Class<?> type) {
        String[] parts = type.getPackageName().split("\\.");
        String start = String.join(".", Arrays.copyOf(parts, Math.min(parts.length, 3)));
        List<Class<?>> found = new ArrayList<>();
        for (List<Type> types : bySource.values()) {
            for (Type known : types) {
                if (known.name().startsWith(start)) {
                    try {
                        found.add(Class.forName(known.name(), false, ClassLoader.getSystemClassLoader()));
                    } catch (ClassNotFoundException | LinkageError absent) {
                        // It needs a missing class.
                    }
                }
            }
        }
        return found;
    }

    /** Concrete subclasses of an abstract class on the class path: public ones and short names first. */
    static List<Class<?>> concrete(Class<?> type) {
        return CONCRETE.computeIfAbsent(type, one -> {
            List<Class<?>> found = new ArrayList<>();
            for (List<Type> types : bySource.values()) {
                for (Type known : types) {
                    boolean isNear = known.name().startsWith(one.getPackageName());
                    try {
                        Class<?> sub = isNear ? Class.forName(known.name(), false, ClassLoader.getSystemClassLoader()) : null;
                        boolean fits = sub != null && sub != one && one.isAssignableFrom(sub) && !sub.isAnonymousClass()
                            && !sub.isLocalClass() && !Modifier.isAbstract(sub.getModifiers());
                        if (fits) {
                            found.add(sub);
                        }
                    } catch (ClassNotFoundException | LinkageError absent) {
                        // It needs a missing class.
                    }
                }
            }
            found.sort(Comparator.comparing((Class<?> sub) -> !Modifier.isPublic(sub.getModifiers()))
                .thenComparing(sub -> sub.getName().length()).thenComparing(Class::getName));
            return found.subList(0, Math.min(found.size(), 5));
        });
    }

    private static Method main(Class<?> type) {
        for (Class<?> at = type; at != null; at = at.getDeclaringClass()) {
            for (Method method : at.getDeclaredMethods()) {
                boolean isMain = method.getName().equals("main") && Modifier.isStatic(method.getModifiers())
                    && (method.getParameterCount() == 0 || method.getParameterTypes()[0] == String[].class);
                if (isMain) {
                    method.setAccessible(true);
                    return method;
                }
            }
        }
        return null;
    }

    /** The first method on a path that other packages can call. */
    private static Entry entry(List<Step> way) {
        for (Step step : way) {
            for (Type type : bySource.getOrDefault(step.name(), List.of())) {
                if (!type.fits(step.file())) {
                    continue;
                }
                for (Body body : type.bodies()) {
                    String called = step.callee();
                    boolean isNamed = !step.text().startsWith("calls ") && !called.isEmpty() && type.isNamed(body, called)
                        && step.line() <= body.first() && body.first() <= step.line() + 12;
                    boolean isIn = body.first() <= step.line() && step.line() <= body.last();
                    Entry entry = isNamed || isIn ? type.entry(body) : null;
                    if (entry == null && isIn && !step.text().startsWith("calls ")) {
                        entry = Callers.of(type.name(), body.name(), body.descriptor()).findFirst().orElse(null);
                    }
                    if (entry != null) {
                        return entry;
                    }
                }
            }
        }
        return null;
    }

    /** The types that are known. */
    static Stream<Type> types() {
        return bySource.values().stream().flatMap(List::stream);
    }
}

/** Finds callers of methods that other packages cannot call. */
final class Callers {
    private static final int FARTHEST = 4;

    /** Those of an entry. */
    static Stream<Entry> of(Entry entry) {
        String name = entry.executable() instanceof Method method ? method.getName() : "<init>";
        String descriptor = entry.executable() instanceof Method method ? Classes.descriptor(method) : "";
        return of(entry.type().getName(), name, descriptor);
    }

    /** The entries that call a method: nearest ones first, and public ones first among these. */
    static Stream<Entry> of(String owner, String name, String descriptor) {
        String start = owner.contains(".") ? owner.substring(0, owner.lastIndexOf('.')) : "";
        Set<String> seen = new HashSet<>();
        Set<String> wanted = new HashSet<>(Set.of(key(owner, name, descriptor)));
        List<Entry> found = new ArrayList<>();
        for (int far = 0; far < FARTHEST && !wanted.isEmpty() && found.isEmpty(); far++) {
            Set<String> next = new HashSet<>();
            List<Entry> here = new ArrayList<>();
            Set<String> asked = wanted;
            QuarrelHarness.types().filter(type -> type.name().startsWith(start)).forEach(type -> {
                for (Body body : type.bodies()) {
                    boolean calls = body.calls().stream().anyMatch(asked::contains);
                    if (calls && seen.add(key(type.name(), body.name(), body.descriptor()))) {
                        Entry entry = body.name().startsWith("<") ? null : type.entry(body);
                        if (entry != null && !here.contains(entry)) {
                            here.add(entry);
                        } else if (!body.name().equals("<clinit>")) {
                            next.add(key(type.name(), body.name(), body.descriptor()));
                        }
                    }
                }
            });
            here.sort(Comparator.comparing((Entry one) -> !QuarrelHarness.isPublic(one))
                .thenComparing(one -> !Modifier.isPublic(one.executable().getModifiers()))
                .thenComparing(one -> one.executable().toString()));
            found.addAll(here);
            wanted = next;
        }
        return found.stream();
    }

    static String key(String owner, String name, String descriptor) {
        return owner + "." + name + (name.equals("<init>") ? "" : descriptor);
    }
}

/** Java expressions in rows for objects of a type, compiled on first use. */
final class Values {
    private static final Map<String, List<Integer>> BY_TYPE = new HashMap<>();
    private static final List<String> EXPRESSIONS = new ArrayList<>();
    private static Class<?> compiled;

    static void add(String type, String expression) {
        BY_TYPE.computeIfAbsent(type, one -> new ArrayList<>()).add(EXPRESSIONS.size());
        EXPRESSIONS.add(expression);
    }

    /** An object of a type; null if no row has one. */
    static Made of(Class<?> type, int variant) {
        List<Integer> rows = BY_TYPE.getOrDefault(type.getName(), List.of());
        for (int at = 0; at < rows.size(); at++) {
            int row = rows.get((at + variant) % rows.size());
            try {
                Method method = compiled().getDeclaredMethod("value" + row);
                method.setAccessible(true);
                Object value = method.invoke(null);
                if (value != null) {
                    return new Made(value, EXPRESSIONS.get(row));
                }
            } catch (ReflectiveOperationException | RuntimeException refused) {
                // Try another row.
            }
        }
        return null;
    }

    private static synchronized Class<?> compiled() throws ReflectiveOperationException {
        if (compiled == null) {
            StringBuilder source = new StringBuilder("@SuppressWarnings(\"all\") class QuarrelValues {\n");
            for (int at = 0; at < EXPRESSIONS.size(); at++) {
                source.append("static Object value").append(at).append("() throws Exception { return ")
                    .append(EXPRESSIONS.get(at)).append("; }\n");
            }
            byte[] bytes = Compiled.bytes("QuarrelValues", source.append("}\n").toString());
            compiled = new ClassLoader(QuarrelHarness.class.getClassLoader()) {
                Class<?> defined() {
                    return defineClass("QuarrelValues", bytes, 0, bytes.length);
                }
            }.defined();
        }
        return compiled;
    }
}

/** Java that is compiled in memory. */
final class Compiled {
    static byte[] bytes(String name, String source) throws ReflectiveOperationException {
        javax.tools.JavaCompiler compiler = javax.tools.ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new ReflectiveOperationException("there is no compiler");
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        var files = new javax.tools.ForwardingJavaFileManager<>(compiler.getStandardFileManager(null, null, null)) {
            @Override
            public javax.tools.JavaFileObject getJavaFileForOutput(Location location, String type, javax.tools.JavaFileObject.Kind kind,
                javax.tools.FileObject near) {
                return new javax.tools.SimpleJavaFileObject(java.net.URI.create("memory:/" + type.replace('.', '/') + ".class"), kind) {
                    @Override
                    public OutputStream openOutputStream() {
                        return out;
                    }
                };
            }
        };
        var unit = new javax.tools.SimpleJavaFileObject(java.net.URI.create("memory:/" + name.replace('.', '/') + ".java"),
            javax.tools.JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean lenient) {
                return source;
            }
        };
        StringWriter said = new StringWriter();
        List<String> options = List.of("-proc:none", "-nowarn", "-Xlint:none", "-cp", System.getProperty("java.class.path"));
        if (!compiler.getTask(said, files, null, options, null, List.of(unit)).call()) {
            throw new ReflectiveOperationException(name + ": " + said.toString().lines().findFirst().orElse(""));
        }
        return out.toByteArray();
    }
}

/** Generated subclasses of abstract classes without one on the class path; their methods return default values. */
final class Subclasses {
    private static final Map<Class<?>, Optional<Class<?>>> KNOWN = new HashMap<>();

    /** A class that extends an abstract one; null if that is impossible. */
    static Class<?> of(Class<?> type) {
        return KNOWN.computeIfAbsent(type, one -> {
            try {
                return Optional.of(made(one));
            } catch (ReflectiveOperationException | RuntimeException | LinkageError refused) {
                return Optional.empty();
            }
        }).orElse(null);
    }

    private static Class<?> made(Class<?> type) throws ReflectiveOperationException {
        boolean isInner = type.getDeclaringClass() != null && !Modifier.isStatic(type.getModifiers());
        if (isInner || type.getCanonicalName() == null || type.getName().startsWith("java.")) {
            throw new ReflectiveOperationException("it cannot be extended");
        }
        String simple = "Quarrel" + type.getSimpleName() + KNOWN.size();
        String packed = type.getPackageName();
        StringBuilder out = new StringBuilder(packed.isEmpty() ? "" : "package " + packed + ";\n");
        out.append("@SuppressWarnings(\"all\") public class ").append(simple).append(" extends ").append(type.getCanonicalName())
            .append(" {\npublic static java.util.function.Function<Class<?>, Object> plain;\n")
            .append("static Object plain(Class<?> type) { return plain.apply(type); }\n");
        for (Constructor<?> one : type.getDeclaredConstructors()) {
            if (Modifier.isPrivate(one.getModifiers())) {
                continue;
            }
            out.append("public ").append(simple).append(parameters(one)).append(" throws Throwable { super(")
                .append(IntStream.range(0, one.getParameterCount()).mapToObj(at -> "a" + at).collect(Collectors.joining(", ")))
                .append("); }\n");
        }
        String body = body(type);
        byte[] bytes = Compiled.bytes(packed.isEmpty() ? simple : packed + "." + simple, out + body + "}\n");
        Class<?> defined = java.lang.invoke.MethodHandles.privateLookupIn(type, java.lang.invoke.MethodHandles.lookup()).defineClass(bytes);
        java.util.function.Function<Class<?>, Object> plain = Maker::plain;
        defined.getField("plain").set(null, plain);
        return defined;
    }

    private static String parameters(Executable executable) {
        Class<?>[] types = executable.getParameterTypes();
        return IntStream.range(0, types.length).mapToObj(at -> types[at].getCanonicalName() + " a" + at)
            .collect(Collectors.joining(", ", "(", ")"));
    }

    /** The missing methods of a class, as Java. */
    static String body(Class<?> type) {
        StringBuilder out = new StringBuilder();
        for (Method method : missing(type)) {
            Class<?> result = method.getReturnType();
            String boxed = result.isPrimitive() && result != void.class
                ? Array.get(Array.newInstance(result, 1), 0).getClass().getCanonicalName() : result.getCanonicalName();
            out.append(Modifier.isPublic(method.getModifiers()) ? "public " : Modifier.isProtected(method.getModifiers()) ? "protected " : "")
                .append(result.getCanonicalName()).append(' ').append(method.getName()).append(parameters(method))
                .append(result == void.class ? " { }\n" : " { return (" + boxed + ") plain(" + result.getCanonicalName() + ".class); }\n");
        }
        return out.toString();
    }

    /** The abstract methods of a class, those of what it extends and implements included. */
    static List<Method> missing(Class<?> type) {
        Map<String, Method> found = new LinkedHashMap<>();
        Set<String> done = new HashSet<>();
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Method method : at.getDeclaredMethods()) {
                String key = method.getName() + Arrays.toString(method.getParameterTypes());
                if (!Modifier.isAbstract(method.getModifiers())) {
                    done.add(key);
                } else if (!done.contains(key)) {
                    found.putIfAbsent(key, method);
                }
            }
        }
        for (Method method : type.getMethods()) {
            String key = method.getName() + Arrays.toString(method.getParameterTypes());
            if (Modifier.isAbstract(method.getModifiers()) && !done.contains(key)) {
                found.putIfAbsent(key, method);
            }
        }
        return List.copyOf(found.values());
    }
}

/** A finding with the paths of its threads. */
final class Finding {
    final String id;
    String kind = "";
    String title = "";
    /** Whether the finding has the entries of its threads; else only its places are known. */
    boolean isNamed;
    /** The binary name of the class around the finding, as far as the sources show it. */
    String owner = "";
    final Map<String, List<Step>> ways = new LinkedHashMap<>();

    Finding(String id) {
        this.id = id;
    }

    /** The class around the finding; null if it is not on the class path. */
    Class<?> type() {
        try {
            return owner.isEmpty() ? null : Class.forName(owner, false, ClassLoader.getSystemClassLoader());
        } catch (ClassNotFoundException | LinkageError absent) {
            return null;
        }
    }
}

/** A step of a path. */
record Step(String file, int line, String text) {
    String name() {
        return file.substring(file.lastIndexOf('/') + 1);
    }

    String callee() {
        int end = text.indexOf('(');
        int start = Math.max(end, 0);
        while (start > 0 && Character.isJavaIdentifierPart(text.charAt(start - 1))) {
            start--;
        }
        return end < 0 ? "" : text.substring(start, end);
    }
}

/** What a thread calls: a method or a constructor. */
record Entry(Class<?> type, Executable executable) {
}

/** The lines of a method, and the methods that it calls. */
record Body(String name, String descriptor, int first, int last, Set<String> calls) {
}

/** A class on the class path. */
record Type(String name, List<Body> bodies) {
    boolean isNamed(Body body, String called) {
        return body.name().equals(called)
            || body.name().equals("<init>") && name.substring(name.lastIndexOf('.') + 1).replaceAll(".*\\$", "").equals(called);
    }

    boolean fits(String file) {
        int dot = name.lastIndexOf('.');
        int slash = file.lastIndexOf('/');
        String packed = dot < 0 ? "" : name.substring(0, dot).replace('.', '/');
        String folder = slash < 0 ? "" : file.substring(0, slash);
        return packed.isEmpty() || folder.isEmpty() || ("/" + folder).endsWith("/" + packed) || ("/" + packed).endsWith("/" + folder);
    }

    /** The method or constructor of a body, as reflection has it; for a lambda the method around it. */
    Entry entry(Body body) {
        try {
            Class<?> type = Class.forName(name, false, ClassLoader.getSystemClassLoader());
            String wanted = body.name();
            if (wanted.startsWith("lambda$")) {
                wanted = wanted.substring(7, wanted.lastIndexOf('$'));
            }
            if (type.isAnonymousClass() || type.isLocalClass()) {
                Method around = type.getEnclosingMethod();
                return around == null || Modifier.isPrivate(around.getModifiers()) ? null : new Entry(around.getDeclaringClass(), around);
            }
            if (wanted.equals("<init>") || wanted.equals("new")) {
                Constructor<?>[] all = type.getDeclaredConstructors();
                return all.length == 0 || type.isEnum() || Modifier.isAbstract(type.getModifiers()) ? null : new Entry(type, all[0]);
            }
            for (Method method : type.getDeclaredMethods()) {
                boolean isIt = method.getName().equals(wanted) && !Modifier.isAbstract(method.getModifiers())
                    && (body.name().startsWith("lambda$") || Classes.descriptor(method).equals(body.descriptor()));
                if (isIt && !Modifier.isPrivate(method.getModifiers()) && !method.getName().equals("main")) {
                    return new Entry(type, method);
                }
                if (isIt && method.getName().equals("main")) {
                    return new Entry(type, method);
                }
            }
        } catch (ClassNotFoundException | LinkageError absent) {
            return null;
        }
        return null;
    }
}

/** The classes on a class path by the name of their source file, read from their line tables. */
final class Classes {
    static Map<String, List<Type>> read(String classPath) throws IOException {
        Map<String, List<Type>> types = new HashMap<>();
        for (String entry : classPath.split(File.pathSeparator)) {
            Path path = Path.of(entry);
            if (Files.isDirectory(path)) {
                try (Stream<Path> files = Files.walk(path)) {
                    for (Path file : files.filter(one -> one.toString().endsWith(".class")).sorted().toList()) {
                        add(types, Files.readAllBytes(file));
                    }
                }
            } else if (entry.endsWith(".jar") && Files.isRegularFile(path)) {
                try (JarFile jar = new JarFile(path.toFile())) {
                    for (JarEntry one : Collections.list(jar.entries())) {
                        if (one.getName().endsWith(".class") && !one.getName().startsWith("META-INF/")) {
                            add(types, jar.getInputStream(one).readAllBytes());
                        }
                    }
                }
            }
        }
        return types;
    }

    private static void add(Map<String, List<Type>> types, byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            in.skipBytes(8);
            int count = in.readUnsignedShort();
            Object[] pool = new Object[count];
            for (int at = 1; at < count; at++) {
                switch (in.readUnsignedByte()) {
                    case 1 -> pool[at] = in.readUTF();
                    case 9, 10, 11, 12 -> pool[at] = new int[] {in.readUnsignedShort(), in.readUnsignedShort()};
                    case 3, 4, 17, 18 -> in.skipBytes(4);
                    case 5, 6 -> {
                        in.skipBytes(8);
                        at++;
                    }
                    case 7 -> pool[at] = in.readUnsignedShort();
                    case 15 -> in.skipBytes(3);
                    default -> in.skipBytes(2);
                }
            }
            in.skipBytes(2);
            String name = ((String) pool[(Integer) pool[in.readUnsignedShort()]]).replace('/', '.');
            in.skipBytes(2);
            in.skipBytes(2 * in.readUnsignedShort());
            List<Body> bodies = new ArrayList<>();
            for (int members = 0; members < 2; members++) {
                for (int number = in.readUnsignedShort(); number > 0; number--) {
                    in.skipBytes(2);
                    String member = (String) pool[in.readUnsignedShort()];
                    String descriptor = (String) pool[in.readUnsignedShort()];
                    int[] lines = {Integer.MAX_VALUE, 0};
                    Set<String> calls = new HashSet<>();
                    for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
                        String attribute = (String) pool[in.readUnsignedShort()];
                        byte[] content = in.readNBytes(in.readInt());
                        if ("Code".equals(attribute)) {
                            lines(content, pool, lines);
                            calls(content, pool, calls);
                        }
                    }
                    if (members == 1 && lines[1] > 0) {
                        bodies.add(new Body(member, descriptor, lines[0], lines[1], calls));
                    }
                }
            }
            String source = "";
            for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
                String attribute = (String) pool[in.readUnsignedShort()];
                byte[] content = in.readNBytes(in.readInt());
                if ("SourceFile".equals(attribute)) {
                    source = (String) pool[(content[0] & 0xff) << 8 | content[1] & 0xff];
                }
            }
            types.computeIfAbsent(source, one -> new ArrayList<>()).add(new Type(name, bodies));
        } catch (IOException | RuntimeException broken) {
            // A class that cannot be read has no entry.
        }
    }

    private static void lines(byte[] code, Object[] pool, int[] lines) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(code));
        in.skipBytes(4);
        in.skipBytes(in.readInt());
        in.skipBytes(8 * in.readUnsignedShort());
        for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
            String attribute = (String) pool[in.readUnsignedShort()];
            int length = in.readInt();
            if (!"LineNumberTable".equals(attribute)) {
                in.skipBytes(length);
                continue;
            }
            for (int number = in.readUnsignedShort(); number > 0; number--) {
                in.skipBytes(2);
                int line = in.readUnsignedShort();
                lines[0] = Math.min(lines[0], line);
                lines[1] = Math.max(lines[1], line);
            }
        }
    }

    /** The bytes of each instruction after its first one; 9 for those of variable length. */
    private static final String LENGTHS = "0".repeat(16) + "121" + "22" + "1".repeat(5) + "0".repeat(28) + "1".repeat(5) + "0".repeat(73)
        + "2" + "0".repeat(20) + "2".repeat(14) + "2" + "2" + "1" + "99" + "0".repeat(6) + "2".repeat(7) + "4" + "4" + "2" + "1" + "2" + "0" + "0"
        + "2" + "2" + "0" + "0" + "9" + "3" + "22" + "44";

    /** The methods that invoke instructions call, without those of method references. */
    private static void calls(byte[] content, Object[] pool, Set<String> calls) {
        int length = (content[4] & 0xff) << 24 | (content[5] & 0xff) << 16 | (content[6] & 0xff) << 8 | content[7] & 0xff;
        int start = 8;
        for (int at = start; at < start + length;) {
            int op = content[at] & 0xff;
            if (op >= 182 && op <= 185) {
                int[] member = (int[]) pool[(content[at + 1] & 0xff) << 8 | content[at + 2] & 0xff];
                int[] named = (int[]) pool[member[1]];
                calls.add(Callers.key(((String) pool[(Integer) pool[member[0]]]).replace('/', '.'), (String) pool[named[0]], (String) pool[named[1]]));
            }
            if (op == 170 || op == 171) {
                int aligned = at + 4 - (at - start) % 4;
                int count = op == 171 ? 2 * word(content, aligned + 4) : word(content, aligned + 8) - word(content, aligned + 4) + 2;
                at = aligned + 8 + 4 * count;
            } else if (op == 196) {
                at += (content[at + 1] & 0xff) == 132 ? 6 : 4;
            } else {
                at += 1 + (op < LENGTHS.length() ? LENGTHS.charAt(op) - '0' : 0);
            }
        }
    }

    private static int word(byte[] content, int at) {
        return (content[at] & 0xff) << 24 | (content[at + 1] & 0xff) << 16 | (content[at + 2] & 0xff) << 8 | content[at + 3] & 0xff;
    }

    static String descriptor(Method method) {
        return Arrays.stream(method.getParameterTypes()).map(Class::descriptorString).collect(Collectors.joining("", "(", ")"))
            + method.getReturnType().descriptorString();
    }
}

/** A call of an entry, several times. */
final class Call {
    static final int TIMES = 3;
    /** The calls of the last rounds: not meeting in so many calls means something. */
    static final int MANY_TIMES = 400;
    int times = TIMES;
    final Entry entry;
    final Made receiver;
    final List<Made> arguments;
    final int number;
    volatile String failure;

    Call(Entry entry, Made receiver, List<Made> arguments, int number) {
        this.entry = entry;
        this.receiver = receiver;
        this.arguments = arguments;
        this.number = number;
    }

    String name() {
        return entry.executable() instanceof Method method ? method.getName() : "new" + entry.type().getSimpleName();
    }

    String threadName() {
        return name() + "-" + number;
    }

    void run() throws Throwable {
        for (int time = 0; time < times; time++) {
            Throwable thrown = once();
            if (thrown != null) {
                failure = thrown.toString();
            }
        }
    }

    /** Calls it once; returns what it throws. */
    Throwable once() throws ReflectiveOperationException {
        Object[] values = arguments.stream().map(Made::value).toArray();
        try {
            if (entry.executable() instanceof Method method) {
                method.invoke(receiver == null ? null : receiver.value(), values);
            } else {
                ((Constructor<?>) entry.executable()).newInstance(values);
            }
            return null;
        } catch (InvocationTargetException thrown) {
            return thrown.getCause();
        }
    }

    String source() {
        String list = Maker.list(entry.executable(), arguments);
        if (entry.executable() instanceof Method method) {
            return (receiver == null ? Maker.name(entry.type()) : receiver.source()) + "." + method.getName() + list;
        }
        return "new " + Maker.name(entry.type()) + list;
    }
}

/** The objects and the two calls on them. */
final class Scene {
    final Maker maker = new Maker();
    final List<Call> calls = new ArrayList<>();
    /** Whether the calls are made very often. */
    boolean isLong;
    private Made disturbed;
    private int round;

    static Scene of(List<Entry> entries, Class<?> hint, int round) throws Maker.Impossible {
        Scene scene = new Scene();
        Maker maker = scene.maker;
        maker.turn = round / 3;
        Class<?> one = receiver(entries.get(0), hint);
        Class<?> other = receiver(entries.get(1), hint);
        // An inherited method is called on objects of the subclass, which has both.
        one = one.isAssignableFrom(other) ? other : one;
        other = other.isAssignableFrom(one) ? one : other;
        // Sometimes two objects of one class meet, if a method has a parameter of its class.
        boolean isPair = one == other && round % 4 == 1 && needsReceiver(entries.get(0)) && needsReceiver(entries.get(1));
        boolean isOwned = one != other && needsReceiver(entries.get(0)) && needsReceiver(entries.get(1)) && Maker.has(other, one);
        Made owner = isOwned ? maker.named(other) : null;
        if (isOwned) {
            maker.prepare(owner);
        }
        Made first = !needsReceiver(entries.get(0)) ? null : isOwned ? maker.related(owner, one) : maker.named(one);
        boolean isCopy = isPair && round % 8 == 5;
        Made second = !needsReceiver(entries.get(1)) ? null : isOwned ? owner : one == other && !isPair && first != null ? first
            : one == other ? isCopy ? maker.copy(first, one) : maker.another(one) : maker.related(first, other);
        if (isPair) {
            maker.link(first, second);
        }
        if (round % 4 == 1 || round >= 4) {
            maker.prepare(first);
            maker.prepare(second == first ? null : second);
        }
        if (round >= 2) {
            maker.fill(first);
        }
        if (round >= 6 && round % 4 < 2) {
            // The state that the calls need is unknown, so some random calls are made.
            maker.change(first, round);
            maker.change(second == first ? null : second, round);
        }
        maker.variant = round / 4;
        scene.calls.add(new Call(entries.get(0), first, maker.arguments(entries.get(0).executable(), first, second), 1));
        maker.variant = round / 2;
        scene.calls.add(new Call(entries.get(1), second, maker.arguments(entries.get(1).executable(), second, first), 2));
        scene.isLong = round % 8 == 7;
        scene.disturbed = round >= 8 && round % 4 == 3 ? first : null;
        scene.round = round;
        return scene;
    }

    /** Calls other methods of the first object while the threads run, which may wait for these. */
    void disturb() {
        if (disturbed != null) {
            QuarrelHarness.start("others", () -> new Maker(maker).change(disturbed, round));
        }
    }

    /** Whether another class of the package can access all of it. */
    boolean isPublic() {
        String packed = calls.get(0).entry.type().getPackageName();
        return disturbed == null && maker.isPlain && calls.stream().allMatch(call -> Maker.isNamable(call.entry.executable(), packed))
            && maker.used.stream().allMatch(used -> Maker.isNamable(used, packed));
    }

    /** The class of the receiver of an entry: that of the finding, if it has the method. */
    static Class<?> receiver(Entry entry, Class<?> hint) {
        return hint != null && entry.type().isAssignableFrom(hint) && entry.executable() instanceof Method ? hint : entry.type();
    }

    private static boolean needsReceiver(Entry entry) {
        return entry.executable() instanceof Method method && !Modifier.isStatic(method.getModifiers());
    }
}

/** A statement in Java: it may declare an object, of a type, with a name. */
record Statement(String type, String name, String source) {
}

/** An object, and the Java that makes it. */
record Made(Object value, String source) {
}

/** Makes objects: existing ones, values of the JDK, constructors and factories, stand-ins for interfaces. */
final class Maker {
    static final class Impossible extends Exception {
        Impossible(String message) {
            super(message);
        }
    }

    private static final int DEEPEST = 5;
    /** The time limit of a call that prepares an object. */
    private static final long CALL_MILLIS = 300;
    private static final int FEW_CALLS = 3;
    /** The Java statements that make the objects. */
    final List<Statement> setup = new ArrayList<>();
    /** The classes and members in those statements and the calls. */
    final Set<AnnotatedElement> used = new LinkedHashSet<>();
    final Map<Object, Made> named = new IdentityHashMap<>();
    private final List<Made> known = new ArrayList<>();
    /** Chooses default values, on which locks and behaviour can depend. */
    int variant;
    /** Chooses the constructor. */
    int turn;
    /** Whether the Java statements make equal objects. */
    boolean isPlain = true;
    private int number;
    private final Set<Class<?>> making = new LinkedHashSet<>();
    /** The type arguments of a class. */
    private final Map<TypeVariable<?>, java.lang.reflect.Type> bound = new HashMap<>();
    /** The type arguments of a stand-in. */
    private static final Map<Object, java.lang.reflect.Type> GENERIC = Collections.synchronizedMap(new IdentityHashMap<>());

    /** Objects from rows, such as files, sockets and pools, which are closed at the end. */
    private final List<Object> opened = Collections.synchronizedList(new ArrayList<>());

    Maker() {
    }

    /** Closes what was opened, since other rounds need file handles too. */
    void close() {
        for (Object one : opened.toArray()) {
            try {
                if (one == java.util.concurrent.ForkJoinPool.commonPool() || one instanceof Stream<?>) {
                    continue;
                } else if (one instanceof java.util.concurrent.ExecutorService pool) {
                    pool.shutdownNow();
                } else if (one instanceof AutoCloseable open) {
                    open.close();
                }
            } catch (Exception refused) {
                // It stays open.
            }
        }
    }

    /** A maker for another thread, which shares the objects of this one. */
    Maker(Maker other) {
        known.addAll(other.known);
        variant = other.variant;
    }

    /** Whether sources in a package can access a class or a member. */
    static boolean isNamable(AnnotatedElement element, String packed) {
        if (element instanceof Class<?> type) {
            if (type.isArray()) {
                return isNamable(type.getComponentType(), packed);
            }
            boolean isOpen = Modifier.isPublic(type.getModifiers())
                || !Modifier.isPrivate(type.getModifiers()) && type.getPackageName().equals(packed);
            boolean isExported = type.getModule().isExported(type.getPackageName());
            return type.isPrimitive() || type.getCanonicalName() != null && isOpen && isExported
                && (type.getDeclaringClass() == null || isNamable(type.getDeclaringClass(), packed));
        }
        Member member = (Member) element;
        Class<?> owner = member.getDeclaringClass();
        boolean isOpen = Modifier.isPublic(member.getModifiers())
            || !Modifier.isPrivate(member.getModifiers()) && owner.getPackageName().equals(packed);
        return isOpen && isNamable(owner, packed) && (!(element instanceof Executable executable)
            || Arrays.stream(executable.getParameterTypes()).allMatch(type -> isNamable(type, packed)));
    }

    static String name(Class<?> type) {
        return type.getCanonicalName() == null ? type.getName() : type.getCanonicalName();
    }

    /** An object with a new name. */
    Made named(Class<?> type) throws Impossible {
        Made known = this.known.stream().filter(one -> type.isInstance(one.value())).findFirst().orElse(null);
        return known == null ? another(type) : known;
    }

    /** The object with a name. */
    Object value(String name) {
        return known.stream().filter(one -> one.source().equals(name)).findFirst().orElseThrow().value();
    }

    /** Another object of a class, made from the first one if there is a constructor for that. */
    Made copy(Made first, Class<?> type) throws Impossible {
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (constructor.getParameterCount() == 1 && constructor.getParameterTypes()[0] == type) {
                try {
                    constructor.setAccessible(true);
                    used.add(constructor);
                    Object value = constructor.newInstance(first.value());
                    return name(new Made(value, "new " + name(type) + "(" + first.source() + ")"), type);
                } catch (ReflectiveOperationException | RuntimeException refused) {
                    // Try another one.
                }
            }
        }
        return another(type);
    }

    Made another(Class<?> type) throws Impossible {
        return name(make(type, 0), type);
    }

    private Made name(Made made, Class<?> type) {
        String base = type.getSimpleName().isEmpty() ? "object" : type.getSimpleName();
        String name = Character.toLowerCase(base.charAt(0)) + base.substring(1) + ++number;
        used.add(type);
        setup.add(new Statement(name(type), name, made.source()));
        Made named = new Made(made.value(), name);
        known.add(named);
        return named;
    }

    /** An object related to another: one that it returns or has in a field, or one that is made with it. */
    Made related(Made with, Class<?> type) throws Impossible {
        if (with != null) {
            for (Method method : with.value().getClass().getMethods()) {
                boolean gives = method.getParameterCount() == 0 && type.isAssignableFrom(method.getReturnType())
                    && !Modifier.isStatic(method.getModifiers());
                if (gives) {
                    try {
                        method.setAccessible(true);
                        Object value = method.invoke(with.value());
                        if (value != null) {
                            used.add(method);
                            return name(new Made(value, "(" + name(type) + ") " + with.source() + "." + method.getName() + "()"), type);
                        }
                    } catch (ReflectiveOperationException | RuntimeException closed) {
                        // Try another way.
                    }
                }
            }
            for (Field field : fields(with.value().getClass())) {
                if (type.isAssignableFrom(field.getType()) && !Modifier.isStatic(field.getModifiers())) {
                    try {
                        field.setAccessible(true);
                        Object value = field.get(with.value());
                        if (value != null) {
                            used.add(field);
                            return name(new Made(value, with.source() + "." + field.getName()), type);
                        }
                    } catch (ReflectiveOperationException | RuntimeException closed) {
                        // Try another way.
                    }
                }
            }
        }
        Made made = another(type);
        if (with != null) {
            link(with, made);
        }
        return made;
    }

    /** Puts something into an object, so that a method that removes something finds it. */
    void fill(Made object) {
        for (Method method : methods(object)) {
            if (does("fills", method)) {
                call(object, method);
            }
        }
    }

    /** Prepares an object. */
    void prepare(Made object) {
        for (Method method : methods(object)) {
            if (does("prepares", method) && method.getParameterCount() < 2) {
                call(object, method);
            }
        }
    }

    /** Calls some random methods of an object, chosen by a number. */
    void change(Made object, int seed) {
        List<Method> methods = methods(object);
        methods.removeIf(method -> does("ends", method) || method.getDeclaringClass() == Object.class);
        Collections.shuffle(methods, new Random(seed));
        methods.stream().limit(FEW_CALLS).forEach(method -> call(object, method));
    }

    private static List<Method> methods(Made object) {
        List<Method> found = new ArrayList<>();
        if (object != null) {
            for (Method method : object.value().getClass().getMethods()) {
                if (!Modifier.isStatic(method.getModifiers()) && !method.isSynthetic() && QuarrelHarness.isAnalysed(method.getDeclaringClass())) {
                    found.add(method);
                }
            }
            found.sort(Comparator.comparing(Method::toString));
        }
        return found;
    }

    static boolean does(String what, Method method) {
        return method.getName().matches(QuarrelHarness.CALLS.getOrDefault(what, ""));
    }

    /** Calls a method in another thread, which may hang, and records the call. */
    private void call(Made object, Method method) {
        try {
            List<Made> arguments = arguments(method, object, null);
            boolean[] done = {false};
            Thread thread = QuarrelHarness.start("prepare", () -> {
                method.invoke(object.value(), arguments.stream().map(Made::value).toArray());
                done[0] = true;
            });
            thread.join(CALL_MILLIS);
            if (done[0]) {
                used.add(method);
                setup.add(new Statement("", "", object.source() + "." + method.getName() + list(method, arguments)));
            } else {
                isPlain = false;
            }
        } catch (Impossible | RuntimeException impossible) {
            // It stays as it is.
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The fields of objects of a class. */
    private static List<Field> fields(Class<?> type) {
        List<Field> found = new ArrayList<>();
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            found.addAll(Arrays.asList(at.getDeclaredFields()));
        }
        found.removeIf(field -> Modifier.isStatic(field.getModifiers()));
        return found;
    }

    /** Whether objects of a class have one of another class, and not the other way round. */
    static boolean has(Class<?> owner, Class<?> part) {
        return fields(owner).stream().anyMatch(field -> field.getType() == part)
            && fields(part).stream().noneMatch(field -> !field.isSynthetic() && field.getType().isAssignableFrom(owner) && field.getType() != Object.class);
    }

    /** Connects two objects by methods that add or set one. */
    void link(Made one, Made other) {
        for (Made[] pair : new Made[][] {{one, other}, {other, one}}) {
            for (Method method : pair[0].value().getClass().getDeclaredMethods()) {
                boolean links = does("links", method)
                    && method.getParameterCount() == 1 && method.getParameterTypes()[0].isInstance(pair[1].value())
                    && method.getParameterTypes()[0] != Object.class && !Modifier.isPrivate(method.getModifiers());
                if (links) {
                    try {
                        method.setAccessible(true);
                        method.invoke(pair[0].value(), pair[1].value());
                        used.add(method);
                        setup.add(new Statement("", "", pair[0].source() + "." + method.getName() + "(" + pair[1].source() + ")"));
                    } catch (ReflectiveOperationException | RuntimeException refused) {
                        // It stays unconnected.
                    }
                }
            }
        }
    }

    List<Made> arguments(Executable executable, Made receiver, Made preferred) throws Impossible {
        executable.setAccessible(true);
        List<Made> made = new ArrayList<>();
        Class<?>[] types = executable.getParameterTypes();
        java.lang.reflect.Type[] generic = executable.getGenericParameterTypes();
        Class<?> context = receiver == null ? executable.getDeclaringClass() : receiver.value().getClass();
        for (int at = 0; at < types.length; at++) {
            boolean isPreferred = preferred != null && types[at].isInstance(preferred.value()) && types[at] != Object.class;
            made.add(isPreferred ? preferred : make(types[at], generic.length == types.length ? resolved(generic[at], context) : types[at], 1));
        }
        return made;
    }

    /** A type in which the type variables of superclasses are replaced by their arguments in a class. */
    private java.lang.reflect.Type resolved(java.lang.reflect.Type type, Class<?> context) {
        if (type instanceof WildcardType wild) {
            return resolved(wild.getLowerBounds().length > 0 ? wild.getLowerBounds()[0] : wild.getUpperBounds()[0], context);
        }
        if (!(type instanceof TypeVariable<?> variable)) {
            return type;
        }
        if (bound.containsKey(variable)) {
            return bound.get(variable);
        }
        if (variable.getGenericDeclaration() instanceof Class<?> owner && context != owner && owner.isAssignableFrom(context)) {
            Deque<java.lang.reflect.Type> left = new ArrayDeque<>();
            for (Class<?> at = context; at != null; at = at.getSuperclass()) {
                if (at.getGenericSuperclass() != null) {
                    left.add(at.getGenericSuperclass());
                }
                left.addAll(Arrays.asList(at.getGenericInterfaces()));
            }
            for (java.lang.reflect.Type one : left) {
                if (one instanceof ParameterizedType known && known.getRawType() == owner) {
                    java.lang.reflect.Type argument = argument(known, variable);
                    return argument instanceof TypeVariable<?> ? erased(argument) : argument;
                }
            }
        }
        return erased(variable);
    }

    private static java.lang.reflect.Type argument(ParameterizedType known, TypeVariable<?> variable) {
        TypeVariable<?>[] variables = ((Class<?>) known.getRawType()).getTypeParameters();
        for (int at = 0; at < variables.length; at++) {
            if (variables[at].getName().equals(variable.getName())) {
                return known.getActualTypeArguments()[at];
            }
        }
        return Object.class;
    }

    static Class<?> erased(java.lang.reflect.Type type) {
        if (type instanceof Class<?> known) {
            return known;
        } else if (type instanceof ParameterizedType known) {
            return (Class<?>) known.getRawType();
        } else if (type instanceof WildcardType known) {
            return erased(known.getLowerBounds().length > 0 ? known.getLowerBounds()[0] : known.getUpperBounds()[0]);
        } else if (type instanceof TypeVariable<?> known) {
            return known.getBounds()[0] instanceof TypeVariable<?> ? Object.class : erased(known.getBounds()[0]);
        } else if (type instanceof GenericArrayType known) {
            return Array.newInstance(erased(known.getGenericComponentType()), 0).getClass();
        }
        return Object.class;
    }

    /** An object of a type with type arguments; a container gets elements of its element type. */
    private Made make(Class<?> type, java.lang.reflect.Type generic, int depth) throws Impossible {
        Class<?> wanted = type == Object.class && generic != Object.class ? erased(generic) : type;
        Class<?>[] of = generic instanceof ParameterizedType one
            ? Arrays.stream(one.getActualTypeArguments()).map(Maker::erased).toArray(Class<?>[]::new) : new Class<?>[0];
        boolean isFilled = of.length == 1 && of[0] != Object.class && of[0] != String.class && type.isInterface() && depth <= DEEPEST;
        if (isFilled && (Iterable.class.isAssignableFrom(type) || type == Iterator.class)) {
            String kind = type == Iterator.class || type.isAssignableFrom(ArrayList.class) ? "ArrayList" : type.isAssignableFrom(HashSet.class)
                ? "HashSet" : type.isAssignableFrom(ArrayDeque.class) ? "ArrayDeque" : "";
            if (!kind.isEmpty()) {
                Made element = make(of[0], depth + 1);
                List<Object> elements = Arrays.asList(element.value());
                Collection<Object> value = switch (kind) {
                    case "ArrayList" -> new ArrayList<>(elements);
                    case "HashSet" -> new HashSet<>(elements);
                    default -> new ArrayDeque<>(elements);
                };
                String source = "new java.util." + kind + "(java.util.Arrays.asList(" + element.source() + "))";
                return type == Iterator.class ? new Made(value.iterator(), source + ".iterator()") : new Made(value, source);
            }
        }
        if (of.length == 2 && type == Map.class && (of[0] != Object.class && of[0] != String.class || of[1] != Object.class && of[1] != String.class)
            && depth <= DEEPEST) {
            Made key = make(of[0], depth + 1);
            Made value = make(of[1], depth + 1);
            return new Made(new HashMap<>(Collections.singletonMap(key.value(), value.value())),
                "new java.util.HashMap(java.util.Collections.singletonMap(" + key.source() + ", " + value.source() + "))");
        }
        if (type == Class.class && of.length == 1 && of[0] != Object.class) {
            used.add(of[0]);
            return new Made(of[0], name(of[0]) + ".class");
        }
        if (generic instanceof ParameterizedType known) {
            TypeVariable<?>[] variables = wanted.getTypeParameters();
            for (int at = 0; at < Math.min(variables.length, known.getActualTypeArguments().length); at++) {
                java.lang.reflect.Type argument = known.getActualTypeArguments()[at];
                bound.put(variables[at], argument instanceof Class<?> || argument instanceof ParameterizedType ? argument : erased(argument));
            }
        }
        Made made = make(wanted, depth);
        if (generic instanceof ParameterizedType && Proxy.isProxyClass(made.value().getClass()) && Arrays.stream(of).anyMatch(one -> one != Object.class)) {
            GENERIC.put(made.value(), generic);
            isPlain = false;
        }
        return made;
    }

    /** Arguments of a constructor or factory. */
    private List<Made> parts(Executable executable, int depth) throws Impossible {
        List<Made> made = new ArrayList<>();
        Class<?>[] types = executable.getParameterTypes();
        java.lang.reflect.Type[] generic = executable.getGenericParameterTypes();
        for (int at = 0; at < types.length; at++) {
            if (making.contains(types[at])) {
                // A constructor with a parameter of its own class would recurse.
                made.add(new Made(null, "(" + name(types[at]) + ") null"));
                continue;
            }
            java.lang.reflect.Type own = generic.length == types.length ? resolved(generic[at], executable.getDeclaringClass()) : types[at];
            made.add(make(types[at], own, depth + 1));
        }
        return made;
    }

    private Made make(Class<?> type, int depth) throws Impossible {
        Made simple = simple(type, variant);
        if (simple != null) {
            return simple;
        }
        if (depth > 0) {
            for (Made one : known) {
                if (type.isInstance(one.value())) {
                    return one;
                }
            }
        }
        Made value = Values.of(type, variant);
        if (value != null) {
            opened.add(value.value());
            return value;
        }
        if (depth > DEEPEST || making.contains(type)) {
            throw new Impossible("no object of " + type.getName() + " can be made");
        }
        if (type.isEnum() && type.getEnumConstants().length > 0) {
            Object constant = type.getEnumConstants()[variant % type.getEnumConstants().length];
            used.add(type);
            return new Made(constant, name(type) + "." + ((Enum<?>) constant).name());
        }
        if (type.isInterface()) {
            return standIn(type);
        }
        making.add(type);
        try {
            return Modifier.isAbstract(type.getModifiers()) ? makeBelow(type, depth) : makeWhole(type, depth);
        } finally {
            making.remove(type);
        }
    }

    private Made makeBelow(Class<?> type, int depth) throws Impossible {
        String why = "it is abstract";
        for (Class<?> sub : QuarrelHarness.concrete(type)) {
            try {
                return make(sub, depth + 1);
            } catch (Impossible impossible) {
                why = impossible.getMessage();
            }
        }
        try {
            return made(type, depth);
        } catch (Impossible impossible) {
            // Try a generated subclass.
        }
        Class<?> own = Subclasses.of(type);
        for (Constructor<?> constructor : own == null ? new Constructor<?>[0] : own.getDeclaredConstructors()) {
            try {
                List<Made> arguments = parts(constructor, depth);
                Object value = constructor.newInstance(arguments.stream().map(Made::value).toArray());
                used.add(type);
                Subclasses.missing(type).forEach(used::add);
                return new Made(value, "new " + name(type) + list(constructor, arguments) + " {\n"
                    + Subclasses.body(type).indent(16) + "            }");
            } catch (Impossible | ReflectiveOperationException | RuntimeException refused) {
                why = why(refused);
            }
        }
        throw new Impossible("no object of " + type.getName() + " can be made: " + why);
    }

    /** An object by a public constructor, a factory, or else a constructor that is not public. */
    private Made makeWhole(Class<?> type, int depth) throws Impossible {
        List<Constructor<?>> open = new ArrayList<>();
        List<Constructor<?>> others = new ArrayList<>();
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            (Modifier.isPublic(constructor.getModifiers()) ? open : others).add(constructor);
        }
        Comparator<Constructor<?>> order = Comparator.comparing((Constructor<?> one) -> Modifier.isPrivate(one.getModifiers()))
            .thenComparing(Constructor::getParameterCount).thenComparing(Constructor::toString);
        open.sort(order);
        others.sort(order);
        if (depth == 0 && open.size() > 1) {
            Collections.rotate(open, -(turn % open.size()));
        }
        String why;
        try {
            return made(type, open, depth);
        } catch (Impossible impossible) {
            why = impossible.getMessage();
        }
        try {
            return made(type, depth);
        } catch (Impossible impossible) {
            why = open.isEmpty() ? impossible.getMessage() : why;
        }
        try {
            return made(type, others, depth);
        } catch (Impossible impossible) {
            why = others.isEmpty() ? why : impossible.getMessage();
        }
        throw new Impossible(why.startsWith("no object of ") ? why : "no object of " + type.getName() + " can be made: " + why);
    }

    private Made made(Class<?> type, List<Constructor<?>> constructors, int depth) throws Impossible {
        String why = "it has no constructor for others";
        for (Constructor<?> constructor : constructors) {
            try {
                constructor.setAccessible(true);
                List<Made> arguments = parts(constructor, depth);
                Object value = constructor.newInstance(arguments.stream().map(Made::value).toArray());
                used.add(constructor);
                return new Made(value, "new " + name(type) + list(constructor, arguments));
            } catch (Impossible | ReflectiveOperationException | RuntimeException refused) {
                why = why(refused);
            }
        }
        throw new Impossible(why);
    }

    /** An object returned by a method of its own class or of a class near it. */
    private Made made(Class<?> type, int depth) throws Impossible {
        List<Method> factories = new ArrayList<>();
        for (Method method : type.getDeclaredMethods()) {
            boolean makes = Modifier.isStatic(method.getModifiers()) && !Modifier.isPrivate(method.getModifiers())
                && type.isAssignableFrom(method.getReturnType());
            if (makes) {
                factories.add(method);
            }
        }
        if (factories.isEmpty() && depth < 3) {
            factories.addAll(FACTORIES.computeIfAbsent(type, Maker::factories));
        }
        String why = "no method gives one";
        for (Method method : factories) {
            try {
                method.setAccessible(true);
                boolean isStatic = Modifier.isStatic(method.getModifiers());
                Made owner = isStatic ? null : make(method.getDeclaringClass(), depth + 1);
                List<Made> arguments = parts(method, depth);
                Object value = method.invoke(isStatic ? null : owner.value(), arguments.stream().map(Made::value).toArray());
                if (type.isInstance(value)) {
                    used.add(method);
                    String cast = type.isAssignableFrom(method.getReturnType()) ? "" : "(" + name(type) + ") ";
                    return new Made(value, cast + (isStatic ? name(method.getDeclaringClass()) : owner.source()) + "." + method.getName()
                        + list(method, arguments));
                }
            } catch (Impossible | ReflectiveOperationException | RuntimeException refused) {
                why = why(refused);
            }
        }
        throw new Impossible(why);
    }

    private static final Map<Class<?>, List<Method>> FACTORIES = new HashMap<>();
    private static final int MOST_FACTORIES = 6;

    /** The methods of other classes that return objects of a class: public ones first, then those with few parameters. */
    private static List<Method> factories(Class<?> type) {
        List<Method> found = new ArrayList<>();
        for (Class<?> one : QuarrelHarness.near(type)) {
            try {
                for (Method method : one.getDeclaredMethods()) {
                    boolean gives = method.getReturnType() == type && one != type && !Modifier.isPrivate(method.getModifiers())
                        && !Modifier.isAbstract(method.getModifiers()) && !method.isSynthetic() && !type.isAssignableFrom(one)
                        && !one.isAnonymousClass() && !one.isLocalClass();
                    if (gives) {
                        found.add(method);
                    }
                }
            } catch (LinkageError absent) {
                // It needs what is not there.
            }
        }
        found.sort(Comparator.comparing((Method one) -> !Modifier.isPublic(one.getModifiers()) || !Modifier.isPublic(one.getDeclaringClass().getModifiers()))
            .thenComparing(one -> !Modifier.isStatic(one.getModifiers())).thenComparing(Method::getParameterCount).thenComparing(Method::toString));
        return found.subList(0, Math.min(found.size(), MOST_FACTORIES));
    }

    private static String why(Exception refused) {
        return refused instanceof Impossible ? refused.getMessage() : refused.getCause() == null ? refused.toString() : refused.getCause().toString();
    }

    /** Arguments in Java, with casts where overloads would be ambiguous. */
    static String list(Executable executable, List<Made> arguments) {
        Class<?> owner = executable.getDeclaringClass();
        Executable[] all = executable instanceof Method ? owner.getDeclaredMethods() : owner.getDeclaredConstructors();
        boolean isOne = Arrays.stream(all).filter(one -> one.getName().equals(executable.getName())
            && one.getParameterCount() == executable.getParameterCount()).count() == 1;
        Class<?>[] types = executable.getParameterTypes();
        return IntStream.range(0, arguments.size())
            .mapToObj(at -> (isOne ? "" : "(" + name(types[at]) + ") ") + arguments.get(at).source())
            .collect(Collectors.joining(", ", "(", ")"));
    }

    private static Made simple(Class<?> type, int variant) {
        boolean isOther = variant % 2 == 1;
        int plain = List.of(1, 2, 100, 0).get(variant % 4);
        if (type == int.class || type == Integer.class) {
            return new Made(plain, String.valueOf(plain));
        } else if (type == long.class || type == Long.class) {
            return new Made((long) plain, plain + "L");
        } else if (type == boolean.class || type == Boolean.class) {
            return new Made(!isOther, String.valueOf(!isOther));
        } else if (type == double.class || type == Double.class) {
            return new Made(1.0, "1.0");
        } else if (type == float.class || type == Float.class) {
            return new Made(1f, "1f");
        } else if (type == char.class || type == Character.class) {
            return new Made('a', "'a'");
        } else if (type == byte.class || type == Byte.class) {
            return new Made((byte) 1, "(byte) 1");
        } else if (type == short.class || type == Short.class) {
            return new Made((short) 1, "(short) 1");
        } else if (type == String.class || type == CharSequence.class || type == Comparable.class) {
            return isOther ? new Made("b", "\"b\"") : new Made("a", "\"a\"");
        } else if (type == Object.class) {
            return new Made("a", "\"a\"");
        } else if (type == Class.class) {
            return new Made(Object.class, "Object.class");
        } else if (type == java.time.Duration.class) {
            return new Made(java.time.Duration.ofMillis(10), "java.time.Duration.ofMillis(10)");
        } else if (type == ClassLoader.class) {
            return new Made(QuarrelHarness.class.getClassLoader(), "Thread.currentThread().getContextClassLoader()");
        } else if (type == Random.class) {
            return new Made(new Random(1), "new java.util.Random(1)");
        } else if (type == Properties.class) {
            return new Made(new Properties(), "new java.util.Properties()");
        } else if (type.isArray()) {
            Class<?> part = type.getComponentType();
            Object array = Array.newInstance(part, 4);
            return new Made(array, part.isArray() ? "null" : "new " + name(part) + "[4]");
        } else if (type.isAssignableFrom(ArrayList.class) && Iterable.class.isAssignableFrom(type)) {
            return new Made(new ArrayList<>(List.of("a", "b")), "new java.util.ArrayList(java.util.Arrays.asList(\"a\", \"b\"))");
        } else if (type == Set.class) {
            return new Made(new HashSet<>(Set.of("a")), "new java.util.HashSet(java.util.Arrays.asList(\"a\"))");
        } else if (type == Map.class) {
            return new Made(new HashMap<>(Map.of("a", "b")), "new java.util.HashMap(java.util.Collections.singletonMap(\"a\", \"b\"))");
        }
        return null;
    }

    /** A stand-in for an interface, whose methods return default values. */
    private Made standIn(Class<?> type) {
        used.add(type);
        int own = variant;
        isPlain &= own == 0;
        return new Made(proxy(type, own), "standIn(" + name(type) + ".class)");
    }

    private static Object proxy(Class<?> type, int variant) {
        return Proxy.newProxyInstance(type.getClassLoader() == null ? QuarrelHarness.class.getClassLoader() : type.getClassLoader(),
            new Class<?>[] {type}, (proxy, method, arguments) -> answer(proxy, method, arguments, variant));
    }

    /** The default value of a type. */
    static Object plain(Class<?> type) {
        Made simple = type == void.class ? null : simple(type, 0);
        return simple != null ? simple.value() : type.isInterface() ? proxy(type, 0) : null;
    }

    private static Object answer(Object proxy, Method method, Object[] arguments, int variant) throws Throwable {
        switch (method.getName()) {
            case "equals" -> {
                return proxy == arguments[0];
            }
            case "hashCode" -> {
                return System.identityHashCode(proxy);
            }
            case "toString" -> {
                return "stand-in";
            }
            default -> {
                if (method.isDefault()) {
                    return InvocationHandler.invokeDefault(proxy, method, arguments);
                }
                Class<?> type = method.getReturnType();
                if (type == void.class) {
                    return null;
                }
                boolean isOwn = GENERIC.get(proxy) instanceof ParameterizedType known && method.getGenericReturnType() instanceof TypeVariable<?>
                    && method.getDeclaringClass() == known.getRawType();
                Maker maker = new Maker();
                maker.variant = variant;
                if (isOwn) {
                    java.lang.reflect.Type argument = argument((ParameterizedType) GENERIC.get(proxy), (TypeVariable<?>) method.getGenericReturnType());
                    type = argument instanceof TypeVariable<?> ? type : erased(argument);
                }
                Made simple = simple(type, variant);
                if (simple != null) {
                    return simple.value();
                }
                try {
                    return isOwn ? maker.make(type, 2).value() : type.isInterface() ? proxy(type, variant) : null;
                } catch (Impossible impossible) {
                    return null;
                }
            }
        }
    }
}

/**
 * Writes a scene as a program: a test for JUnit 5 if that is on the class path, else a class with a main method.
 *
 * Two threads make a few calls each at once, on fresh objects, in many rounds. A round fails if its outcome (state,
 * exceptions, termination) is that of no sequential order of the calls. The orders are tried here first, so that values
 * that differ by themselves, such as times, are not compared.
 */
final class Reproducer {
    /** Makes the scene again, with other objects. */
    interface Again {
        Scene make() throws Exception;
    }

    /** The calls of each thread in a round: few enough to try all orders. */
    private static final int FEW_CALLS = 3;
    /** The calls if all orders have one outcome: with more calls, two overlap sooner. */
    private static final int MORE_CALLS = 100;
    /** The calls for deadlocks, where orders do not matter. */
    private static final int MOST_CALLS = 1000;
    /** The number of orders that are tried. */
    private static final int FEW_ORDERS = 200;
    private static final int MORE_ORDERS = 40;
    private static final int MOST_PARTS = 8;
    private static final long TRY_MILLIS = 2500;
    private final Finding finding;
    private final Scene scene;
    private final Again again;
    private final boolean hasJunit;
    private final boolean isDeadlock;
    private final Set<String> imports = new TreeSet<>();
    private final String packed;
    private int calls = FEW_CALLS;
    private int orders = FEW_ORDERS;

    Reproducer(Finding finding, Scene scene, Again again, boolean hasJunit) {
        this.finding = finding;
        this.scene = scene;
        this.again = again;
        this.hasJunit = hasJunit;
        isDeadlock = finding.kind.equals("cross") || finding.kind.equals("alone");
        packed = scene.calls.get(0).entry.type().getPackageName();
    }

    /** A part of the state: the fields to follow from a named object, and the Java that reads it. */
    private record Part(String name, List<Field> fields, boolean isSize, String source) {
        Object read(Scene scene) throws ReflectiveOperationException {
            Object value = scene.maker.value(name);
            for (Field field : fields) {
                value = field.get(value);
            }
            if (isSize) {
                return value instanceof Collection<?> all ? all.size() : ((Map<?, ?>) value).size();
            }
            return value instanceof int[] numbers ? Arrays.toString(numbers)
                : value instanceof long[] numbers ? Arrays.toString(numbers) : String.valueOf(value);
        }
    }

    void write(Path folder) throws Exception {
        List<Part> parts = new ArrayList<>();
        Set<String> inOrder = new HashSet<>();
        if (isDeadlock) {
            calls = MOST_CALLS;
        } else {
            Thread thread = QuarrelHarness.start("orders", () -> {
                parts.addAll(stable(parts()));
                Set<String> first = inOrder(parts);
                if (!first.equals(inOrder(parts))) {
                    return;
                }
                if (first.size() == 1) {
                    calls = MORE_CALLS;
                    orders = MORE_ORDERS;
                    Set<String> more = inOrder(parts);
                    boolean isOne = more.size() == 1 && more.equals(inOrder(parts));
                    first = isOne ? more : first;
                    calls = isOne ? MORE_CALLS : FEW_CALLS;
                    orders = isOne ? MORE_ORDERS : FEW_ORDERS;
                }
                inOrder.addAll(first);
            });
            thread.join(6000);
            if (thread.isAlive() || inOrder.isEmpty()) {
                // Calls that block by themselves, or that are not deterministic, cannot be tested.
                return;
            }
        }
        boolean fails = isDeadlock ? hangs() : differs(parts, inOrder);
        Class<?> type = scene.calls.get(0).entry.type();
        String methods = scene.calls.stream().map(Call::name).map(name -> Character.toUpperCase(name.charAt(0)) + name.substring(1))
            .distinct().collect(Collectors.joining("And"));
        Path home = packed.isEmpty() ? folder : folder.resolve(packed.replace('.', '/'));
        Files.createDirectories(home);
        String name = type.getSimpleName() + methods + "Test";
        for (int number = 2; Files.exists(home.resolve(name + ".java")); number++) {
            name = type.getSimpleName() + methods + number + "Test";
        }
        Path file = home.resolve(name + ".java");
        Files.writeString(file, text(name, parts), StandardCharsets.UTF_8);
        System.out.println("quarrel-emitted\t" + finding.id + "\t" + file + "\t" + (fails ? "fails" : "passes"));
    }

    /** The values in fields of the objects that can be compared. */
    private List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Call call : scene.calls) {
            if (call.receiver != null && seen.add(call.receiver.value())) {
                parts(call.receiver.source(), call.receiver.value(), List.of(), call.receiver.source(), parts);
            }
        }
        return parts;
    }

    private void parts(String name, Object value, List<Field> from, String source, List<Part> parts) {
        for (Class<?> type = value.getClass(); type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) || field.isSynthetic()) {
                    continue;
                }
                try {
                    field.setAccessible(true);
                    Object held = field.get(value);
                    List<Field> fields = Stream.concat(from.stream(), Stream.of(field)).toList();
                    String read = source(source, value, field);
                    Class<?> kind = field.getType();
                    boolean isPlain = kind.isPrimitive() || kind == String.class || kind.isEnum() || held instanceof Number;
                    if (isPlain || held instanceof Collection<?> || held instanceof Map<?, ?>) {
                        parts.add(new Part(name, fields, false, read));
                    }
                    if (held instanceof Collection<?> || held instanceof Map<?, ?>) {
                        String cast = held instanceof Map<?, ?> ? "java.util.Map" : "java.util.Collection";
                        boolean isNamed = (Collection.class.isAssignableFrom(kind) || Map.class.isAssignableFrom(kind))
                            && !read.startsWith("field(");
                        parts.add(new Part(name, fields, true, (isNamed ? read : "((" + cast + "<?, ?>) " + read + ")")
                            .replace("Collection<?, ?>", "Collection<?>") + ".size()"));
                    }
                    if (held instanceof int[] || held instanceof long[]) {
                        parts.add(new Part(name, fields, false,
                            "java.util.Arrays.toString(" + (read.startsWith("field(") ? "(" + Maker.name(kind) + ") " : "") + read + ")"));
                    }
                    boolean isOwn = held != null && from.isEmpty() && !isPlain && held.getClass().getModule() == value.getClass().getModule()
                        && held.getClass().getClassLoader() == value.getClass().getClassLoader();
                    if (isOwn) {
                        parts(name, held, fields, read, parts);
                    }
                } catch (ReflectiveOperationException | RuntimeException closed) {
                    // It is not compared.
                }
            }
        }
    }

    /** The Java that reads a field: a getter, the field itself, or reflection. */
    private String source(String of, Object value, Field field) {
        String name = field.getName();
        String big = Character.toUpperCase(name.charAt(0)) + name.substring(1);
        // A value read by reflection has no static type with methods.
        boolean isKnown = !of.startsWith("field(");
        for (String getter : isKnown ? List.of(name, "get" + big, "is" + big) : List.<String>of()) {
            try {
                Method method = value.getClass().getMethod(getter);
                if (method.getReturnType() == field.getType() && Maker.isNamable(method, packed)) {
                    return of + "." + getter + "()";
                }
            } catch (NoSuchMethodException absent) {
                // Another one may be there.
            }
        }
        if (isKnown && Maker.isNamable(field, packed)) {
            return of + "." + name;
        }
        return "field(" + of + ", \"" + name + "\")";
    }

    /** The parts that the calls change, and that have equal values for equal orders of the calls. */
    private List<Part> stable(List<Part> all) throws Exception {
        List<Map<Part, Set<String>>> after = List.of(new HashMap<>(), new HashMap<>());
        Set<Part> changing = new HashSet<>();
        Scene fresh = again.make();
        Map<Part, String> before = new HashMap<>();
        all.forEach(part -> before.put(part, text(part, fresh)));
        for (int call = 0; call < 2 * calls; call++) {
            fresh.calls.get(call / 2 % 2).once();
            all.stream().filter(part -> !text(part, fresh).equals(before.get(part))).forEach(changing::add);
        }
        for (Map<Part, Set<String>> values : after) {
            Random turns = new Random(1);
            for (int order = 0; order < orders; order++) {
                Scene one = again.make();
                calls(one, turns);
                all.forEach(part -> values.computeIfAbsent(part, key -> new HashSet<>()).add(text(part, one)));
            }
            // Times differ by then.
            Thread.sleep(10);
        }
        List<Part> stable = all.stream().filter(part -> after.get(0).get(part).equals(after.get(1).get(part))
            && changing.contains(part)).toList();
        // A value that is compared as a whole needs no size.
        return stable.stream().filter(part -> !part.isSize() || stable.stream()
            .noneMatch(other -> !other.isSize() && other.fields().equals(part.fields()))).limit(MOST_PARTS).toList();
    }

    private static String text(Part part, Scene scene) {
        try {
            return String.valueOf(part.read(scene));
        } catch (ReflectiveOperationException | RuntimeException broken) {
            return broken.getClass().getName();
        }
    }

    /** Makes the calls sequentially in a random order; returns what they throw. */
    private Set<String> calls(Scene scene, Random turns) throws ReflectiveOperationException {
        Set<String> thrown = new TreeSet<>();
        int[] left = {calls, calls};
        while (left[0] + left[1] > 0) {
            int whose = left[0] == 0 ? 1 : left[1] == 0 ? 0 : turns.nextInt(2);
            left[whose]--;
            Throwable failure = scene.calls.get(whose).once();
            if (failure != null) {
                thrown.add(failure.getClass().getName());
            }
        }
        return thrown;
    }

    private static String state(Scene scene, List<Part> parts, Set<String> thrown) {
        return parts.stream().map(part -> text(part, scene)).toList() + " " + thrown;
    }

    private Set<String> inOrder(List<Part> parts) throws Exception {
        Set<String> found = new HashSet<>();
        Random turns = new Random(1);
        for (int order = 0; order < orders; order++) {
            Scene one = again.make();
            Set<String> thrown = calls(one, turns);
            found.add(state(one, parts, thrown));
        }
        return found;
    }

    private boolean differs(List<Part> parts, Set<String> inOrder) throws Exception {
        long end = System.currentTimeMillis() + TRY_MILLIS;
        while (System.currentTimeMillis() < end) {
            Scene one = again.make();
            Set<String> thrown = Collections.synchronizedSet(new TreeSet<>());
            if (!together(one, thrown) || !inOrder.contains(state(one, parts, thrown))) {
                return true;
            }
        }
        return false;
    }

    private boolean hangs() throws Exception {
        long end = System.currentTimeMillis() + TRY_MILLIS;
        while (System.currentTimeMillis() < end) {
            if (!together(again.make(), Collections.synchronizedSet(new HashSet<>()))) {
                return true;
            }
        }
        return false;
    }

    /** Makes the calls at once; returns whether they end. */
    private boolean together(Scene scene, Set<String> thrown) throws InterruptedException {
        var ready = new java.util.concurrent.atomic.AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (Call call : scene.calls) {
            threads.add(QuarrelHarness.start(call.threadName(), () -> {
                ready.incrementAndGet();
                while (ready.get() < scene.calls.size()) {
                    Thread.onSpinWait();
                }
                for (int time = 0; time < calls; time++) {
                    Throwable failure = call.once();
                    if (failure != null) {
                        thrown.add(failure.getClass().getName());
                    }
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join(TRY_MILLIS);
            if (thread.isAlive()) {
                return false;
            }
        }
        return true;
    }

    /** The simple name of an imported class of the JDK; the qualified name if the package has a class of this name. */
    private String use(String type) {
        String simple = type.substring(type.lastIndexOf('.') + 1);
        try {
            Class.forName(packed.isEmpty() ? simple : packed + "." + simple, false, QuarrelHarness.class.getClassLoader());
            return type;
        } catch (ClassNotFoundException | LinkageError free) {
            imports.add(type);
            return simple;
        }
    }

    /** Java without the name of its own package. */
    private String own(String source) {
        return packed.isEmpty() ? source : source.replaceAll("(?<![\\w.\"])" + java.util.regex.Pattern.quote(packed) + "\\.(?=[A-Z])", "");
    }

    private String text(String name, List<Part> parts) {
        StringBuilder body = new StringBuilder();
        String called = scene.calls.stream().map(Call::name).distinct().collect(Collectors.joining(" and "));
        body.append("/**\n * ").append(wrapped(finding.title)).append("\n *\n * ").append(isDeadlock
            ? "Two threads call " + called + " at once, again and again, until one of them waits for ever.\n"
            : "Two threads call " + called + " at once, on fresh objects again and again, until the calls lead to what they never\n"
                + " * lead to one after the other, in any order.\n");
        String path = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator)).map(one -> Path.of(one).getFileName())
            .map(String::valueOf).filter(one -> one.endsWith(".jar") && !one.matches("(junit|opentest4j|apiguardian).*"))
            .collect(Collectors.joining(", "));
        if (!path.isEmpty()) {
            body.append(" *\n * Needs beside its classes: ").append(path).append(".\n");
        }
        body.append(" */\n").append(hasJunit ? "class " : "public class ").append(name).append(" {\n");
        body.append("    private static final int CALLS = ").append(calls).append(";\n");
        body.append(isDeadlock ? "" : "    private static final int ORDERS = " + orders + ";\n");
        body.append("    private static final long MOST_MILLIS = 10_000;\n\n");
        if (hasJunit) {
            body.append("    @").append(use("org.junit.jupiter.api.Test")).append("\n    void callsOverlap() throws Exception {\n");
        } else {
            body.append("    public static void main(String[] args) throws Exception {\n");
        }
        String strings = isDeadlock ? "" : use("java.util.Set") + "<String>";
        if (!isDeadlock) {
            body.append("        ").append(strings).append(" inOrder = inOrder();\n");
        }
        body.append("        long end = System.currentTimeMillis() + MOST_MILLIS;\n");
        body.append("        while (System.currentTimeMillis() < end) {\n");
        body.append(isDeadlock ? "            atOnce();\n" : """
                        String atOnce = atOnce();
                        if (!inOrder.contains(atOnce)) {
                            throw new AssertionError("at once: " + atOnce + ", one after the other: " + inOrder);
                        }
            """);
        body.append("        }\n    }\n\n");
        objects(body, parts);
        if (!isDeadlock) {
            inOrder(body, strings);
        }
        atOnce(body);
        helpers(body);
        body.append("}\n");
        StringBuilder out = new StringBuilder(packed.isEmpty() ? "" : "package " + packed + ";\n\n");
        imports.forEach(one -> out.append("import ").append(one).append(";\n"));
        return out.append(imports.isEmpty() ? "" : "\n").append(body).toString();
    }

    /** A text as lines of a comment. */
    private static String wrapped(String text) {
        StringBuilder out = new StringBuilder();
        int length = 0;
        for (String word : text.replace("*/", "* /").split(" ")) {
            if (length > 0) {
                out.append(length + word.length() > 100 ? "\n * " : " ");
                length = length + word.length() > 100 ? 0 : length + 1;
            }
            out.append(word);
            length += word.length();
        }
        return out.toString();
    }

    private void objects(StringBuilder out, List<Part> parts) {
        out.append("    /** The objects, and the calls on them. */\n    private static final class Scene {\n");
        for (Statement one : scene.maker.setup) {
            if (!one.name().isEmpty()) {
                out.append("        final ").append(own(one.type())).append(' ').append(one.name()).append(";\n");
            }
        }
        if (!scene.maker.setup.isEmpty()) {
            out.append("\n        Scene() throws Exception {\n");
            for (Statement one : scene.maker.setup) {
                out.append("            ").append(one.name().isEmpty() ? "" : one.name() + " = ").append(own(one.source())).append(";\n");
            }
            out.append("        }\n");
        }
        for (Call call : scene.calls) {
            out.append("\n        void ").append(call.name()).append(call.number).append("() throws Throwable {\n            ")
                .append(own(call.source())).append(";\n        }\n");
        }
        if (!parts.isEmpty()) {
            out.append("\n        String state() throws Exception {\n            return ").append(parts.stream()
                .map(part -> "\"" + part.fields().get(part.fields().size() - 1).getName() + (part.isSize() ? ".size" : "") + " = \" + "
                    + own(part.source()))
                .collect(Collectors.joining("\n                + \", \" + "))).append(";\n        }\n");
        }
        out.append("    }\n\n");
    }

    private void inOrder(StringBuilder out, String strings) {
        String random = use("java.util.Random");
        out.append("    /** The outcomes of the calls in many sequential orders. */\n");
        out.append("    private static ").append(strings).append(" inOrder() throws Exception {\n");
        out.append("        ").append(strings).append(" found = new ").append(use("java.util.HashSet")).append("<>();\n");
        out.append("        ").append(random).append(" turns = new ").append(random).append("(1);\n");
        out.append("        for (int order = 0; order < ORDERS; order++) {\n            Scene scene = new Scene();\n");
        out.append("            ").append(strings).append(" thrown = new ").append(use("java.util.TreeSet")).append("<>();\n");
        out.append("            int[] left = {CALLS, CALLS};\n            while (left[0] + left[1] > 0) {\n");
        out.append("                int whose = left[0] == 0 ? 1 : left[1] == 0 ? 0 : turns.nextInt(2);\n                left[whose]--;\n");
        out.append("                try {\n                    if (whose == 0) {\n                        scene.").append(method(0));
        out.append(";\n                    } else {\n                        scene.").append(method(1)).append(";\n                    }\n");
        out.append("                } catch (Throwable failure) {\n                    thrown.add(failure.getClass().getName());\n");
        out.append("                }\n            }\n            found.add(outcome(scene, thrown));\n        }\n        return found;\n    }\n\n");
    }

    private String method(int number) {
        Call call = scene.calls.get(number);
        return call.name() + call.number + "()";
    }

    private void atOnce(StringBuilder out) {
        String set = use("java.util.Set");
        out.append("    /** The outcome of the calls in two threads. */\n    private static ")
            .append(isDeadlock ? "void" : "String").append(" atOnce() throws Exception {\n");
        out.append("        Scene scene = new Scene();\n");
        out.append("        ").append(use("java.util.concurrent.atomic.AtomicInteger")).append(" ready = new AtomicInteger();\n"
            .replace("AtomicInteger", use("java.util.concurrent.atomic.AtomicInteger")));
        out.append("        ").append(set).append("<String> thrown = ").append(use("java.util.Collections")).append(".synchronizedSet(new ")
            .append(use("java.util.TreeSet")).append("<>());\n");
        List<String> names = new ArrayList<>();
        for (Call call : scene.calls) {
            String thread = call.name() + call.number;
            names.add(thread);
            out.append("        Thread ").append(thread).append(" = thread(\"").append(call.threadName()).append("\", ready, thrown, scene::")
                .append(thread).append(");\n");
        }
        out.append("        for (Thread thread : new Thread[] {").append(String.join(", ", names)).append("}) {\n");
        out.append("            thread.join(MOST_MILLIS);\n            if (thread.isAlive()) {\n");
        out.append("                AssertionError failure = new AssertionError(thread.getName() + \" does not end\");\n");
        out.append("                failure.setStackTrace(thread.getStackTrace());\n                throw failure;\n            }\n        }\n");
        out.append(isDeadlock ? "" : "        return outcome(scene, thrown);\n").append("    }\n");
        if (!isDeadlock) {
            boolean hasState = out.indexOf("String state()") >= 0;
            out.append("\n    private static String outcome(Scene scene, ").append(set).append("<String> thrown) {\n");
            if (hasState) {
                out.append("""
                            try {
                                return scene.state() + (thrown.isEmpty() ? "" : ", thrown: " + thrown);
                            } catch (Exception failure) {
                                return failure + (thrown.isEmpty() ? "" : ", thrown: " + thrown);
                            }
                        }
                    """);
            } else {
                out.append("        return \"thrown: \" + thrown;\n    }\n");
            }
        }
        String integer = use("java.util.concurrent.atomic.AtomicInteger");
        out.append("""

                private interface Call {
                    void run() throws Throwable;
                }

                private static Thread thread(String name, INTEGER ready, SET<String> thrown, Call call) {
                    Thread thread = new Thread(() -> {
                        ready.incrementAndGet();
                        while (ready.get() < 2) {
                            // The other thread is about to start, so do not sleep.
                        }
                        for (int time = 0; time < CALLS; time++) {
                            try {
                                call.run();
                            } catch (Throwable failure) {
                                thrown.add(failure.getClass().getName());
                            }
                        }
                    }, name);
                    thread.setDaemon(true);
                    thread.start();
                    return thread;
                }
            """.replace("INTEGER", integer).replace("SET", set));
    }

    private static void helpers(StringBuilder out) {
        if (out.indexOf("field(") >= 0) {
            out.append("""

                    /** The value of a field, by reflection. */
                    private static Object field(Object of, String name) throws Exception {
                        for (Class<?> type = of.getClass(); type != null; type = type.getSuperclass()) {
                            for (java.lang.reflect.Field field : type.getDeclaredFields()) {
                                if (field.getName().equals(name)) {
                                    field.setAccessible(true);
                                    return field.get(of);
                                }
                            }
                        }
                        throw new NoSuchFieldException(name);
                    }
                """);
        }
        if (out.indexOf("standIn(") >= 0 || out.indexOf("plain(") >= 0) {
            out.append("""

                    /** An object whose methods return default values. */
                    private static <T> T standIn(Class<T> type) {
                        return type.cast(java.lang.reflect.Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type},
                            (proxy, method, arguments) -> {
                                switch (method.getName()) {
                                    case "equals":
                                        return proxy == arguments[0];
                                    case "hashCode":
                                        return System.identityHashCode(proxy);
                                    case "toString":
                                        return "stand-in";
                                    default:
                                        return method.isDefault() ? java.lang.reflect.InvocationHandler.invokeDefault(proxy, method, arguments)
                                            : plain(method.getReturnType());
                                }
                            }));
                    }

                    private static Object plain(Class<?> type) {
                        if (type == boolean.class || type == Boolean.class) {
                            return true;
                        } else if (type == int.class || type == Integer.class) {
                            return 1;
                        } else if (type == long.class || type == Long.class) {
                            return 1L;
                        } else if (type == double.class || type == Double.class) {
                            return 1.0;
                        } else if (type == String.class || type == Object.class) {
                            return "a";
                        }
                        boolean isNumber = type.isPrimitive() && type != void.class;
                        return isNumber ? java.lang.reflect.Array.get(java.lang.reflect.Array.newInstance(type, 1), 0)
                            : type.isInterface() ? standIn(type) : null;
                    }
                """);
        }
    }
}
