#!/usr/bin/env python3
"""Writes Java files with calls whose overload depends on a tricky argument, and compares the bindings of Quarrel and javac.

    tests/oracle/overloads.py [--quarrel BINARY] [--calls N] [--seed N] [--keep FOLDER] [--show N]

Each call has two to five overloads of a method to choose from, and as argument a conditional (JLS 15.25), a switch
expression (15.28), a lambda (15.27), a method reference (15.13), a generic call (18.5) or a constant (15.29), or several
of them. What javac does not compile is taken out first. Ends with 1 if one call is bound to another target than javac's; one
seed always makes the same calls. Needs a JDK, 17 or later, and a built quarrel.
"""

import argparse
import pathlib
import random
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent

HEADER = """import java.io.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;

class {name} {{
    enum Hue {{ RED, GREEN, BLUE }}
    static class Base {{ }}
    static class Left extends Base implements Comparable<Left>, Serializable {{
        public int compareTo(Left o) {{ return 0; }}
        int size() {{ return 1; }}
        static Integer boxed(String s) {{ return 1; }}
        static int plain(String s) {{ return 1; }}
        static void none(String s) {{ }}
        static String text(int i) {{ return ""; }}
        static String text(long i) {{ return ""; }}
    }}
    static class Right extends Base implements Comparable<Right> {{
        public int compareTo(Right o) {{ return 0; }}
    }}
    interface Work {{ void run() throws Exception; }}
    interface Make<T> {{ T make(); }}
    interface MakeInt {{ int make(); }}
    interface MakeBox {{ Integer make(); }}
    interface Turn<A, B> {{ B turn(A a); }}
    interface TurnText {{ int turn(String s); }}
    interface TurnBack extends Turn<String, String> {{ }}
    static <T> T id(T t) {{ return t; }}
    static <T> T pick(T a, T b) {{ return a; }}
    static <A, B> B ap(Function<A, B> f, A a) {{ return f.apply(a); }}
    static <A, B> B pa(A a, Function<? super A, ? extends B> f) {{ return f.apply(a); }}
    static <T> T get(Supplier<T> s) {{ return s.get(); }}
    static <T> T call(Callable<? extends T> c) {{ return null; }}
    static <T extends Number> T num(T t) {{ return t; }}
    static <T> List<T> list(T t) {{ return List.of(t); }}
    static <T> T none() {{ return null; }}
    static int one() {{ return 1; }}
    static char letter() {{ return 'a'; }}
    static Integer box() {{ return 1; }}
    static String text() {{ return "a"; }}
    static void act() {{ }}
    static final int FIVE = 5;
    static final int LARGE = 100_000;
    static final char CHAR = 'c';
    static final long LONG = 5L;
    final int six = 6;
"""

VALUE = (
    "int long char short byte double float boolean Integer Long Character Short Byte Double Boolean Number Object String"
    " CharSequence Comparable Serializable StringBuilder Base Left Right Hue int... Object... String... List<String>"
    " Collection<?> T Iterable<Integer>"
).split(" ")
VALUE = [
    "int", "long", "char", "short", "byte", "double", "float", "boolean", "Integer", "Long", "Character", "Short", "Byte",
    "Double", "Boolean", "Number", "Object", "String", "CharSequence", "Comparable<?>", "Serializable", "StringBuilder",
    "Base", "Left", "Right", "Hue", "int...", "Object...", "String...", "List<String>", "Collection<?>", "T", "List<T>",
]
# Parameters by the shape of the function: no parameter, one parameter.
NONE = [
    "Runnable", "Work", "Callable<?>", "Supplier<?>", "Callable<T>", "Supplier<T>", "IntSupplier", "LongSupplier",
    "BooleanSupplier", "DoubleSupplier", "Make<Integer>", "Make<T>", "MakeInt", "MakeBox", "Supplier<String>",
    "Supplier<Integer>", "Callable<Void>", "Object", "Make<Supplier<String>>", "Make<Callable<String>>",
]
ONE = [
    "IntFunction<?>", "Function<String, ?>", "Function<String, T>", "IntFunction<String>", "ToIntFunction<String>",
    "ToLongFunction<String>", "Predicate<String>", "Consumer<String>", "IntConsumer", "UnaryOperator<String>",
    "Function<String, String>", "Function<String, Integer>", "Function<Integer, String>", "IntPredicate", "IntUnaryOperator",
    "IntToLongFunction", "Turn<String, String>", "Turn<String, Integer>", "TurnText", "TurnBack", "Turn<T, T>",
    "Function<T, String>", "LongFunction<String>", "Consumer<Integer>", "Function<?, ?>", "Function<? super String, ?>",
]


