#!/usr/bin/env python3
"""Compares the points-to analysis with the objects in real runs.

    tests/oracle/points_to.py --quarrel target/release/quarrel [--sensitivity 2-object] [FOLDER]

The Java programs of FOLDER (default: the tests of points-to) call `Show.show(e)` where an expression is of interest. They
are compiled and run with a `Show` that prints the class of what it gets, and where it was made: each class without a
superclass gets one whose constructor looks at the stack. Each object that a run shows has to be in the set that the
analysis gives for this call. Ends with 1 if one is not, and with 0 and a message if there is no JDK.
"""

import argparse
import csv
import io
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]

TRACER = """
class Traced {
    final String made = Traced.line(getClass());

    /** Where the object of class `c` is made: the first frame that is no constructor of it or of its superclasses. */
    static String line(Class<?> c) {
        boolean inside = false;
        for (StackTraceElement e : new Throwable().getStackTrace()) {
            boolean own = e.getMethodName().equals("<init>") && named(e.getClassName()).isAssignableFrom(c);
            if (inside && !own) return e.getFileName() + ":" + e.getLineNumber();
            inside = inside || own;
        }
        return "?:0";
    }

    static Class<?> named(String name) {
        try {
            return Class.forName(name, false, Traced.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            return Show.class;
        }
    }
}

class Show {
    static synchronized void show(Object o) {
        if (o == null) return;
        StackTraceElement e = new Throwable().getStackTrace()[1];
        String made = o instanceof Traced ? ((Traced) o).made : "?:0";
        System.out.println("SHOWN\\t" + e.getFileName() + "\\t" + e.getLineNumber() + "\\t" + o.getClass().getName() + "\\t" + made);
    }
}
"""


def instrument(text):
    """Makes classes without superclass extend the one that inspects the stack, and removes `Show`; lines do not move."""
    text = re.sub(
        r"class Show \{\n(?:.*\n)*?\}\n", lambda m: "\n" * m.group(0).count("\n"), text, count=1
    )
    return re.sub(r"\bclass (\w+)(<\w+>)? (implements [\w<>. ,]+)?\{", r"class \1\2 extends Traced \3{", text)


def run_programs(folder, work):
    """Compiles the programs that the JDK can compile, runs each `main`, and returns the shown objects."""
    shown = set()
    sources = sorted(folder.glob("*.java"))
    for source in sources:
        (work / source.name).write_text(instrument(source.read_text()))
    (work / "Traced.java").write_text(TRACER)
    left = [s.name for s in sources]
    compiled = subprocess.run(["javac", "-nowarn", *left, "Traced.java"], cwd=work, capture_output=True, text=True)
    if compiled.returncode != 0:
        # Skip programs that are too new for this compiler.
        bad = set(re.findall(r"^([\w]+\.java):\d+: error", compiled.stderr, re.M))
        left = [name for name in left if name not in bad]
        print(f"not compiled, perhaps too new for this JDK: {', '.join(sorted(bad))}", file=sys.stderr)
        subprocess.run(["javac", "-nowarn", *left, "Traced.java"], cwd=work, check=True)
    for name in left:
        text = (work / name).read_text()
        main = re.search(r"class (\w+)[^{]*\{(?:(?!\nclass )[\s\S])*?public static void main", text)
        mains = [c for c in re.findall(r"^class (\w+)", text, re.M) if f"static void main" in text.split(f"class {c} ")[1].split("\nclass ")[0]] if main else []
        for c in mains:
            try:
                out = subprocess.run(["java", "-cp", ".", c], cwd=work, capture_output=True, text=True, timeout=20).stdout
            except subprocess.TimeoutExpired as e:
                out = (e.stdout or b"").decode()
            for line in out.splitlines():
                if line.startswith("SHOWN\t"):
                    shown.add(tuple(line.split("\t")[1:]))
    return shown


def analyse(args, folder, work):
    """The results of the analysis: for each place the set of (class, line of the allocation, kind)."""
    database = work / "code.db"
    subprocess.run([args.quarrel, "extract", folder, "--db", database], check=True, capture_output=True)
    pack = work / "pack"
    pack.mkdir()
    (pack / "qlpack.yml").write_text(
        "name: local/oracle\nversion: 0.1.0\nextractor: java\ndependencies:\n  quarrel/java-all: '*'\ndataExtensions: rows.yml\n"
    )
    (pack / "rows.yml").write_text(
        "extensions:\n  - addsTo: { pack: quarrel/java-all, extensible: pointsToContext }\n    data:\n"
        f"      - ['{args.sensitivity}']\n"
    )
    query = pack / "points-to.ql"
    shutil.copy(ROOT / "tests/oracle/points-to.ql", query)
    out = subprocess.run(
        [args.quarrel, "run", query, "--db", database, "--search-path", ROOT / "queries/lib", "--format", "csv"],
        check=True, capture_output=True, text=True,
    ).stdout
    said = {}
    for row in csv.DictReader(io.StringIO(out)):
        said.setdefault((row["file"], int(row["line"])), set()).add((row["type"], int(row["made"]), row["kind"]))
    return said


def agrees(name, made, sets):
    """Whether an object of the class `name`, allocated at line `made` of its file (0 if unknown), is in one of `sets`."""
    simple = name.split("/")[0]
    line = int(made.split(":")[1])
    for type_, made_there, kind in sets:
        if kind == "open":
            return True
        if "$$Lambda" in simple or re.search(r"\$\d+$", simple):
            if type_ == "" or type_.endswith("$") or "$" in type_ or made_there:
                if not line or made_there == line:
                    return True
        elif simple.startswith("["):
            if type_.endswith("[]"):
                return True
        elif re.sub(r"\$\d+(?=\w)", "$", simple) == type_:
            if not line or not made_there or made_there == line:
                return True
    return False


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quarrel", default=ROOT / "target/release/quarrel", type=pathlib.Path)
    parser.add_argument("--sensitivity", default="1-object")
    parser.add_argument("folder", nargs="?", default=ROOT / "tests/queries/library/pointsto", type=pathlib.Path)
    args = parser.parse_args()
    args.quarrel = args.quarrel.resolve()
    if not shutil.which("javac") or not shutil.which("java"):
        print("skipped: there is no javac on the path, so nothing can be run")
        return 0
    with tempfile.TemporaryDirectory() as work:
        programs = pathlib.Path(work) / "run"
        programs.mkdir()
        shown = run_programs(args.folder, programs)
        said = analyse(args, args.folder, pathlib.Path(work))
    if not shown:
        print("the programs showed nothing", file=sys.stderr)
        return 1
    missing = []
    for file, line, name, made in sorted(shown):
        if not agrees(name, made, said.get((file, int(line)), set())):
            missing.append(f"{file}:{line}: {name}, made at {made}, is not in {sorted(said.get((file, int(line)), set()))}")
    places = {(file, line) for file, line, _, _ in shown}
    print(f"{len(shown)} objects shown at {len(places)} places, {len(missing)} missing in the analysis ({args.sensitivity})")
    print("\n".join(missing))
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
