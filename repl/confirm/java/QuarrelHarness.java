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
 * A file of lines `finding ID KIND TITLE` and `step ID WAY FILE LINE TEXT` flows in, separated by tabs. For each finding
 * the methods are searched for in the class path, objects are made by public constructors and factories first, and two
 * threads call them in rounds, on fresh objects. With a folder as second argument, each finding that the debugger calls
 * settled is written there as a program of its own.
 */
public final class QuarrelHarness {
    /** The finding that was confirmed last: the debugger sets it. */
    static volatile String settled = "";
    /** The finding that is tried now: the debugger reads it. */
    static volatile String current = "";
    private static final int ROUNDS = 12;
    private static final long MOST_MILLIS = 9000;
    private static final long ROUND_MILLIS = 1500;
    private static Map<String, List<Type>> bySource;
    private static Path emit;
    private static boolean hasJunit;
    private static final Map<Class<?>, List<Class<?>>> CONCRETE = new HashMap<>();

    public static void main(String[] args) throws Exception {
        Map<String, Finding> findings = new LinkedHashMap<>();
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            String[] cells = line.split("\t", -1);
            Finding finding = findings.computeIfAbsent(cells[1], Finding::new);
            if (cells[0].equals("finding")) {
                finding.kind = cells[2];
                finding.title = cells[3];
            } else {
                finding.ways.computeIfAbsent(cells[2], way -> new ArrayList<>())
                    .add(new Step(cells[3], Integer.parseInt(cells[4]), cells[5]));
            }
        }
        emit = args.length > 1 ? Path.of(args[1]) : null;
        bySource = Classes.read(System.getProperty("java.class.path"));
        try {
            Class.forName("org.junit.jupiter.api.Test");
            hasJunit = true;
        } catch (ClassNotFoundException absent) {
            hasJunit = false;
        }
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> {
        });
        for (Finding finding : findings.values()) {
            String outcome;
            current = finding.id;
            try {
                outcome = attempt(finding);
            } catch (Throwable failure) {
                outcome = failure.toString();
            }
            System.out.println("quarrel\t" + finding.id + "\t" + outcome.replaceAll("\\s+", " "));
        }
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    private static String attempt(Finding finding) throws Exception {
        List<Entry> entries = new ArrayList<>();
        String missing = "";
        for (List<Step> way : finding.ways.values()) {
            Entry entry = entry(way);
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
        if (main != null) {
            Thread thread = start("main", () -> main.invoke(null, main.getParameterCount() == 0 ? new Object[0] : new Object[] {new String[0]}));
            wait(finding, List.of(thread), 4000);
            if (settled.equals(finding.id)) {
                return "main of " + main.getDeclaringClass().getName();
            }
        }
        String last = "";
        long end = System.currentTimeMillis() + MOST_MILLIS;
        for (int round = 0; round < ROUNDS && System.currentTimeMillis() < end; round++) {
            Scene scene;
            try {
                scene = Scene.of(finding.ways.size() == 1 && !finding.kind.equals("cross") ? others(entries, round) : entries, round);
            } catch (Maker.Impossible impossible) {
                last = impossible.getMessage();
                continue;
            }
            List<Thread> threads = new ArrayList<>();
            for (Call call : scene.calls) {
                if (round % 3 == 2 && !threads.isEmpty()) {
                    // What happens once only has begun by then.
                    Thread.sleep(50);
                }
                threads.add(start(call.threadName(), call::run));
            }
            wait(finding, threads, ROUND_MILLIS);
            last = scene.calls.stream().map(call -> call.failure).filter(Objects::nonNull).findFirst().orElse("ran");
            if (settled.equals(finding.id)) {
                if (emit != null && scene.isPublic()) {
                    Reproducer.write(emit, finding, scene, hasJunit);
                }
                return "confirmed";
            }
        }
        return last;
    }

    /** The entry, and in later rounds another method of its class: what changes its state may be anywhere. */
    private static List<Entry> others(List<Entry> entries, int round) {
        Entry first = entries.get(0);
        List<Entry> all = new ArrayList<>();
        for (Method method : first.type().getDeclaredMethods()) {
            int flags = method.getModifiers();
            boolean isOther = !method.equals(first.executable()) && !method.isSynthetic() && !Modifier.isPrivate(flags)
                && !Modifier.isAbstract(flags) && !method.getName().equals("main");
            if (isOther) {
                all.add(new Entry(first.type(), method));
            }
        }
        all.sort(Comparator.comparing((Entry one) -> ((Method) one.executable()).getReturnType() != void.class)
            .thenComparing(one -> one.executable().toString()));
        return round < 3 || all.isEmpty() ? entries : List.of(first, all.get((round - 3) % all.size()));
    }

    interface Work {
        void run() throws Throwable;
    }

    static Thread start(String name, Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (Throwable failure) {
                // What entries throw is theirs.
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

    /** Classes on the class path that extend an abstract one and are not abstract: public ones, with short names first. */
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
                        // It needs what is not there.
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

    /** The first method on a way that a thread from outside can call. */
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
                    if (entry != null) {
                        return entry;
                    }
                }
            }
        }
        return null;
    }
}

