import com.sun.jdi.*;
import com.sun.jdi.connect.*;
import com.sun.jdi.event.*;
import com.sun.jdi.request.*;
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Makes findings happen: holds one thread of a running program at one place until another reaches the other place.
 *
 * Reads a plan (a file of lines `finding ID KIND`, `place ID ROLE FILE FIRST LAST TEXT` and `name ID FIELD`) and prints
 * lines about what happened; tabs separate the columns. Only the thread at a breakpoint is suspended, for a bounded time;
 * the code of the program is not changed.
 *
 * Two threads that are both suspended directly before their accesses to one object hold no lock in common, and nothing
 * orders the accesses: the meeting itself is the proof. Their locks are read only for the report.
 */
public final class Confirmer {
    static final Map<String, Plan> PLANS = new LinkedHashMap<>();
    static final Set<Session> SESSIONS = ConcurrentHashMap.newKeySet();
    private static final PrintStream OUT =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    static long deadline = Long.MAX_VALUE;
    static long hold = 1000;
    /** Whether the program is a harness. */
    static volatile boolean hasHarness;
    /** Whether the program continues after all findings are confirmed. */
    private static boolean isAwaited;
    private static boolean finished;

    public static void main(String[] args) throws Exception {
        String attach = null;
        for (int at = 1; at < args.length; at += 2) {
            switch (args[at]) {
                case "--attach" -> attach = args[at + 1];
                case "--deadline" -> deadline = System.currentTimeMillis() + Long.parseLong(args[at + 1]);
                case "--hold" -> hold = Long.parseLong(args[at + 1]);
                case "--await" -> isAwaited = Boolean.parseBoolean(args[at + 1]);
                default -> throw new IllegalArgumentException(args[at]);
            }
        }
        read(Path.of(args[0]));
        daemon("input", Confirmer::watchInput);
        daemon("clock", Confirmer::watchClock);
        if (attach != null) {
            attach(attach);
            finish();
        }
        ListeningConnector connector = Bootstrap.virtualMachineManager().listeningConnectors().stream()
            .filter(one -> one.name().equals("com.sun.jdi.SocketListen")).findFirst().orElseThrow();
        var arguments = connector.defaultArguments();
        arguments.get("localAddress").setValue("127.0.0.1");
        arguments.get("port").setValue("0");
        String address = connector.startListening(arguments);
        say("ready", "127.0.0.1:" + address.substring(address.lastIndexOf(':') + 1));
        while (true) {
            Session session = new Session(connector.accept(arguments), false);
            SESSIONS.add(session);
            daemon("session", session);
        }
    }

    private static void attach(String address) throws Exception {
        AttachingConnector connector = Bootstrap.virtualMachineManager().attachingConnectors().stream()
            .filter(one -> one.name().equals("com.sun.jdi.SocketAttach")).findFirst().orElseThrow();
        var arguments = connector.defaultArguments();
        int colon = address.lastIndexOf(':');
        arguments.get("hostname").setValue(address.substring(0, Math.max(colon, 0)));
        arguments.get("port").setValue(address.substring(colon + 1));
        Session session;
        try {
            session = new Session(connector.attach(arguments), true);
        } catch (IOException failure) {
            say("failed", failure.getMessage());
            System.exit(2);
            return;
        }
        say("ready", address);
        SESSIONS.add(session);
        session.run();
    }

    private static void read(Path file) throws IOException {
        for (String line : Files.readAllLines(file)) {
            String[] cells = line.split("\t", -1);
            Plan plan = PLANS.computeIfAbsent(cells[1], Plan::new);
            switch (cells[0]) {
                case "finding" -> plan.kind = cells[2];
                case "place" -> plan.places.add(new Place(plan, cells[2], cells[3], Integer.parseInt(cells[4]),
                    Integer.parseInt(cells[5]), cells[6]));
                case "name" -> plan.names.add(cells[2]);
                case "contents" -> plan.contents = true;
                default -> throw new IOException(line);
            }
        }
    }

    static void daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** The line `end` means that the command has ended; the end of the input, that the parent process is gone. */
    private static void watchInput() {
        try (var in = new BufferedReader(new InputStreamReader(System.in))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.equals("end")) {
                    long last = System.currentTimeMillis() + 3000;
                    while (!SESSIONS.isEmpty() && System.currentTimeMillis() < last) {
                        Thread.sleep(20);
                    }
                    finish();
                }
            }
        } catch (IOException | InterruptedException ignored) {
            // Treated as the end of the input.
        }
        SESSIONS.forEach(Session::end);
        Runtime.getRuntime().halt(2);
    }

    private static void watchClock() {
        try {
            while (System.currentTimeMillis() < deadline && (isAwaited || !PLANS.values().stream().allMatch(plan -> plan.confirmed))) {
                Thread.sleep(50);
            }
        } catch (InterruptedException ignored) {
            // Never interrupted.
        }
        if (System.currentTimeMillis() >= deadline) {
            say("deadline");
        }
        finish();
    }

    /** Prints the state of each finding, and exits. */
    static void finish() {
        synchronized (PLANS) {
            if (finished) {
                return;
            }
            finished = true;
            SESSIONS.forEach(Session::end);
            for (Plan plan : PLANS.values()) {
                for (Place place : plan.places) {
                    say("reached", plan.id, place.role, place.found ? "found" : place.loaded ? "nocode" : "absent",
                        place.hits, place.threads.size());
                }
                say("count", plan.id, plan.holds);
            }
            say("end");
            Runtime.getRuntime().halt(0);
        }
    }

    static void say(Object... cells) {
        StringBuilder line = new StringBuilder();
        for (Object cell : cells) {
            line.append(line.isEmpty() ? "" : "\t").append(String.valueOf(cell).replaceAll("[\t\r\n]", " "));
        }
        synchronized (OUT) {
            OUT.println(line);
        }
    }
}

/** A finding and its state. */
final class Plan {
    final String id;
    /** `meet`, `cross`, `alone`, `between`, `unfinished` or `throws`. */
    String kind = "";
    final List<Place> places = new ArrayList<>();
    /** The names of its fields; exceptions for `throws`. */
    final Set<String> names = new LinkedHashSet<>();
    /** Whether it is about the object in the field and not the field. */
    boolean contents;
    volatile boolean confirmed;
    int holds;
    long held;

    Plan(String id) {
        this.id = id;
    }

    boolean is(String other) {
        return kind.equals(other);
    }

    /** How long to hold now: long if threads rarely reach the place, shorter if they reach it often. */
    long time() {
        // A harness uses other objects each time, and ends by itself.
        int turn = Confirmer.hasHarness ? holds % 24 : holds;
        return turn < 4 ? Confirmer.hold : turn < 20 ? Confirmer.hold / 3 : Confirmer.hold / 10;
    }

    boolean mayHold() {
        return !confirmed && (Confirmer.hasHarness ? holds < 300 : holds < 60 && held < 25 * Confirmer.hold);
    }
}

/** A place of a finding in the sources. */
final class Place {
    final Plan plan;
    final String role;
    final String file;
    final int first;
    final int last;
    final String text;
    boolean loaded;
    boolean found;
    /** The methods around it. */
    final Set<String> methods = new HashSet<>();
    int hits;
    final Set<Long> threads = new HashSet<>();

    Place(Plan plan, String role, String file, int first, int last, String text) {
        this.plan = plan;
        this.role = role;
        this.file = file;
        this.first = first;
        this.last = last;
        this.text = text;
    }

    String name() {
        return file.substring(file.lastIndexOf('/') + 1);
    }

    /** Whether a class of this package can be in the file: the folders must match the package, if there are enough. */
    boolean fits(String type) {
        int dot = type.lastIndexOf('.');
        int slash = file.lastIndexOf('/');
        String packed = dot < 0 ? "" : type.substring(0, dot).replace('.', '/');
        String folder = slash < 0 ? "" : file.substring(0, slash);
        return packed.isEmpty() || folder.isEmpty() || ("/" + folder).endsWith("/" + packed)
            || ("/" + packed).endsWith("/" + folder);
    }