class Maker:
    """Makes arguments by a random generator."""

    def __init__(self, rng):
        self.rng = rng
        self.fresh = 0

    def name(self):
        self.fresh += 1
        return f"x{self.fresh}"

    def one_of(self, *choices):
        return self.rng.choice(choices)

    def atom(self):
        return self.one_of(
            "1", "'a'", "1L", "2.0", "1f", '"s"', "null", "true", "i", "z", "c", "b", "s", "l", "t", "o", "bx", "cx", "lx",
            "sb", "left", "right", "hue", "FIVE", "LARGE", "CHAR", "LONG", "six", "one()", "letter()", "box()", "text()",
            "Hue.RED", "new Left()", "new Right()", "new Base()", "(byte) 1", "(char) 98", "-1", "~z", "z + 1", "'a' + 1",
            "(short) z", "70000", "k", "y", "Integer.valueOf(3)", "strings", "new int[0]", "bb", "yx",
        )

    def condition(self):
        return self.one_of("t", "i > 0", "null == null", "s == null", "hue == Hue.RED", "true")

    def conditional(self, depth):
        return f"{self.condition()} ? {self.value(depth - 1)} : {self.value(depth - 1)}"

    def result(self, depth):
        """A case of a switch, without its label."""
        value = self.value(depth - 1)
        kind = self.rng.randrange(6)
        if kind < 3:
            return f"-> {value};"
        if kind == 3:
            name = self.name()
            kind, init = self.one_of(("String", '"y"'), ("int", "3"), ("Integer", "4"), ("char", "'y'"), ("var", "1L"),
                                     ("final int", "7"), ("Object", "o"), ("var", '"v"'))
            return f"-> {{ {kind} {name} = {init}; yield {name}; }}"
        if kind == 4:
            return f"-> {{ if (t) {{ yield {value}; }} else {{ yield {self.value(depth - 1)}; }} }}"
        return f"-> {{ yield {value}; }}"

    def switch(self, depth):
        selector, labels = self.one_of(("z", ["case 1", "case 2, 3"]), ("s", ['case "a"', 'case "b"']),
                                       ("hue", ["case RED", "case GREEN"]), ("i", ["case 1"]))
        if self.rng.random() < 0.2:
            cases = [f"{label}: yield {self.value(depth - 1)};" for label in labels]
            return f"switch ({selector}) {{ {' '.join(cases)} default: yield {self.value(depth - 1)}; }}"
        labels = labels[: self.rng.randint(1, len(labels))]
        cases = [f"{label} {self.result(depth)}" for label in labels]
        last = self.one_of(f"default {self.result(depth)}", "default -> throw new IllegalStateException();")
        return f"switch ({selector}) {{ {' '.join(cases)} {last} }}"

    def explicit(self, depth):
        """An explicitly typed lambda and its arguments."""
        name = self.name()
        kind, given = self.one_of(("Integer", "1"), ("String", '"a"'), ("String", "s"), ("Integer", "bx"))
        body = self.one_of(name, f'"s" + {name}', "1", f"{name}.hashCode()", f"{name} == null", self.value(depth - 1))
        if self.rng.random() < 0.4:
            local = self.name()
            body = self.one_of(f"{{ return {body}; }}", f"{{ var {local} = {name}; return {local}; }}",
                               f"{{ if (t) return {body}; return {self.value(depth - 1)}; }}",
                               f'{{ String {local} = "q"; return {local}; }}')
        return f"({kind} {name}) -> {body}", given

    def generic(self, depth):
        kind = self.rng.randrange(14)
        value = self.value(depth - 1)
        function, given = self.explicit(depth)
        if kind == 0:
            return f"id({value})"
        if kind == 1:
            return f"pick({value}, {self.value(depth - 1)})"
        if kind in (2, 3):
            return f"ap({function}, {given})"
        if kind == 4:
            return f"pa({given}, {function})"
        if kind == 5:
            return f"get(() -> {value})"
        if kind == 6:
            return f"call(() -> {{ return {value}; }})"
        if kind == 7:
            return f"num({self.one_of('1', 'lx', '2.0', 'bx')})"
        if kind == 8:
            return f"list({value}).get(0)"
        if kind == 9:
            return f"Optional.of({given}).map({function}).get()"
        if kind == 10:
            name = self.name()
            return f"ap({name} -> {self.one_of(name, '1', f'{name} + 1', chr(34) + 'a' + chr(34))}, {given})"
        if kind == 11:
            return self.one_of("ap(String::length, s)", "ap(Left::boxed, s)", "ap(Left::plain, s)", "get(this::toString)",
                               "get(Left::new)", "pa(s, String::trim)", "ap(Left::text, 1)", "ap(String::valueOf, 1)")
        if kind == 12:
            return self.one_of("list(s)", "new ArrayList<>()", "List.of()", "new ArrayList<String>()", "Map.of()", "list(1)")
        return self.one_of("strings.get(0)", "Objects.requireNonNull(s)", "Optional.of(1).get()", "none()",
                           'Map.of("a", 1).get("a")', "Collections.max(List.of(1))", "Arrays.asList(1, 2).get(0)")

    def value(self, depth):
        if depth <= 0:
            return self.atom()
        kind = self.rng.randrange(10)
        if kind < 4:
            return self.atom()
        if kind < 6:
            return f"({self.conditional(depth)})"
        if kind < 8:
            return self.switch(depth)
        return self.generic(depth)

    def lambda_none(self, depth):
        kind = self.rng.randrange(12)
        value = self.value(depth)
        if kind < 3:
            return f"() -> {value}"
        if kind == 3:
            return f"() -> {{ return {value}; }}"
        if kind == 4:
            return "() -> { }"
        if kind == 5:
            return "() -> { throw new IllegalStateException(); }"
        if kind == 6:
            local = self.name()
            init = self.value(depth)
            return f"() -> {{ var {local} = {init}; return {local}; }}"
        if kind == 7:
            return f"() -> {{ if (t) return {value}; else return {self.value(depth)}; }}"
        if kind == 8:
            return f"() -> {self.one_of('act()', 'one()', 'box()', 'text()', 'new Left()', 'i++', 'id(1)', 'none()')}"
        if kind == 9:
            return self.one_of("() -> { while (true) { } }", "() -> { act(); }", "() -> { synchronized (this) { return 1; } }",
                               "() -> { try { return s; } finally { act(); } }", "() -> { for (;;) { if (t) return 1; } }")
        if kind == 10:
            return f"() -> () -> {self.one_of(chr(34) + 'a' + chr(34), '1', 'text()', 'null')}"
        return self.one_of(f"{self.name_of()}::one", f"{self.name_of()}::box", f"{self.name_of()}::text",
                           f"{self.name_of()}::act", "Left::new", "left::size", "this::toString", "s::length",
                           f"{self.name_of()}::none")

    def name_of(self):
        return self.unit

    def lambda_one(self, depth):
        kind = self.rng.randrange(10)
        name = self.name()
        if kind < 4:
            function, _ = self.explicit(depth)
            return function
        if kind == 4:
            return f"(int {name}) -> {self.one_of(name, 'act()', name + ' > 0', 'text()', '1L', self.value(depth))}"
        if kind == 5:
            return f"(String {name}) -> {self.one_of('act()', name + '.length()', name + '.isEmpty()', '{ }', 'box()', '{ act(); }')}"
        if kind == 6:
            return f"{name} -> {self.one_of('1', 'act()', name, '{ }', chr(34) + 'a' + chr(34), self.value(depth))}"
        if kind == 7:
            return f"({name}) -> {{ return {self.one_of('1', name, 'text()', 'true')}; }}"
        return self.one_of("String::length", "Left::boxed", "Left::plain", "Left::none", "Left::text", "String::valueOf",
                           "String::isEmpty", "String::trim", "Integer::toString", "Integer::parseInt", "Object::toString",
                           "Hue::valueOf", "s::concat", "s::equals", "StringBuilder::new", "strings::add")

    def argument(self, family):
        depth = self.one_of(1, 1, 2, 2, 3)
        if family == "value":
            kind = self.rng.randrange(10)
            if kind < 4:
                return self.conditional(depth)
            if kind < 7:
                return self.switch(depth)
            return self.generic(depth)
        make = self.lambda_none if family == "none" else self.lambda_one
        choice = self.rng.random()
        if choice < 0.12:
            return f"{self.condition()} ? {make(depth)} : {make(depth)}"
        if choice < 0.22:
            return f"switch (z) {{ case 1 -> {make(depth)}; default -> {{ yield {make(depth)}; }} }}"
        return make(depth)