/** A finding, with the ways of its threads. */
final class Finding {
    final String id;
    String kind = "";
    String title = "";
    final Map<String, List<Step>> ways = new LinkedHashMap<>();

    Finding(String id) {
        this.id = id;
    }
}

/** A step of a way. */
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

/** The lines of a method. */
record Body(String name, String descriptor, int first, int last) {
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
                    case 3, 4, 9, 10, 11, 12, 17, 18 -> in.skipBytes(4);
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
                    for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
                        String attribute = (String) pool[in.readUnsignedShort()];
                        byte[] content = in.readNBytes(in.readInt());
                        if ("Code".equals(attribute)) {
                            lines(content, pool, lines);
                        }
                    }
                    if (members == 1 && lines[1] > 0) {
                        bodies.add(new Body(member, descriptor, lines[0], lines[1]));
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

    static String descriptor(Method method) {
        return Arrays.stream(method.getParameterTypes()).map(Class::descriptorString).collect(Collectors.joining("", "(", ")"))
            + method.getReturnType().descriptorString();
    }
}

/** A call of an entry, several times. */
final class Call {
    static final int TIMES = 3;
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
        Object[] values = arguments.stream().map(Made::value).toArray();
        for (int time = 0; time < TIMES; time++) {
            try {
                if (entry.executable() instanceof Method method) {
                    method.invoke(receiver == null ? null : receiver.value(), values);
                } else {
                    ((Constructor<?>) entry.executable()).newInstance(values);
                }
            } catch (InvocationTargetException thrown) {
                failure = thrown.getCause().toString();
            }
        }
    }

    String source() {
        String list = arguments.stream().map(Made::source).collect(Collectors.joining(", ", "(", ")"));
        if (entry.executable() instanceof Method method) {
            return (receiver == null ? Maker.name(entry.type()) : receiver.source()) + "." + method.getName() + list;
        }
        return "new " + Maker.name(entry.type()) + list;
    }
}

/** Objects, and the two calls on them. */
final class Scene {
    final Maker maker = new Maker();
    final List<Call> calls = new ArrayList<>();

    static Scene of(List<Entry> entries, int round) throws Maker.Impossible {
        Scene scene = new Scene();
        Maker maker = scene.maker;
        Class<?> one = entries.get(0).type();
        Class<?> other = entries.get(1).type();
        // Every second round two objects of one class meet, where a method takes another of its class.
        boolean isPair = one == other && round % 2 == 1 && needsReceiver(entries.get(0)) && needsReceiver(entries.get(1));
        Made first = needsReceiver(entries.get(0)) ? maker.named(one) : null;
        Made second = !needsReceiver(entries.get(1)) ? null : one == other && !isPair && first != null ? first
            : one == other ? maker.another(one) : maker.related(first, other);
        if (isPair) {
            maker.link(first, second);
        }
        if (round >= 4 && first != null) {
            maker.fill(first);
        }
        maker.isOther = round / 4 % 2 == 1;
        scene.calls.add(new Call(entries.get(0), first, maker.arguments(entries.get(0).executable(), second), 1));
        maker.isOther = round / 2 % 2 == 1;
        scene.calls.add(new Call(entries.get(1), second, maker.arguments(entries.get(1).executable(), first), 2));
        return scene;
    }