    boolean covers(int line) {
        return first <= line && line <= last;
    }

    /** The name of the method that a step calls; empty if there is none. */
    String callee() {
        int end = text.indexOf('(');
        if (end < 0) {
            return "";
        }
        int start = end;
        while (start > 0 && Character.isJavaIdentifierPart(text.charAt(start - 1))) {
            start--;
        }
        return text.substring(start, end);
    }
}

/** An instruction of a place, at which threads stop. */
record Site(Place place, Code.Step step, String role, boolean writes) {
}

/** The state that a thread saw at its check. */
record Pass(Set<String> keys, String argument, long time) {
    boolean meets(Pass other) {
        return keys.stream().anyMatch(other.keys::contains)
            && (argument == null || other.argument == null || argument.equals(other.argument));
    }
}

/** A change of state. */
record Change(ThreadReference thread, Pass state, long time, Snapshot snapshot) {
}

/** A snapshot of a thread. */
record Snapshot(String name, String place, List<String> locks, List<String[]> frames) {
}

/** A thread that is held. */
final class Held {
    final ThreadReference thread;
    final Site site;
    final Pass state;
    final long since = System.currentTimeMillis();
    long until;

    Held(ThreadReference thread, Site site, Pass state, long until) {
        this.thread = thread;
        this.site = site;
        this.state = state;
        this.until = until;
    }
}

/** A breakpoint. */
final class Stop {
    final BreakpointRequest request;
    final List<Site> sites = new ArrayList<>();
    int hits;

    Stop(BreakpointRequest request) {
        this.request = request;
    }
}

/** One virtual machine. */
final class Session implements Runnable {
    /** After so many hits a place is ignored, unless a thread waits for another to reach it. */
    private static final int HOT = 1000;
    /** Threads held at once. */
    private static final int MOST_HELD = 6;
    private static final int FRAMES = 16;
    private static final String LOCKS = "java.util.concurrent.locks.";
    /** Methods that only read a container or text; all others may change it. */
    private static final String LOOKS =
        "get|getOrDefault|getFirst|getLast|contains\\w*|size|isEmpty|length|iterator|listIterator|hasNext|next|stream"
            + "|toString|equals|hashCode|values|keySet|entrySet|peek\\w*|indexOf|lastIndexOf|forEach|toArray|charAt|substring"
            + "|element|first|last|subList|headMap|tailMap|subMap|floor\\w*|ceiling\\w*|higher\\w*|lower\\w*|spliterator|doubleValue"
            + "|intValue|longValue|getKey|getValue|cardinality|compareTo";
    private final VirtualMachine vm;
    private final boolean attached;
    private final EventRequestManager requests;
    private final Map<Location, Stop> stops = new HashMap<>();
    private final Map<String, List<ReferenceType>> types = new HashMap<>();
    private final List<Held> held = new ArrayList<>();
    private final Map<Plan, Map<Long, Pass>> passes = new HashMap<>();
    private final Map<Plan, List<Change>> changes = new HashMap<>();
    private final Map<Long, Long> parked = new HashMap<>();
    private long nextLook = System.currentTimeMillis() + 1000;
    private long lastHit = System.currentTimeMillis();
    private boolean deadlocked;
    private Optional<ReferenceType> harness;
    private BreakpointRequest exit;

    Session(VirtualMachine vm, boolean attached) {
        this.vm = vm;
        this.attached = attached;
        requests = vm.eventRequestManager();
    }

    @Override
    public void run() {
        try {
            prepare();
            EventQueue queue = vm.eventQueue();
            if (attached) {
                vm.resume();
            }
            while (true) {
                EventSet set = queue.remove(held.isEmpty() ? 100 : 10);
                if (set != null) {
                    boolean keeps = false;
                    for (Event event : set) {
                        keeps |= handle(event);
                    }
                    if (!keeps) {
                        set.resume();
                    }
                }
                look();
            }
        } catch (VMDisconnectedException | InterruptedException ended) {
            // The program has ended.
        } catch (RuntimeException failure) {
            StackTraceElement[] trace = failure.getStackTrace();
            Confirmer.say("broken", failure + (trace.length > 0 ? " at " + trace[0] : ""));
            end();
        } finally {
            Confirmer.SESSIONS.remove(this);
        }
    }

    /** Ends the program, unless it was attached to. */
    void end() {
        try {
            if (attached) {
                vm.dispose();
            } else {
                vm.exit(143);
            }
        } catch (VMDisconnectedException ignored) {
            // It has ended.
        } catch (RuntimeException ignored) {
            // Nothing is left to do.
        }
    }

    private void prepare() {
        Set<String> names = new TreeSet<>();
        for (Plan plan : Confirmer.PLANS.values()) {
            plan.places.forEach(place -> names.add(place.name()));
            if (plan.is("throws")) {
                for (String name : plan.names) {
                    onException(name);
                }
            }
        }
        for (String name : names) {
            ClassPrepareRequest request = requests.createClassPrepareRequest();
            request.addSourceNameFilter(name);
            request.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
            request.enable();
        }
        for (ReferenceType type : vm.allClasses()) {
            if (type.isPrepared() && names.contains(source(type))) {
                loaded(type);
            }
        }
    }

    private void watchExit() {
        for (ReferenceType type : vm.classesByName("java.lang.Runtime")) {
            exit = requests.createBreakpointRequest(type.methodsByName("exit").get(0).location());
            exit.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
            exit.enable();
        }
    }

    private void onException(String name) {
        for (ReferenceType type : vm.classesByName(name)) {
            ExceptionRequest request = requests.createExceptionRequest(type, true, true);
            request.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
            request.enable();
        }
    }

    private static String source(ReferenceType type) {
        try {
            return type.sourceName();
        } catch (AbsentInformationException | ClassNotPreparedException absent) {
            return "";
        }
    }

    private boolean handle(Event event) {
        if (event instanceof ClassPrepareEvent prepared) {
            loaded(prepared.referenceType());
        } else if (event instanceof BreakpointEvent hit) {
            lastHit = System.currentTimeMillis();
            if (hit.request() == exit) {
                // A class that exits must not end the harness: its thread is suspended from here on.
                return current() != null;
            }
            Stop stop = stops.get(hit.location());
            return stop != null && hit(hit.thread(), stop);
        } else if (event instanceof ExceptionEvent thrown) {
            thrown(thrown);
        } else if (event instanceof VMStartEvent) {
            watchExit();
            // Exceptions of the JDK are loaded before a request can be made.
            Confirmer.PLANS.values().stream().filter(plan -> plan.is("throws"))
                .forEach(plan -> plan.names.forEach(this::onException));
        }
        return false;
    }

    /** Sets breakpoints in a class. */
    private void loaded(ReferenceType type) {
        String source = source(type);
        List<ReferenceType> ofSource = types.computeIfAbsent(source, name -> new ArrayList<>());
        if (ofSource.contains(type)) {
            return;
        }
        ofSource.add(type);
        for (Plan plan : Confirmer.PLANS.values()) {
            boolean isIn = false;
            for (Place place : plan.places) {
                if (place.name().equals(source) && place.fits(type.name())) {
                    place.loaded = true;
                    isIn = true;
                    for (Code code : Code.of(type)) {
                        sites(place, code);
                    }
                }
            }
            if (isIn && (plan.is("between") || plan.is("unfinished"))) {
                ofSource.forEach(one -> Code.of(one).forEach(code -> changes(plan, code)));
            }
        }
    }

    private void add(Place place, Code code, Code.Step step, Code.Step at, String role, boolean writes) {
        Location location = code.method.locationOfCodeIndex(at.at());
        if (location == null) {
            return;
        }
        Stop stop = stops.computeIfAbsent(location, where -> {
            BreakpointRequest request = requests.createBreakpointRequest(where);
            request.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
            request.enable();
            return new Stop(request);
        });
        boolean isKnown = stop.sites.stream().anyMatch(site -> site.place() == place && site.role().equals(role));
        if (!isKnown) {
            stop.sites.add(new Site(place, step, role, writes));
            place.found = true;
        }
    }