def overloads(rng, family):
    """Lists of parameters, no two of one erasure."""
    kinds = {"value": VALUE, "none": NONE, "one": ONE}[family]
    wide = {"value": ["int", "String", "Object"], "none": ["Runnable", "Callable<T>"], "one": ["Function<String, T>"]}
    count = rng.randint(2, 5)
    chosen = rng.sample(kinds, count)
    if rng.random() < 0.3:
        chosen = list(dict.fromkeys(wide[family] + chosen[:2]))
    found, seen = [], set()
    arity = 2 if rng.random() < 0.12 else 1
    for kind in chosen:
        more = rng.choice(["", "int", "Object", "Integer"]) if arity == 2 else ""
        erasure = (kind.split("<")[0].replace("...", "[]").replace("T", "Object") if kind == "T" else kind.split("<")[0], more)
        erasure = (erasure[0].replace("...", "[]"), more)
        if erasure not in seen:
            seen.add(erasure)
            found.append((kind, more))
    return found, arity


def write(folder, calls, seed, per_file=40):
    rng = random.Random(seed)
    number = 0
    done = 0
    while done < calls:
        number += 1
        unit = f"Calls{number:03}"
        maker = Maker(rng)
        maker.unit = unit
        lines = [HEADER.format(name=unit)]
        for place in range(per_file):
            family = rng.choice(["value", "value", "value", "none", "one"])
            found, arity = overloads(rng, family)
            method = f"m{place}"
            for kind, more in found:
                generic = "<T> " if "T" in kind.replace("Turn", "").replace("To", "").replace("Text", "") else ""
                rest = f"{more} q, " if more else ""
                lines.append(f"    {generic}void {method}({rest}{kind} p) {{ }}")
            argument = maker.argument(family)
            first = rng.choice(["1, ", "bx, ", "t ? 1 : bx, "]) if arity == 2 and rng.random() < 0.8 else ""
            lines.append(
                f"    void call{place}(int i, char c, byte b, String s, long l, boolean t, Object o, Integer bx, Character cx,"
                " Long lx, StringBuilder sb, Left left, Right right, Hue hue, List<String> strings, short y, Short yx, Byte bb)"
                " {\n        final int z = 5; final char k = 'k';"
            )
            lines.append(f"        {method}({first}{argument});\n    }}")
            done += 1
        lines.append("}")
        (folder / f"{unit}.java").write_text("\n".join(lines) + "\n", encoding="utf-8")