    /** Whether another class of the package can name all of it. */
    boolean isPublic() {
        return !maker.isPrivate && calls.stream().noneMatch(call -> Maker.isPrivate(call.entry.type())
            || Modifier.isPrivate(call.entry.executable().getModifiers()) || Maker.isPrivate(call.entry.executable()));
    }

    private static boolean needsReceiver(Entry entry) {
        return entry.executable() instanceof Method method && !Modifier.isStatic(method.getModifiers());
    }
}

/** An object, and the Java that makes it. */
record Made(Object value, String source) {
}

/** Makes objects: what there is already, values of the JDK, constructors and factories, stand-ins for interfaces. */
final class Maker {
    static final class Impossible extends Exception {
        Impossible(String message) {
            super(message);
        }
    }

    private static final int DEEPEST = 4;
    final List<String> setup = new ArrayList<>();
    final Map<Object, Made> named = new IdentityHashMap<>();
    private final List<Made> known = new ArrayList<>();
    /** Whether plain values are others than the first ones: a lock can depend on them. */
    boolean isOther;
    private int number;

    /** Whether something was made that sources cannot name. */
    boolean isPrivate;

    static boolean isPrivate(Class<?> type) {
        return Modifier.isPrivate(type.getModifiers()) || type.getCanonicalName() == null
            || type.getDeclaringClass() != null && isPrivate(type.getDeclaringClass());
    }

    static boolean isPrivate(Executable executable) {
        return Arrays.stream(executable.getParameterTypes()).anyMatch(Maker::isPrivate);
    }

    static String name(Class<?> type) {
        return type.getCanonicalName() == null ? type.getName() : type.getCanonicalName();
    }

    /** An object with a name of its own. */
    Made named(Class<?> type) throws Impossible {
        Made known = this.known.stream().filter(one -> type.isInstance(one.value())).findFirst().orElse(null);
        return known == null ? another(type) : known;
    }

    Made another(Class<?> type) throws Impossible {
        return name(make(type, 0), type);
    }

    private Made name(Made made, Class<?> type) {
        String base = type.getSimpleName().isEmpty() ? "object" : type.getSimpleName();
        String name = Character.toLowerCase(base.charAt(0)) + base.substring(1) + ++number;
        setup.add(name(type) + " " + name + " = " + made.source() + ";");
        Made named = new Made(made.value(), name);
        known.add(named);
        return named;
    }