    /** The instructions of a method at a place. */
    private void sites(Place place, Code code) {
        Plan plan = place.plan;
        List<Code.Step> steps = code.steps.stream().filter(step -> place.covers(step.line())).toList();
        if (steps.isEmpty() && !(plan.is("meet") && !plan.names.isEmpty() && code.isAround(place.first))) {
            return;
        }
        switch (plan.kind) {
            case "meet" -> {
                List<Code.Step> meant = accesses(plan, steps);
                if (meant.isEmpty() && code.isAround(place.first)) {
                    // The compiler assigns parts of a long statement to its first lines.
                    meant = accesses(plan, code.steps.stream()
                        .filter(step -> place.first - 4 <= step.line() && step.line() <= place.first).toList());
                }
                boolean isRead = place.text.startsWith("read");
                boolean hasWrite = meant.stream().anyMatch(Session::writes);
                for (Code.Step step : meant) {
                    if (isRead || writes(step) || !hasWrite) {
                        add(place, code, step, step, place.role, !isRead && writes(step));
                    }
                }
            }
            case "cross" -> {
                boolean isLast = place.role.startsWith("last");
                List<Code.Step> taking = steps.stream().filter(step -> takes(step, isLast)).toList();
                List<Code.Step> calls = isLast ? List.of() : steps.stream().filter(step -> step.isCall()
                    && (place.callee().isEmpty() || place.text.contains("function") || step.name().equals(place.callee()))).toList();
                List<Code.Step> meant = isLast ? taking : calls;
                meant.stream().limit(1).forEach(step -> add(place, code, step, step, place.role, true));
            }
            case "between" -> {
                if (place.role.equals("check")) {
                    for (Code.Step step : checks(plan, place, steps)) {
                        int next = code.steps.indexOf(step) + 1;
                        if (next < code.steps.size()) {
                            add(place, code, step, code.steps.get(next), "check", false);
                        }
                        if (step.receiver().kind() == 'F' || step.receiver().kind() == 'S') {
                            plan.names.add(step.receiver().name());
                        }
                        if (step.isField()) {
                            plan.names.add(step.name());
                        }
                    }
                } else {
                    List<Code.Step> meant = acts(place, steps);
                    meant.forEach(step -> add(place, code, step, step, "act", writes(step)));
                }
            }
            case "unfinished" -> add(place, code, steps.get(0), steps.get(0), place.role, true);
            case "throws" -> {
                place.methods.add(code.method.declaringType().name() + "." + code.method.name());
                Code.Step last = steps.get(steps.size() - 1);
                int next = code.steps.indexOf(last) + 1;
                if (next < code.steps.size()) {
                    // If it were held in the middle, others would see a wrong state.
                    add(place, code, last, code.steps.get(next), "after", true);
                }
                place.found = true;
            }
            case "alone" -> place.found = true;
            default -> {
            }
        }
    }

    /** The accesses of a race among some instructions. */
    private static List<Code.Step> accesses(Plan plan, List<Code.Step> steps) {
        List<Code.Step> fields = steps.stream()
            .filter(step -> step.isField() && (plan.names.isEmpty() || plan.names.contains(step.name()))).toList();
        List<Code.Step> named = steps.stream().filter(step -> step.isContent()
            && (plan.names.isEmpty() || plan.names.contains(step.receiver().name()))).toList();
        // Appending a container to a text reads its contents.
        List<Code.Step> given = steps.stream().filter(step -> isGiven(plan, step)).toList();
        List<Code.Step> contents = !named.isEmpty() ? named : !given.isEmpty() ? given : steps.stream().filter(Code.Step::isContent).toList();
        List<Code.Step> first = plan.contents ? contents : fields;
        List<Code.Step> second = plan.contents ? fields : named;
        return first.isEmpty() ? second : first;
    }

    /** Whether the container of a finding is an argument of a call of the JDK. */
    private static boolean isGiven(Plan plan, Code.Step step) {
        return plan.is("meet") && plan.contents && step.isCall() && step.owner().startsWith("java.") && step.argument() != null
            && (step.argument().kind() == 'F' || step.argument().kind() == 'S') && plan.names.contains(step.argument().name())
            && !plan.names.contains(step.receiver().name());
    }

    private static List<Code.Step> checks(Plan plan, Place place, List<Code.Step> steps) {
        String called = place.callee();
        List<Code.Step> calls = steps.stream().filter(step -> step.isContent() && step.isCall()
            && step.name().equals(called)).toList();
        List<Code.Step> fields = steps.stream().filter(step -> step.isField() && !writes(step)
            && (plan.names.isEmpty() || plan.names.contains(step.name()))).toList();
        if (!calls.isEmpty()) {
            return calls;
        }
        List<Code.Step> looks = steps.stream().filter(step -> step.isContent() && step.isCall()).toList();
        if (fields.isEmpty() && looks.isEmpty()) {
            // The check is in a method of the program.
            return steps.stream().filter(step -> step.isCall() && !step.name().equals("<init>")).limit(1).toList();
        }
        return plan.names.isEmpty() && !looks.isEmpty() ? looks : fields.isEmpty() ? looks : fields;
    }

    private static List<Code.Step> acts(Place place, List<Code.Step> steps) {
        List<Code.Step> writing = steps.stream()
            .filter(step -> (step.isContent() || step.isField()) && writes(step)).toList();
        if (!writing.isEmpty() && !place.text.equals("lock")) {
            // The last call is outermost, after the calls in its arguments. A `finally` has one copy for each exit.
            Code.Step last = writing.get(writing.size() - 1);
            return writing.stream().filter(step -> step.op() == last.op() && step.name().equals(last.name())
                && step.owner().equals(last.owner())).toList();
        }
        // At a step that takes a lock, wait before taking it.
        return steps.stream().filter(step -> step.isCall() || step.isEnter()).limit(1).toList();
    }

    private static boolean takes(Code.Step step, boolean isLast) {
        return step.isEnter() || step.isCall() && (step.name().matches("lock|lockInterruptibly|tryLock|writeLock|acquire")
            || isLast && step.owner().startsWith("java.util.concurrent.Concurrent"));
    }

    static boolean writes(Code.Step step) {
        return step.isField() ? step.isPut() : step.isArray() ? step.isPut() : step.isCall() && !step.name().matches(LOOKS);
    }

    /** Other places that change the state between two steps, or read an unfinished object. */
    private void changes(Plan plan, Code code) {
        if (plan.names.isEmpty()) {
            return;
        }
        Place place = plan.places.get(0);
        for (Code.Step step : code.steps) {
            boolean isField = step.isField() && plan.names.contains(step.name());
            boolean isContent = step.isContent() && plan.names.contains(step.receiver().name());
            if (plan.is("unfinished") ? isField && !writes(step) : (isField || isContent) && writes(step)) {
                Location location = code.method.locationOfCodeIndex(step.at());
                Stop stop = stops.get(location);
                boolean isStep = stop != null && stop.sites.stream().anyMatch(site -> site.place().plan == plan);
                if (!isStep) {
                    add(place, code, step, step, "change", true);
                }
            }
        }
    }