def take_out_errors(sources, classes):
    """Removes the calls that javac does not compile; returns the number of remaining calls."""
    files = sorted(sources.glob("*.java"))
    for _ in range(20):
        command = ["javac", "-proc:none", "-nowarn", "-Xmaxerrs", "999999", "-XDrawDiagnostics", "-d", classes, *files]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        wrong = {match.groups() for match in re.finditer(r"^(\w+\.java):(\d+):\d+: compiler\.err", result.stderr, re.M)}
        if not wrong:
            if result.returncode:
                sys.exit(result.stderr)
            return sum(text.count("    void call") for text in map(pathlib.Path.read_text, files))
        for file, line in wrong:
            path = sources / file
            lines = path.read_text(encoding="utf-8").split("\n")
            lines[int(line) - 1] = "        // " + lines[int(line) - 1].strip().removeprefix("// ")
            lines[int(line) - 3] = lines[int(line) - 3].replace("void call", "void none")
            path.write_text("\n".join(lines), encoding="utf-8")
    sys.exit("javac keeps reporting errors")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quarrel", default="quarrel", help="the program (default: found on PATH)")
    parser.add_argument("--calls", type=int, default=2000, help="how many calls (default: 2000)")
    parser.add_argument("--seed", type=int, default=1, help="of the random generator (default: 1)")
    parser.add_argument("--show", type=int, default=10, help="examples of each cause (default: 10)")
    parser.add_argument("--keep", type=pathlib.Path, help="folder for the sources, the database and both views")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = args.keep or pathlib.Path(scratch)
        sources = folder / "sources"
        sources.mkdir(parents=True, exist_ok=True)
        write(sources, args.calls, args.seed)
        classes = pathlib.Path(scratch) / "classes"
        classes.mkdir()
        print(f"{take_out_errors(sources, classes)} calls", flush=True)
        command = [sys.executable, HERE / "compare.py", "--quarrel", args.quarrel, "--show", str(args.show), "--strict"]
        return subprocess.run([*command, "--keep", folder, sources], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