    /** An object that works with another: one that it gives away or has in a field, or one that is made with it. */
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
                            return name(new Made(value, with.source() + "." + method.getName() + "()"), type);
                        }
                    } catch (ReflectiveOperationException | RuntimeException closed) {
                        // Another way may do.
                    }
                }
            }
            for (Field field : with.value().getClass().getDeclaredFields()) {
                if (type.isAssignableFrom(field.getType()) && !Modifier.isStatic(field.getModifiers())) {
                    try {
                        field.setAccessible(true);
                        Object value = field.get(with.value());
                        if (value != null) {
                            isPrivate |= Modifier.isPrivate(field.getModifiers());
                            return name(new Made(value, with.source() + "." + field.getName()), type);
                        }
                    } catch (ReflectiveOperationException | RuntimeException closed) {
                        // Another way may do.
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

    /** Puts something into an object: what takes something out finds it. */
    void fill(Made object) {
        for (Method method : object.value().getClass().getDeclaredMethods()) {
            boolean fills = method.getName().matches("(add|put|offer|push|register|insert|enter|open|fill|store|save|book)\\w*")
                && Modifier.isPublic(method.getModifiers()) && !Modifier.isStatic(method.getModifiers()) && !method.isSynthetic();
            if (!fills) {
                continue;
            }
            try {
                List<Made> arguments = arguments(method, null);
                boolean[] done = {false};
                Thread thread = QuarrelHarness.start("fill", () -> {
                    method.invoke(object.value(), arguments.stream().map(Made::value).toArray());
                    done[0] = true;
                });
                thread.join(300);
                if (done[0]) {
                    setup.add(object.source() + "." + method.getName() + list(arguments) + ";");
                }
            } catch (Impossible impossible) {
                // It stays empty.
            } catch (InterruptedException interrupted) {
                return;
            }
        }
    }

    /** Lets two objects know each other, by methods that add or set one. */
    void link(Made one, Made other) {
        for (Made[] pair : new Made[][] {{one, other}, {other, one}}) {
            for (Method method : pair[0].value().getClass().getDeclaredMethods()) {
                boolean links = method.getName().matches("(add|set|register|attach|link|connect|join|befriend|with)\\w*")
                    && method.getParameterCount() == 1 && method.getParameterTypes()[0].isInstance(pair[1].value())
                    && method.getParameterTypes()[0] != Object.class && !Modifier.isPrivate(method.getModifiers());
                if (links) {
                    try {
                        method.setAccessible(true);
                        method.invoke(pair[0].value(), pair[1].value());
                        setup.add(pair[0].source() + "." + method.getName() + "(" + pair[1].source() + ");");
                    } catch (ReflectiveOperationException | RuntimeException refused) {
                        // It stays alone.
                    }
                }
            }
        }
    }

    List<Made> arguments(Executable executable, Made preferred) throws Impossible {
        executable.setAccessible(true);
        List<Made> made = new ArrayList<>();
        for (Class<?> type : executable.getParameterTypes()) {
            made.add(preferred != null && type.isInstance(preferred.value()) && type != Object.class ? preferred : make(type, 1));
        }
        return made;
    }

    private Made make(Class<?> type, int depth) throws Impossible {
        Made simple = simple(type, isOther);
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
        if (depth > DEEPEST) {
            throw new Impossible("no object of " + type.getName() + " can be made");
        }
        if (type.isEnum() && type.getEnumConstants().length > 0) {
            Object constant = type.getEnumConstants()[0];
            return new Made(constant, name(type) + "." + ((Enum<?>) constant).name());
        }
        if (type.isInterface()) {
            return standIn(type);
        }
        String why = "";
        if (Modifier.isAbstract(type.getModifiers())) {
            for (Class<?> sub : QuarrelHarness.concrete(type)) {
                try {
                    return make(sub, depth + 1);
                } catch (Impossible impossible) {
                    why = impossible.getMessage();
                }
            }
            why = why.isEmpty() ? "it is abstract" : why;
        } else {
            List<Constructor<?>> constructors = new ArrayList<>(List.of(type.getDeclaredConstructors()));
            constructors.sort(Comparator.comparing((Constructor<?> one) -> !Modifier.isPublic(one.getModifiers()))
                .thenComparing(one -> Modifier.isPrivate(one.getModifiers())).thenComparing(Constructor::getParameterCount));
            for (Constructor<?> constructor : constructors) {
                try {
                    constructor.setAccessible(true);
                    List<Made> arguments = new ArrayList<>();
                    for (Class<?> parameter : constructor.getParameterTypes()) {
                        arguments.add(make(parameter, depth + 1));
                    }
                    Object value = constructor.newInstance(arguments.stream().map(Made::value).toArray());
                    isPrivate |= Modifier.isPrivate(constructor.getModifiers()) || isPrivate(type) || isPrivate(constructor);
                    return new Made(value, "new " + name(type) + list(arguments));
                } catch (Impossible | ReflectiveOperationException | RuntimeException refused) {
                    why = refused.getCause() == null ? refused.toString() : refused.getCause().toString();
                }
            }
        }
        for (Method method : type.getDeclaredMethods()) {
            boolean makes = Modifier.isStatic(method.getModifiers()) && !Modifier.isPrivate(method.getModifiers())
                && type.isAssignableFrom(method.getReturnType());
            if (makes) {
                try {
                    method.setAccessible(true);
                    List<Made> arguments = new ArrayList<>();
                    for (Class<?> parameter : method.getParameterTypes()) {
                        arguments.add(make(parameter, depth + 1));
                    }
                    Object value = method.invoke(null, arguments.stream().map(Made::value).toArray());
                    if (value != null) {
                        return new Made(value, name(type) + "." + method.getName() + list(arguments));
                    }
                } catch (Impossible | ReflectiveOperationException | RuntimeException refused) {
                    why = refused.getCause() == null ? refused.toString() : refused.getCause().toString();
                }
            }
        }
        throw new Impossible("no object of " + type.getName() + " can be made: " + why);
    }

    private static String list(List<Made> arguments) {
        return arguments.stream().map(Made::source).collect(Collectors.joining(", ", "(", ")"));
    }

    private static Made simple(Class<?> type, boolean isOther) {
        if (type == int.class || type == Integer.class) {
            return isOther ? new Made(2, "2") : new Made(1, "1");
        } else if (type == long.class || type == Long.class) {
            return isOther ? new Made(2L, "2L") : new Made(1L, "1L");
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
        } else if (type == File.class) {
            return new Made(new File("a"), "new java.io.File(\"a\")");
        } else if (type == Properties.class) {
            return new Made(new Properties(), "new java.util.Properties()");
        } else if (type.isArray()) {
            Class<?> part = type.getComponentType();
            Object array = Array.newInstance(part, 4);
            return new Made(array, part.isArray() ? "null" : "new " + name(part) + "[4]");
        } else if (type.isAssignableFrom(ArrayList.class) && Iterable.class.isAssignableFrom(type)) {
            return new Made(new ArrayList<>(List.of("a", "b")), "new java.util.ArrayList<>(java.util.List.of(\"a\", \"b\"))");
        } else if (type == Set.class) {
            return new Made(new HashSet<>(Set.of("a")), "new java.util.HashSet<>(java.util.Set.of(\"a\"))");
        } else if (type == Map.class) {
            return new Made(new HashMap<>(Map.of("a", "b")), "new java.util.HashMap<>(java.util.Map.of(\"a\", \"b\"))");
        }
        return null;
    }

    /** A stand-in for an interface: its methods do nothing, and return something plain. */
    private Made standIn(Class<?> type) {
        Object value = Proxy.newProxyInstance(type.getClassLoader() == null ? QuarrelHarness.class.getClassLoader() : type.getClassLoader(),
            new Class<?>[] {type}, (proxy, method, arguments) -> answer(proxy, method, arguments));
        return new Made(value, "standIn(" + name(type) + ".class)");
    }

    static Object answer(Object proxy, Method method, Object[] arguments) throws Throwable {
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
                Made simple = type == void.class ? null : simple(type, false);
                if (simple != null) {
                    return simple.value();
                }
                return type.isInterface() ? Proxy.newProxyInstance(proxy.getClass().getClassLoader(), new Class<?>[] {type}, Maker::answer) : null;
            }
        }
    }
}