    /** A thread has reached a place; returns whether it is held. */
    private boolean hit(ThreadReference thread, Stop stop) {
        stop.hits++;
        boolean keeps = false;
        synchronized (Confirmer.PLANS) {
            Map<Site, Pass> states = new LinkedHashMap<>();
            String current = current();
            for (Site site : stop.sites) {
                Plan plan = site.place().plan;
                if (plan.confirmed || current != null && !current.equals(plan.id)) {
                    continue;
                }
                if (!site.role().equals("change")) {
                    site.place().hits++;
                    site.place().threads.add(thread.uniqueID());
                }
                Pass state = plan.is("cross") || plan.is("throws") ? new Pass(Set.of("any"), null, now()) : state(thread, site);
                if (state != null) {
                    states.put(site, state);
                }
            }
            // One place can be both sides: look for a waiting thread before waiting.
            Set<Plan> met = new HashSet<>();
            states.forEach((site, state) -> {
                Plan plan = site.place().plan;
                if ((plan.is("meet") || plan.is("cross")) && !plan.confirmed && meets(thread, site, state)) {
                    met.add(plan);
                }
            });
            for (var entry : states.entrySet()) {
                Site site = entry.getKey();
                Plan plan = site.place().plan;
                if (plan.confirmed || keeps || met.contains(plan)) {
                    continue;
                }
                keeps = switch (plan.kind) {
                    case "meet", "cross" -> hold(thread, site, entry.getValue());
                    case "between" -> between(thread, site, entry.getValue());
                    case "unfinished" -> unfinished(thread, site, entry.getValue());
                    case "throws" -> hold(thread, site, entry.getValue());
                    default -> false;
                };
            }
        }
        boolean isSettled = stop.sites.stream().allMatch(site -> site.place().plan.confirmed);
        if (isSettled || harness.isEmpty() && stop.hits > HOT && held.stream().noneMatch(one -> isOther(one, stop))) {
            stop.request.disable();
        }
        return keeps;
    }

    /** The finding that a harness tries now; null if the program is not a harness. */
    private String current() {
        if (harness == null) {
            List<ReferenceType> known = vm.classesByName("QuarrelHarness");
            harness = Optional.ofNullable(known.isEmpty() ? null : known.get(0));
            Confirmer.hasHarness |= harness.isPresent();
        }
        return harness.map(type -> type.getValue(type.fieldByName("current")))
            .map(value -> ((StringReference) value).value()).orElse(null);
    }

    private static boolean isOther(Held one, Stop stop) {
        return stop.sites.stream().anyMatch(site -> site.place().plan == one.site.place().plan);
    }

    private static long now() {
        return System.nanoTime();
    }

    /** Whether a thread has met a held one. */
    private boolean meets(ThreadReference thread, Site site, Pass state) {
        Plan plan = site.place().plan;
        for (Held one : List.copyOf(held)) {
            boolean isOther = one.site.place().plan == plan && !one.thread.equals(thread)
                && complement(plan, one.site.role(), site.role()) && one.state.meets(state);
            if (!isOther) {
                continue;
            }
            if (plan.is("cross")) {
                // Each has its first lock and is about to request the second: now both continue.
                release(one);
                nextLook = System.currentTimeMillis() + 300;
                return true;
            }
            if (one.site.writes() || site.writes()) {
                String outcome = one.site.writes() && site.writes() && isUpdate(one.site) && isUpdate(site)
                    ? "both threads have read the value and are about to write it: one of the two updates is lost"
                    : site.writes() && one.site.writes() ? "both threads are about to write at once"
                    : "one thread is about to read what the other is about to write";
                confirm(plan, outcome, describe(state), List.of(snapshot(one.thread, one.site.place().text, 0),
                    snapshot(thread, site.place().text, 0)));
                release(one);
                return true;
            }
        }
        return false;
    }

    private static boolean isUpdate(Site site) {
        return site.step().isUpdate();
    }

    private static boolean complement(Plan plan, String one, String other) {
        String sides = plan.is("cross") ? one.substring(one.length() - 1) + other.substring(other.length() - 1) : one + other;
        boolean isOneSided = plan.places.stream().noneMatch(place -> place.role.equals("b") || place.role.endsWith("2"));
        return isOneSided || sides.equals("ab") || sides.equals("ba") || sides.equals("12") || sides.equals("21");
    }

    private boolean between(ThreadReference thread, Site site, Pass state) {
        Plan plan = site.place().plan;
        Map<Long, Pass> passed = passes.computeIfAbsent(plan, one -> new HashMap<>());
        List<Change> changed = changes.computeIfAbsent(plan, one -> new ArrayList<>());
        if (site.role().equals("check")) {
            passed.put(thread.uniqueID(), state);
            // Hold a thread alternately after its check and before its act, since the lock may be taken on either side.
            boolean comesFirst = held.stream().noneMatch(one -> one.site.place().plan == plan && one.state.meets(state));
            return comesFirst && plan.holds % 2 == (plan.places.get(0).text.equals("test") ? 0 : 1) && hold(thread, site, state);
        }
        Pass own = passed.get(thread.uniqueID());
        boolean isAct = site.role().equals("act");
        if (isAct && own != null) {
            for (Change change : changed) {
                if (!change.thread().equals(thread) && change.time() > own.time() && change.state().meets(own)) {
                    confirm(plan, "another thread has changed the state between the two steps of this one", describe(own),
                        List.of(snapshot(thread, "acts on what the first step found", 0), change.snapshot()));
                    return false;
                }
            }
        }
        Pass changing = isAct && own != null ? own : state;
        if (!changing.keys().isEmpty() && (site.writes() || isAct && !site.place().text.equals("lock"))) {
            changed.removeIf(change -> now() - change.time() > 30_000_000_000L);
            Change change = new Change(thread, changing, now(), snapshot(thread, "changes the state in between", 0));
            changed.add(change);
            for (Held one : List.copyOf(held)) {
                boolean isBetween = one.site.place().plan == plan && !one.thread.equals(thread) && one.state.meets(changing);
                if (!isBetween) {
                    continue;
                }
                if (one.site.role().equals("act")) {
                    confirm(plan, "another thread changes the state between the two steps of this one", describe(changing),
                        List.of(snapshot(one.thread, "is between the two steps", 0), change.snapshot()));
                    release(one);
                    return false;
                }
                // After the change, it acts on the old state.
                one.until = Math.min(one.until, System.currentTimeMillis() + 100);
            }
        }
        return isAct && own != null && hold(thread, site, own);
    }

    private boolean unfinished(ThreadReference thread, Site site, Pass state) {
        Plan plan = site.place().plan;
        if (!site.role().equals("change")) {
            return hold(thread, site, state);
        }
        for (Held one : List.copyOf(held)) {
            if (one.site.place().plan == plan && !one.thread.equals(thread)) {
                confirm(plan, "one thread reads the field while the other has not finished the object", describe(state),
                    List.of(snapshot(one.thread, "has assigned the field and not finished the object", 0),
                        snapshot(thread, "reads the field", 0)));
                release(one);
                return false;
            }
        }
        return false;
    }

    private boolean hold(ThreadReference thread, Site site, Pass state) {
        Plan plan = site.place().plan;
        if (!plan.mayHold() || held.size() >= MOST_HELD || isAlone(thread)) {
            return false;
        }
        plan.holds++;
        held.add(new Held(thread, site, state, System.currentTimeMillis() + plan.time()));
        stops.values().stream().filter(stop -> stop.sites.stream().anyMatch(one -> one.place().plan == plan))
            .forEach(stop -> stop.request.enable());
        return true;
    }

    /** Whether no other thread of the program is alive. */
    private boolean isAlone(ThreadReference thread) {
        return vm.allThreads().stream().noneMatch(other -> !other.equals(thread) && !isOfSystem(other));
    }

    private static boolean isOfSystem(ThreadReference thread) {
        try {
            ThreadGroupReference group = thread.threadGroup();
            return group == null || group.name().equals("system") || group.name().equals("InnocuousThreadGroup")
                || thread.name().equals("DestroyJavaVM");
        } catch (ObjectCollectedException | IllegalThreadStateException gone) {
            return true;
        }
    }

    private void release(Held one) {
        if (held.remove(one)) {
            one.site.place().plan.held += System.currentTimeMillis() - one.since;
            one.thread.resume();
        }
    }

    /** Periodic checks: holds that are over, and threads that wait for each other. */
    private void look() {
        long now = System.currentTimeMillis();
        for (Held one : List.copyOf(held)) {
            if (now >= one.until || one.site.place().plan.confirmed) {
                release(one);
            }
        }
        boolean isWanted = Confirmer.PLANS.values().stream().anyMatch(plan -> !plan.confirmed && (plan.is("cross") || plan.is("alone")));
        if (isWanted && now >= nextLook && held.isEmpty()) {
            nextLook = now + 700;
            vm.suspend();
            try {
                deadlocks();
            } finally {
                vm.resume();
            }
        }
        if (deadlocked && now - lastHit > 4000 && !attached && current() == null) {
            end();
        }
    }

    private void deadlocks() {
        Map<ThreadReference, ThreadReference> waits = new HashMap<>();
        Map<ThreadReference, String> wanted = new HashMap<>();
        for (ThreadReference thread : vm.allThreads()) {
            try {
                ObjectReference monitor = thread.status() == ThreadReference.THREAD_STATUS_MONITOR
                    ? thread.currentContendedMonitor() : null;
                ThreadReference owner = null;
                if (monitor != null) {
                    owner = monitor.owningThread();
                    wanted.put(thread, describe(monitor));
                } else if (value(thread, "parkBlocker") instanceof ObjectReference blocker) {
                    owner = value(blocker, "exclusiveOwnerThread") instanceof ThreadReference other ? other : null;
                    alone(thread, blocker);
                    wanted.put(thread, describe(blocker));
                }
                if (owner != null) {
                    waits.put(thread, owner);
                }
            } catch (IncompatibleThreadStateException | ObjectCollectedException gone) {
                // It has ended meanwhile.
            }
        }
        for (ThreadReference first : waits.keySet()) {
            List<ThreadReference> cycle = new ArrayList<>();
            for (ThreadReference at = first; at != null && !cycle.contains(at); at = waits.get(at)) {
                cycle.add(at);
            }
            boolean isCycle = cycle.size() > 1 && first.equals(waits.get(cycle.get(cycle.size() - 1)));
            if (isCycle) {
                cycle(cycle, wanted);
            }
        }
    }

    private void cycle(List<ThreadReference> cycle, Map<ThreadReference, String> wanted) {
        List<Snapshot> snapshots = new ArrayList<>();
        for (ThreadReference thread : cycle) {
            snapshots.add(snapshot(thread, "waits for " + wanted.get(thread), 0));
        }
        synchronized (Confirmer.PLANS) {
            for (Plan plan : Confirmer.PLANS.values()) {
                if (plan.confirmed || !plan.is("cross")) {
                    continue;
                }
                boolean isOneSided = plan.places.stream().noneMatch(place -> place.role.endsWith("2"));
                long first = snapshots.stream().filter(one -> isAt(plan, one, "1")).count();
                boolean second = snapshots.stream().anyMatch(one -> isAt(plan, one, "2"));
                boolean differ = snapshots.stream().anyMatch(one -> isAt(plan, one, "1")
                    && snapshots.stream().anyMatch(other -> other != one && isAt(plan, other, "2")));
                if (isOneSided ? first > 1 : first > 0 && second && differ) {
                    confirm(plan, "the threads wait for each other for ever", String.join(" and ", new TreeSet<>(wanted.values())),
                        snapshots);
                    deadlocked = true;
                    lastHit = System.currentTimeMillis();
                }
            }
        }
    }

    /** Whether a thread has reached the place where the plan expects it to wait; for a monitor that is a line later. */
    private static boolean isAt(Plan plan, Snapshot snapshot, String side) {
        return plan.places.stream().filter(place -> place.role.endsWith(side))
            .anyMatch(place -> snapshot.frames().stream().anyMatch(frame ->
                frame[1].equals(place.name()) && place.first <= Integer.parseInt(frame[2])
                    && Integer.parseInt(frame[2]) <= place.last + 2));
    }

    /** A thread that waits for a lock that only it can release. */
    private void alone(ThreadReference thread, ObjectReference blocker) {
        for (Plan plan : Confirmer.PLANS.values()) {
            if (plan.confirmed || !plan.is("alone")) {
                continue;
            }
            Snapshot snapshot = snapshot(thread, "waits for " + describe(blocker), 0);
            if (!isAt(plan, snapshot, "1")) {
                continue;
            }
            plan.places.forEach(place -> {
                place.hits++;
                place.threads.add(thread.uniqueID());
            });
            boolean isOwn = thread.equals(value(blocker, "firstReader")) || thread.equals(value(blocker, "exclusiveOwnerThread"));
            long since = parked.computeIfAbsent(thread.uniqueID(), id -> System.currentTimeMillis());
            // The owner of a stamped lock is unknown, but no other thread could release it.
            boolean nobody = System.currentTimeMillis() - since > 1500 && vm.allThreads().stream()
                .filter(other -> !other.equals(thread) && !isOfSystem(other))
                .noneMatch(other -> isIn(plan, other) && !blocker.equals(value(other, "parkBlocker")));
            if (isOwn || nobody) {
                confirm(plan, "the thread waits for ever for what it holds itself", describe(blocker), List.of(snapshot));
                deadlocked = true;
                lastHit = System.currentTimeMillis();
            }
        }
    }

    private boolean isIn(Plan plan, ThreadReference thread) {
        Snapshot snapshot = snapshot(thread, "", 0);
        return snapshot.frames().stream().anyMatch(frame ->
            plan.places.stream().anyMatch(place -> place.name().equals(frame[1])));
    }

    private void thrown(ExceptionEvent event) {
        String type = event.exception().referenceType().name();
        Snapshot snapshot = snapshot(event.thread(), "throws " + type, 0);
        synchronized (Confirmer.PLANS) {
            for (Plan plan : Confirmer.PLANS.values()) {
                if (plan.confirmed || !plan.is("throws") || !plan.names.contains(type)) {
                    continue;
                }
                boolean isThere = snapshot.frames().stream().limit(12).anyMatch(frame -> plan.places.stream().anyMatch(place ->
                    frame[1].equals(place.name()) && (place.covers(Integer.parseInt(frame[2])) || place.methods.contains(frame[0]))));
                if (isThere) {
                    plan.places.forEach(place -> place.hits++);
                    confirm(plan, "the call throws " + type, describe(event.exception()), List.of(snapshot));
                }
            }
        }
    }

    private void confirm(Plan plan, String outcome, String object, List<Snapshot> snapshots) {
        plan.confirmed = true;
        Confirmer.say("confirmed", plan.id, outcome, object);
        for (Snapshot one : snapshots) {
            Confirmer.say("thread", plan.id, one.name(), one.place());
            one.locks().forEach(lock -> Confirmer.say("lock", plan.id, lock));
            one.frames().forEach(frame -> Confirmer.say("frame", plan.id, frame[0], frame[1], frame[2]));
        }
        Confirmer.say("settled", plan.id);
        for (ReferenceType harness : vm.classesByName("QuarrelHarness")) {
            try {
                ((ClassType) harness).setValue(harness.fieldByName("settled"), vm.mirrorOf(plan.id));
            } catch (InvalidTypeException | ClassNotLoadedException | RuntimeException ignored) {
                // The harness continues with the next finding by itself.
            }
        }
    }

    private Snapshot snapshot(ThreadReference thread, String place, int from) {
        List<String> locks = new ArrayList<>();
        List<String[]> frames = new ArrayList<>();
        String name = "?";
        try {
            name = thread.name();
            List<StackFrame> all = thread.frames();
            for (StackFrame frame : all.subList(Math.min(from, all.size()), Math.min(all.size(), FRAMES))) {
                Location at = frame.location();
                if (current() != null && at.declaringType().name().startsWith("jdk.internal.reflect.")) {
                    // From here on the frames are those of the harness.
                    break;
                }
                frames.add(new String[] {at.declaringType().name() + "." + at.method().name(), source(at.declaringType()),
                    String.valueOf(at.lineNumber())});
            }
            thread.ownedMonitors().forEach(monitor -> locks.add(describe(monitor)));
            for (ReferenceType type : vm.classesByName(LOCKS + "AbstractOwnableSynchronizer")) {
                owned(type, thread, locks, 0);
            }
        } catch (IncompatibleThreadStateException | RuntimeException gone) {
            // The known part is enough.
        }
        return new Snapshot(name, place, locks, frames);
    }