/** A scene as a program that people can keep: a test of JUnit 5 where that is on the class path, else one with a main. */
final class Reproducer {
    static void write(Path folder, Finding finding, Scene scene, boolean hasJunit) throws IOException {
        Class<?> type = scene.calls.get(0).entry.type();
        String packed = type.getPackageName();
        String methods = scene.calls.stream().map(Call::name).map(name -> Character.toUpperCase(name.charAt(0)) + name.substring(1))
            .collect(Collectors.joining());
        String name = type.getSimpleName() + methods + "Test";
        Path home = packed.isEmpty() ? folder : folder.resolve(packed.replace('.', '/'));
        Files.createDirectories(home);
        Path file = home.resolve(name + ".java");
        for (int number = 2; Files.exists(file); number++) {
            name = type.getSimpleName() + methods + number + "Test";
            file = home.resolve(name + ".java");
        }
        Files.writeString(file, text(packed, name, finding, scene, hasJunit), StandardCharsets.UTF_8);
        System.out.println("quarrel-emitted\t" + finding.id + "\t" + file);
    }

    private static String text(String packed, String name, Finding finding, Scene scene, boolean hasJunit) {
        StringBuilder out = new StringBuilder();
        if (!packed.isEmpty()) {
            out.append("package ").append(packed).append(";\n\n");
        }
        if (hasJunit) {
            out.append("import org.junit.jupiter.api.Test;\n\n");
        }
        boolean standsIn = scene.maker.setup.stream().anyMatch(line -> line.contains("standIn("))
            || scene.calls.stream().anyMatch(call -> call.source().contains("standIn("));
        String probe = probe(scene);
        out.append("/** ").append(finding.title.replace("*/", "* /")).append(" */\n");
        out.append(hasJunit ? "class " : "public class ").append(name).append(" {\n");
        out.append("    private static final int ROUNDS = 2000;\n    private static final int CALLS = 100;\n\n");
        out.append(hasJunit ? "    @Test\n    void callsOverlap() throws Exception {\n"
            : "    public static void main(String[] args) throws Exception {\n");
        out.append("        for (int round = 0; round < ROUNDS; round++) {\n");
        scene.maker.setup.forEach(line -> out.append("            ").append(line).append('\n'));
        out.append("            java.util.concurrent.CyclicBarrier start = new java.util.concurrent.CyclicBarrier(2);\n");
        out.append("            java.util.Queue<Throwable> thrown = new java.util.concurrent.ConcurrentLinkedQueue<>();\n");
        List<String> threads = new ArrayList<>();
        for (Call call : scene.calls) {
            String thread = call.name() + call.number;
            threads.add(thread);
            out.append("            Thread ").append(thread).append(" = new Thread(() -> {\n                try {\n");
            out.append("                    start.await();\n                    for (int call = 0; call < CALLS; call++) {\n");
            out.append("                        ").append(call.source()).append(";\n                    }\n");
            out.append("                } catch (Throwable failure) {\n                    thrown.add(failure);\n                }\n");
            out.append("            }, \"").append(call.threadName()).append("\");\n");
        }
        threads.forEach(thread -> out.append("            ").append(thread).append(".setDaemon(true);\n            ")
            .append(thread).append(".start();\n"));
        for (String thread : threads) {
            out.append("            ").append(thread).append(".join(5000);\n");
            out.append("            if (").append(thread).append(".isAlive()) {\n");
            out.append("                throw new AssertionError(\"deadlock: ").append(thread).append(" does not end\");\n            }\n");
        }
        out.append("            if (!thrown.isEmpty()) {\n                throw new AssertionError(\"a call throws\", thrown.peek());\n            }\n");
        if (probe != null) {
            out.append("            Object together = ").append(probe).append(";\n");
            out.append("            Object alone = oneAfterTheOther();\n");
            out.append("            if (!java.util.Objects.equals(together, alone)) {\n");
            out.append("                throw new AssertionError(\"one after the other: \" + alone + \", together: \" + together);\n            }\n");
        }
        out.append("        }\n    }\n");
        if (probe != null) {
            out.append("\n    private static Object oneAfterTheOther() throws Exception {\n");
            scene.maker.setup.forEach(line -> out.append("        ").append(line).append('\n'));
            for (Call call : scene.calls) {
                out.append("        for (int call = 0; call < CALLS; call++) {\n            ").append(call.source()).append(";\n        }\n");
            }
            out.append("        return ").append(probe).append(";\n    }\n");
        }
        if (standsIn) {
            out.append("""

                    /** An object whose methods do nothing and return something plain. */
                    private static <T> T standIn(Class<T> type) {
                        return type.cast(java.lang.reflect.Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type},
                            (proxy, method, arguments) -> switch (method.getName()) {
                                case "equals" -> proxy == arguments[0];
                                case "hashCode" -> System.identityHashCode(proxy);
                                case "toString" -> "stand-in";
                                default -> plain(method.getReturnType());
                            }));
                    }

                    private static Object plain(Class<?> type) {
                        return type == boolean.class ? (Object) true : type == int.class ? (Object) 1 : type == long.class ? (Object) 1L
                            : type == String.class || type == Object.class ? "a" : null;
                    }
                """);
        }
        return out.append("}\n").toString();
    }

    /** What tells two objects apart afterwards: a getter whose value is the same whichever thread comes first. */
    private static String probe(Scene scene) {
        Made receiver = scene.calls.get(0).receiver;
        if (receiver == null || scene.calls.get(1).receiver != receiver) {
            return null;
        }
        for (Method method : receiver.value().getClass().getMethods()) {
            Class<?> type = method.getReturnType();
            boolean isGetter = method.getParameterCount() == 0 && !Modifier.isStatic(method.getModifiers())
                && method.getDeclaringClass() != Object.class && (type == int.class || type == long.class || type == String.class)
                && method.getName().matches("(get|is|count|size|total|value|length)?\\w*")
                && scene.calls.stream().noneMatch(call -> call.name().equals(method.getName()))
                && !method.getName().matches("hashCode|toString|incr\\w*|decr\\w*|next\\w*|add\\w*|remove\\w*|poll|take|pop");
            if (isGetter) {
                return receiver.source() + "." + method.getName() + "()";
            }
        }
        return null;
    }
}