    private static void owned(ReferenceType type, ThreadReference thread, List<String> locks, int depth) {
        if (!(type instanceof ClassType owner) || depth > 4) {
            return;
        }
        if (!owner.isAbstract()) {
            owner.instances(200).stream().filter(lock -> thread.equals(value(lock, "exclusiveOwnerThread")))
                .forEach(lock -> locks.add(describe(lock)));
        }
        owner.subclasses().forEach(sub -> owned(sub, thread, locks, depth + 1));
    }

    static Value value(ObjectReference object, String name) {
        Field field = object.referenceType().fieldByName(name);
        return field == null || field.isStatic() ? null : object.getValue(field);
    }

    static String describe(ObjectReference object) {
        if (object instanceof ClassObjectReference type) {
            return type.reflectedType().name() + ".class";
        }
        return object.referenceType().name() + "@" + object.uniqueID();
    }

    private static String describe(Pass state) {
        String text = state.keys().stream().sorted().findFirst().orElse("");
        text = text.substring(text.indexOf(' ') + 1);
        return state.argument() == null ? text : text + ", key " + state.argument();
    }

    /** The object of an access, evaluated in the frame; null if that is impossible. */
    private Pass state(ThreadReference thread, Site site) {
        try {
            StackFrame frame = thread.frame(0);
            Code.Step step = site.step();
            Set<String> keys = new TreeSet<>();
            String argument = null;
            if (step.isField()) {
                if (step.isStatic()) {
                    keys.add("field " + step.owner() + "." + step.name());
                } else if (Code.evaluate(step.receiver(), frame) instanceof ObjectReference object) {
                    keys.add("field " + describe(object) + "." + step.name());
                    if (site.place().plan.is("between")) {
                        keys.add("object " + describe(object));
                    }
                }
            } else if (step.isArray()) {
                Value array = Code.evaluate(step.receiver(), frame);
                Value index = Code.evaluate(step.argument(), frame);
                if (array instanceof ObjectReference object && index instanceof PrimitiveValue number) {
                    keys.add("element " + describe(object) + "[" + number.longValue() + "]");
                }
            } else if (step.isCall()) {
                boolean isBetween = site.place().plan.is("between");
                Code.Operand container = isGiven(site.place().plan, step) ? step.argument() : step.receiver();
                Value receiver = container.kind() == 'U' ? null : Code.evaluate(container, frame);
                if (receiver instanceof ArrayReference array) {
                    keys.add("element " + describe(array) + "[0]");
                } else if (receiver instanceof ObjectReference object && (isBetween || isOfLibrary(object) && !isSafe(object))) {
                    keys.add("object " + describe(object));
                    if (isBetween && isKeyed(object)) {
                        Value value = Code.evaluate(step.argument(), frame);
                        argument = value == null ? null : text(value);
                    }
                }
            }
            boolean needsNone = site.place().plan.is("unfinished") || site.role().equals("act") && step.isEnter()
                || site.role().equals("act") && site.place().text.equals("lock");
            return keys.isEmpty() && !needsNone ? null : new Pass(keys, argument, now());
        } catch (IncompatibleThreadStateException | InvalidStackFrameException | ObjectCollectedException gone) {
            return null;
        }
    }

    /** Whether calls of an object surely access its contents; a container of the program may do anything. */
    private static boolean isOfLibrary(ObjectReference object) {
        return object.referenceType().name().startsWith("java.");
    }

    /** Whether an object is thread-safe, so that its contents do not race. */
    private static boolean isSafe(ObjectReference object) {
        String name = object.referenceType().name();
        return name.startsWith("java.util.concurrent.") || name.startsWith("java.util.Collections$Synchronized")
            || name.matches("java\\.util\\.(Vector|Hashtable|Stack|Properties|Random)|java\\.lang\\.(StringBuffer|String)")
            || name.startsWith("java.util.ImmutableCollections");
    }

    private static boolean isKeyed(ObjectReference object) {
        return object.referenceType() instanceof ClassType type && type.allInterfaces().stream()
            .anyMatch(one -> one.name().equals("java.util.Map") || one.name().equals("java.util.Set"));
    }

    private static String text(Value value) {
        if (value instanceof StringReference text) {
            return '"' + text.value() + '"';
        }
        if (value instanceof ObjectReference object) {
            Value boxed = object.referenceType().name().startsWith("java.lang.") ? value(object, "value") : null;
            return boxed == null ? describe(object) : boxed.toString();
        }
        return String.valueOf(value);
    }
}

/** The instructions of a method and the sources of their operands, found in one pass over the bytecode. */
final class Code {
    /**
     * An operand: `L`ocal variable, `F`ield of another, `S`tatic field, element of an `A`rray, `I`nteger, `T`ext, or
     * `U`nknown.
     */
    record Operand(char kind, int number, String owner, String name, Operand of, Operand index, boolean wide) {
        static final Operand UNKNOWN = new Operand('U', 0, "", "", null, null, false);
        static final Operand WIDE = new Operand('U', 0, "", "", null, null, true);

        boolean uses(int local) {
            return kind == 'L' && number == local || of != null && of.uses(local) || index != null && index.uses(local);
        }
    }

    /** An instruction: index, line, operation, member and object. */
    record Step(int at, int line, int op, String owner, String name, Operand receiver, Operand argument, boolean isUpdate) {
        boolean isField() {
            return op >= 0xb2 && op <= 0xb5;
        }

        boolean isStatic() {
            return op == 0xb2 || op == 0xb3;
        }

        boolean isArray() {
            return op >= 0x2e && op <= 0x35 || op >= 0x4f && op <= 0x56;
        }

        boolean isPut() {
            return op == 0xb3 || op == 0xb5 || op >= 0x4f && op <= 0x56;
        }

        boolean isCall() {
            return op >= 0xb6 && op <= 0xb9;
        }

        boolean isEnter() {
            return op == 0xc2;
        }

        /** An access to the contents of a container, an array or another object of the JDK. */
        boolean isContent() {
            return isArray() || isCall() && (op != 0xb8 && owner.startsWith("java.") && !name.equals("<init>")
                && !owner.matches("java\\.lang\\.(Object|String|Thread|Class|System|Integer|Long|Boolean|Math)|java\\.io\\.PrintStream")
                || op == 0xb8 && owner.matches("java\\.util\\.(Arrays|Collections)"));
        }
    }

    private static final Map<ReferenceType, List<Code>> KNOWN = new HashMap<>();
    final com.sun.jdi.Method method;
    final List<Step> steps = new ArrayList<>();
    private final TreeMap<Integer, Integer> lines = new TreeMap<>();
    private final Pool pool;
    private final Map<Integer, List<Operand>> stacks = new HashMap<>();
    private List<Operand> stack = new ArrayList<>();

    private Code(com.sun.jdi.Method method, Pool pool) throws AbsentInformationException {
        this.method = method;
        this.pool = pool;
        for (Location location : method.allLineLocations()) {
            lines.put((int) location.codeIndex(), location.lineNumber());
        }
    }

    static synchronized List<Code> of(ReferenceType type) {
        return KNOWN.computeIfAbsent(type, one -> {
            List<Code> codes = new ArrayList<>();
            Pool pool = new Pool(type.constantPool(), type.constantPoolCount());
            for (com.sun.jdi.Method method : type.methods()) {
                if (method.isAbstract() || method.isNative() || method.isObsolete()) {
                    continue;
                }
                try {
                    Code code = new Code(method, pool);
                    code.walk(method.bytecodes());
                    codes.add(code);
                } catch (AbsentInformationException absent) {
                    Confirmer.say("nolines", type.name());
                    break;
                } catch (IndexOutOfBoundsException | IllegalStateException broken) {
                    Confirmer.say("unread", method.toString());
                }
            }
            return codes;
        });
    }

    /** Whether a line is within the method. */
    boolean isAround(int line) {
        return !lines.isEmpty() && Collections.min(lines.values()) <= line && line <= Collections.max(lines.values());
    }

    private Operand pop() {
        return stack.isEmpty() ? Operand.UNKNOWN : stack.remove(stack.size() - 1);
    }

    private void push(boolean wide) {
        stack.add(wide ? Operand.WIDE : Operand.UNKNOWN);
    }

    private void pop(int number) {
        for (int at = 0; at < number; at++) {
            pop();
        }
    }

    private void store(int local) {
        stack.replaceAll(one -> one.uses(local) ? one.wide() ? Operand.WIDE : Operand.UNKNOWN : one);
    }

    private void branch(int target) {
        List<Operand> known = stacks.get(target);
        if (known == null || known.size() != stack.size()) {
            stacks.put(target, new ArrayList<>(stack));
        } else {
            for (int at = 0; at < known.size(); at++) {
                if (!known.get(at).equals(stack.get(at))) {
                    known.set(at, known.get(at).wide() ? Operand.WIDE : Operand.UNKNOWN);
                }
            }
        }
    }

    private static int u1(byte[] code, int at) {
        return code[at] & 0xff;
    }

    private static int u2(byte[] code, int at) {
        return u1(code, at) << 8 | u1(code, at + 1);
    }

    private static int s2(byte[] code, int at) {
        return (short) u2(code, at);
    }

    private static int s4(byte[] code, int at) {
        return u2(code, at) << 16 | u2(code, at + 2);
    }

    private void walk(byte[] code) {
        boolean falls = true;
        Map<String, Integer> read = new HashMap<>();
        for (int at = 0; at < code.length;) {
            List<Operand> merged = stacks.get(at);
            if (merged != null) {
                if (falls) {
                    branch(at);
                }
                stack = new ArrayList<>(stacks.get(at));
            } else if (!falls) {
                // A handler starts with the exception on the stack; the body of a loop with an empty stack.
                stack = new ArrayList<>(List.of(Operand.UNKNOWN));
            }
            falls = true;
            int op = u1(code, at);
            int length = length(code, at, op);
            var entry = lines.floorEntry(at);
            int line = entry == null ? -1 : entry.getValue();
            Operand receiver = Operand.UNKNOWN;
            Operand argument = Operand.UNKNOWN;
            String owner = "";
            String name = "";
            boolean isUpdate = false;
            if (op >= 0x02 && op <= 0x08) {
                stack.add(integer(op - 3));
            } else if (op == 0x10) {
                stack.add(integer(code[at + 1]));
            } else if (op == 0x11) {
                stack.add(integer(s2(code, at + 1)));
            } else if (op == 0x12 || op == 0x13) {
                stack.add(pool.constant(op == 0x12 ? u1(code, at + 1) : u2(code, at + 1)));
            } else if (op == 0x01 || op >= 0x0b && op <= 0x0d) {
                push(false);
            } else if (op == 0x09 || op == 0x0a || op == 0x0e || op == 0x0f || op == 0x14) {
                push(true);
            } else if (op >= 0x15 && op <= 0x19) {
                stack.add(local(u1(code, at + 1), op == 0x16 || op == 0x18));
            } else if (op >= 0x1a && op <= 0x2d) {
                int kind = (op - 0x1a) / 4;
                stack.add(local((op - 0x1a) % 4, kind == 1 || kind == 3));
            } else if (op >= 0x2e && op <= 0x35) {
                argument = pop();
                receiver = pop();
                stack.add(new Operand('A', 0, "", receiver.name(), receiver, argument, op == 0x2f || op == 0x31));
            } else if (op >= 0x36 && op <= 0x3a) {
                pop();
                store(u1(code, at + 1));
            } else if (op >= 0x3b && op <= 0x4e) {
                pop();
                store((op - 0x3b) % 4);
            } else if (op >= 0x4f && op <= 0x56) {
                pop();
                argument = pop();
                receiver = pop();
            } else if (op >= 0x57 && op <= 0x5f) {
                shuffle(op);
            } else if (op >= 0x60 && op <= 0x83) {
                // Arithmetic: two operands become one, except for negations.
                boolean isNegation = op >= 0x74 && op <= 0x77;
                if (!isNegation) {
                    pop();
                }
                push(pop().wide());
            } else if (op == 0x84) {
                store(u1(code, at + 1));
            } else if (op >= 0x85 && op <= 0x93) {
                pop();
                push(op == 0x85 || op == 0x87 || op == 0x8a || op == 0x8c || op == 0x8d || op == 0x8f);
            } else if (op >= 0x94 && op <= 0x98) {
                pop(2);
                push(false);
            } else if (op >= 0x99 && op <= 0x9e || op == 0xc6 || op == 0xc7) {
                pop();
                branch(at + s2(code, at + 1));
            } else if (op >= 0x9f && op <= 0xa6) {
                pop(2);
                branch(at + s2(code, at + 1));
            } else if (op == 0xa7 || op == 0xc8) {
                branch(at + (op == 0xa7 ? s2(code, at + 1) : s4(code, at + 1)));
                falls = false;
            } else if (op == 0xaa || op == 0xab) {
                pop();
                int base = (at + 4) & ~3;
                branch(at + s4(code, base));
                int number = op == 0xaa ? s4(code, base + 8) - s4(code, base + 4) + 1 : s4(code, base + 4);
                for (int one = 0; one < number; one++) {
                    branch(at + s4(code, op == 0xaa ? base + 12 + 4 * one : base + 12 + 8 * one));
                }
                falls = false;
            } else if (op >= 0xac && op <= 0xb1 || op == 0xbf) {
                falls = false;
            } else if (op >= 0xb2 && op <= 0xb5) {
                String[] member = pool.member(u2(code, at + 1));
                owner = member[0];
                name = member[1];
                boolean wide = member[2].equals("J") || member[2].equals("D");
                boolean isPut = op == 0xb3 || op == 0xb5;
                if (isPut) {
                    pop();
                }
                if (op >= 0xb4) {
                    receiver = pop();
                }
                if (isPut) {
                    isUpdate = read.getOrDefault(name, -1) == line;
                } else {
                    read.put(name, line);
                    stack.add(new Operand(op == 0xb2 ? 'S' : 'F', 0, owner, name, op == 0xb2 ? null : receiver, null, wide));
                }
            } else if (op >= 0xb6 && op <= 0xba) {
                String[] member = op == 0xba ? pool.dynamic(u2(code, at + 1)) : pool.member(u2(code, at + 1));
                owner = member[0];
                name = member[1];
                int number = arguments(member[2]);
                List<Operand> passed = new ArrayList<>();
                for (int one = 0; one < number; one++) {
                    passed.add(0, pop());
                }
                argument = passed.isEmpty() ? Operand.UNKNOWN : passed.get(0);
                if (op == 0xb8 && !passed.isEmpty()) {
                    receiver = passed.get(0);
                } else if (op != 0xb8 && op != 0xba) {
                    receiver = pop();
                }
                String result = member[2].substring(member[2].indexOf(')') + 1);
                if (name.equals("valueOf") && owner.startsWith("java.lang.") && number == 1 || name.matches("(int|long)Value")) {
                    stack.add(name.equals("valueOf") ? argument : receiver);
                } else if (!result.equals("V")) {
                    push(result.equals("J") || result.equals("D"));
                }
            } else if (op == 0xbb) {
                push(false);
            } else if (op == 0xbc || op == 0xbd || op == 0xbe || op == 0xc1) {
                pop();
                push(false);
            } else if (op == 0xc2 || op == 0xc3) {
                receiver = pop();
            } else if (op == 0xc4) {
                int inner = u1(code, at + 1);
                int local = u2(code, at + 2);
                if (inner >= 0x15 && inner <= 0x19) {
                    stack.add(local(local, inner == 0x16 || inner == 0x18));
                } else {
                    if (inner != 0x84) {
                        pop();
                    }
                    store(local);
                }
            } else if (op == 0xc5) {
                pop(u1(code, at + 3));
                push(false);
            }
            steps.add(new Step(at, line, op, owner, name, receiver, argument, isUpdate));
            at += length;
        }
    }

    private void shuffle(int op) {
        Operand first = pop();
        switch (op) {
            case 0x57 -> {
            }
            case 0x58 -> pop(first.wide() ? 0 : 1);
            case 0x59 -> stack.addAll(List.of(first, first));
            case 0x5f -> {
                Operand second = pop();
                stack.addAll(List.of(first, second));
            }
            case 0x5a -> {
                Operand second = pop();
                stack.addAll(List.of(first, second, first));
            }
            case 0x5b -> {
                Operand second = pop();
                if (second.wide()) {
                    stack.addAll(List.of(first, second, first));
                } else {
                    Operand third = pop();
                    stack.addAll(List.of(first, third, second, first));
                }
            }
            case 0x5c -> {
                if (first.wide()) {
                    stack.addAll(List.of(first, first));
                } else {
                    Operand second = pop();
                    stack.addAll(List.of(second, first, second, first));
                }
            }
            default -> {
                // dup2_x1 and dup2_x2, as in `a[i] += long`.
                Operand second = pop();
                if (first.wide()) {
                    if (op == 0x5d || second.wide()) {
                        stack.addAll(List.of(first, second, first));
                    } else {
                        Operand third = pop();
                        stack.addAll(List.of(first, third, second, first));
                    }
                } else {
                    Operand third = pop();
                    if (op == 0x5d || third.wide()) {
                        stack.addAll(List.of(second, first, third, second, first));
                    } else {
                        Operand fourth = pop();
                        stack.addAll(List.of(second, first, fourth, third, second, first));
                    }
                }
            }
        }
    }

    private static Operand integer(int number) {
        return new Operand('I', number, "", "", null, null, false);
    }

    private static Operand local(int number, boolean wide) {
        return new Operand('L', number, "", "", null, null, wide);
    }

    static int arguments(String descriptor) {
        int number = 0;
        for (int at = 1; descriptor.charAt(at) != ')'; at++) {
            while (descriptor.charAt(at) == '[') {
                at++;
            }
            if (descriptor.charAt(at) == 'L') {
                at = descriptor.indexOf(';', at);
            }
            number++;
        }
        return number;
    }

    private static int length(byte[] code, int at, int op) {
        if (op == 0xaa || op == 0xab) {
            int base = (at + 4) & ~3;
            int number = op == 0xaa ? s4(code, base + 8) - s4(code, base + 4) + 1 : s4(code, base + 4);
            return base - at + (op == 0xaa ? 12 + 4 * number : 8 + 8 * number);
        }
        if (op == 0xc4) {
            return u1(code, at + 1) == 0x84 ? 6 : 4;
        }
        if (op == 0x10 || op == 0x12 || op >= 0x15 && op <= 0x19 || op >= 0x36 && op <= 0x3a || op == 0xa9 || op == 0xbc) {
            return 2;
        }
        if (op == 0xb9 || op == 0xba || op == 0xc8 || op == 0xc9) {
            return 5;
        }
        if (op == 0xc5) {
            return 4;
        }
        boolean hasTwo = op == 0x11 || op == 0x13 || op == 0x14 || op == 0x84 || op >= 0x99 && op <= 0xa8
            || op >= 0xb2 && op <= 0xb8 || op == 0xbb || op == 0xbd || op == 0xc0 || op == 0xc1 || op == 0xc6 || op == 0xc7;
        return hasTwo ? 3 : 1;
    }

    /** The value of an operand in a frame of its method; null if it is not known. */
    static Value evaluate(Operand operand, StackFrame frame) {
        switch (operand.kind()) {
            case 'L' -> {
                return variable(operand.number(), frame);
            }
            case 'I' -> {
                return frame.virtualMachine().mirrorOf(operand.number());
            }
            case 'S' -> {
                for (ReferenceType type : frame.virtualMachine().classesByName(operand.owner())) {
                    Field field = type.fieldByName(operand.name());
                    if (field != null && field.isStatic()) {
                        return type.getValue(field);
                    }
                }
                return null;
            }
            case 'F' -> {
                return evaluate(operand.of(), frame) instanceof ObjectReference object
                    ? Session.value(object, operand.name()) : null;
            }
            case 'A' -> {
                boolean isElement = evaluate(operand.of(), frame) instanceof ArrayReference array
                    && evaluate(operand.index(), frame) instanceof PrimitiveValue index
                    && index.intValue() >= 0 && index.intValue() < array.length();
                if (!isElement) {
                    return null;
                }
                ArrayReference array = (ArrayReference) evaluate(operand.of(), frame);
                return array.getValue(((PrimitiveValue) evaluate(operand.index(), frame)).intValue());
            }
            case 'T' -> {
                // The text is enough; a mirrored string could be collected at once.
                return new Text(operand.name(), frame.virtualMachine());
            }
            default -> {
                return null;
            }
        }
    }

    private static Value variable(int slot, StackFrame frame) {
        com.sun.jdi.Method method = frame.location().method();
        if (slot == 0 && !method.isStatic()) {
            return frame.thisObject();
        }
        try {
            for (LocalVariable variable : frame.visibleVariables()) {
                if (slot(variable) == slot) {
                    return frame.getValue(variable);
                }
            }
        } catch (AbsentInformationException absent) {
            // Without debug names of variables, parameters are still known.
        }
        int at = method.isStatic() ? 0 : 1;
        List<Value> arguments = frame.getArgumentValues();
        List<String> types = method.argumentTypeNames();
        for (int number = 0; number < arguments.size(); number++) {
            if (at == slot) {
                return arguments.get(number);
            }
            at += types.get(number).equals("long") || types.get(number).equals("double") ? 2 : 1;
        }
        return null;
    }

    /** The slot of a variable, which the debugger interface does not publish. */
    private static int slot(LocalVariable variable) {
        try {
            var slot = variable.getClass().getDeclaredMethod("slot");
            slot.setAccessible(true);
            return (int) slot.invoke(variable);
        } catch (ReflectiveOperationException | RuntimeException closed) {
            return -1;
        }
    }
}

/** A text of the constant pool, as a value. */
record Text(String text, VirtualMachine virtualMachine) implements Value {
    @Override
    public Type type() {
        return null;
    }

    @Override
    public String toString() {
        return '"' + text + '"';
    }
}

/** The constants of a class. */
final class Pool {
    private final byte[] bytes;
    private final int[] at;

    Pool(byte[] bytes, int count) {
        this.bytes = bytes;
        at = new int[count];
        int position = 0;
        for (int index = 1; index < count; index++) {
            at[index] = position;
            int tag = bytes[position];
            position += switch (tag) {
                case 1 -> 3 + u2(position + 1);
                case 3, 4, 9, 10, 11, 12, 17, 18 -> 5;
                case 5, 6 -> 9;
                case 15 -> 4;
                case 7, 8, 16, 19, 20 -> 3;
                default -> throw new IllegalStateException("constant " + tag);
            };
            if (tag == 5 || tag == 6) {
                index++;
            }
        }
    }

    private int u2(int position) {
        return (bytes[position] & 0xff) << 8 | bytes[position + 1] & 0xff;
    }

    private String utf(int index) {
        return new String(bytes, at[index] + 3, u2(at[index] + 1), StandardCharsets.UTF_8);
    }

    /** Owner, name and descriptor of a field or method. */
    String[] member(int index) {
        int pair = at[u2(at[index] + 3)];
        String owner = utf(u2(at[u2(at[index] + 1)] + 1)).replace('/', '.');
        return new String[] {owner, utf(u2(pair + 1)), utf(u2(pair + 3))};
    }

    /** Owner, name and descriptor of an `invokedynamic` call. */
    String[] dynamic(int index) {
        int pair = at[u2(at[index] + 3)];
        return new String[] {"", utf(u2(pair + 1)), utf(u2(pair + 3))};
    }

    Code.Operand constant(int index) {
        return switch (bytes[at[index]]) {
            case 3 -> new Code.Operand('I', u2(at[index] + 1) << 16 | u2(at[index] + 3), "", "", null, null, false);
            case 8 -> new Code.Operand('T', 0, "", utf(u2(at[index] + 1)), null, null, false);
            default -> Code.Operand.UNKNOWN;
        };
    }
}
