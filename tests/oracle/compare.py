#!/usr/bin/env python3
"""Compares the bindings of names by Quarrel with those by javac, row by row.

    tests/oracle/compare.py [--quarrel BINARY] [--show N] [--strict] [--javac CSV] [--keep FOLDER] SOURCES...

SOURCES are folders of Java files, or files, that make one program. Several are copied below one folder, so that both
sides see the same paths. Neither side gets a classpath. Prints how much of what javac binds Quarrel binds too, how much
of that agrees (owner, name, erased parameter types, static or not), how much of the receivers' types agrees, and
the disagreements by cause, with N examples of each. Ends with 1 where an aim is missed, with --strict where a single
name is bound to something else.

With --javac the compiler's view is read from a file (of JavacView.java, or another program with its columns).
--keep keeps the database and both views. Needs a JDK, 17 or later, and a built quarrel.
"""

import argparse
import collections
import csv
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent

# The least shares: bound by Quarrel of those bound by javac, equal of those bound by both, equal receivers.
AIMS = (0.99, 0.995, 0.99)

FILE, LINE, COLUMN, KIND, OWNER, NAME, PARAMETERS, STATIC, RECEIVER, GUESS = range(10)


def read(path, root):
    """The distinct rows of a view by place and name: `a.f(1).f(2)` has two calls that begin at one place. File names are
    made relative to the folder `root`."""
    rows = collections.defaultdict(set)
    root = str(root.resolve()).replace("\\", "/").rstrip("/") + "/"
    with open(path, encoding="utf-8", newline="") as text:
        reader = csv.reader(text)
        next(reader, None)
        for row in reader:
            row[FILE] = row[FILE].removeprefix(root)
            rows[(row[FILE], int(row[LINE]), int(row[COLUMN]), row[NAME])].add(tuple(row))
    return {key: sorted(found) for key, found in rows.items()}


def same_type(javac, ours):
    """Whether two names mean one type. An undeclared class has at best a simple name."""
    if javac == ours:
        return True
    short, long = sorted((javac, ours), key=len)
    return "." not in short.rstrip("[]") and long.endswith("." + short)


def same_types(javac, ours):
    javac, ours = javac.split(";"), ours.split(";")
    return len(javac) == len(ours) and all(map(same_type, javac, ours))


def same_owner(javac, ours):
    # javac has a class for arrays that overrides `clone`; in the database arrays have that of `Object`.
    return javac[OWNER] == ours[OWNER] or (javac[OWNER], javac[NAME], ours[OWNER]) == (
        "Array",
        "clone",
        "java.lang.Object",
    )


def cause(javac, ours):
    """The difference between two bound rows of one place and name; none if they agree."""
    if javac[KIND] != ours[KIND]:
        return f"{ours[KIND]} rather than {javac[KIND]}"
    if not same_owner(javac, ours):
        return f"owner of a {javac[KIND]}"
    if not same_types(javac[PARAMETERS], ours[PARAMETERS]):
        if javac[PARAMETERS].count(";") != ours[PARAMETERS].count(";"):
            return f"overload of a {javac[KIND]}: number of parameters"
        return f"overload of a {javac[KIND]}: types of parameters"
    if javac[STATIC] != ours[STATIC]:
        return "static or not"
    return None


def is_guess(row):
    """Whether javac chose a target without knowing the type of an argument; views of other programs do not show that."""
    return len(row) > GUESS and row[GUESS] == "1"


def pair(javac, ours):
    """Pairs the rows of javac and Quarrel of one place and name: first equal ones, then of one kind, then any."""
    left = list(ours)
    pairs = []
    rest = list(javac)
    for fits in (lambda a, b: a[:RECEIVER] == b[:RECEIVER], lambda a, b: a[KIND] == b[KIND], lambda a, b: True):
        for row in list(rest):
            match = next((other for other in left if fits(row, other)), None)
            if match is not None:
                left.remove(match)
                rest.remove(row)
                pairs.append((row, match))
    return pairs, rest


def compare(javac, ours, show):
    bound = both = agree = receivers = receivers_agree = guesses = 0
    causes = collections.defaultdict(list)
    for key, wanted in sorted(javac.items()):
        # `int[]::new` refers to no declared constructor.
        wanted = [row for row in wanted if row[KIND] != "unresolved" and (row[OWNER], row[NAME]) != ("Array", "<init>")]
        found = [row for row in ours.get(key, []) if row[KIND] != "unresolved"]
        pairs, missing = pair(wanted, found)
        # If javac guesses, only agreement counts.
        guessed = [row for row in missing if is_guess(row)]
        guessed += [row for row, match in pairs if is_guess(row) and cause(row, match) is not None]
        guesses += len(guessed)
        missing = [row for row in missing if row not in guessed]
        pairs = [(row, match) for row, match in pairs if row not in guessed]
        bound += len(wanted) - len(guessed)
        for row in missing:
            causes[f"not bound: {row[KIND]}"].append((row, None))
        for row, match in pairs:
            both += 1
            why = cause(row, match)
            if why is None:
                agree += 1
            else:
                causes[why].append((row, match))
            if row[KIND] == "call" and row[RECEIVER]:
                receivers += 1
                if same_type(row[RECEIVER], match[RECEIVER]):
                    receivers_agree += 1
                else:
                    causes["type of a receiver"].append((row, match))

    shares = []
    texts = (
        ("bound of what javac binds", both, bound),
        ("agreeing of what both bind", agree, both),
        ("receivers of the same type", receivers_agree, receivers),
    )
    for (text, part, whole), aim in zip(texts, AIMS):
        share = part / whole if whole else 1.0
        shares.append(share >= aim)
        print(f"{100 * share:8.3f} %  {text} ({part} of {whole}, at least {100 * aim:g} %)")
    if guesses:
        print(f"{guesses:8}    left out: javac guesses, since the type of an argument is declared nowhere")
    for why, rows in sorted(causes.items(), key=lambda item: (-len(item[1]), item[0])):
        print(f"{len(rows):8}    {why}")
        for row, match in rows[:show]:
            print(f"            {row[FILE]}:{row[LINE]}:{row[COLUMN]} javac {describe(row)}")
            if match:
                print(f"            {'':4}quarrel {describe(match)}")
    return all(shares), agree == both


def describe(row):
    text = f"{row[KIND]} {row[OWNER]}.{row[NAME]}({row[PARAMETERS]})"
    return f"{text} on {row[RECEIVER]}" if row[RECEIVER] else text


def run(command, output=None):
    result = subprocess.run(command, stdout=output, check=False)
    if result.returncode:
        sys.exit(f"{' '.join(map(str, command))}: ended with {result.returncode}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quarrel", default="quarrel", help="the program (default: found on PATH)")
    parser.add_argument("--show", type=int, default=3, help="examples of each cause (default: 3)")
    parser.add_argument("--strict", action="store_true", help="all that both bind must agree")
    parser.add_argument("--javac", help="the compiler's view, made before")
    parser.add_argument("--keep", help="folder for the database and the views")
    parser.add_argument("sources", nargs="+", type=pathlib.Path)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        folder = args.sources[0]
        if len(args.sources) > 1 or not folder.is_dir():
            folder = scratch / "sources"
            for number, source in enumerate(args.sources):
                if source.is_dir():
                    shutil.copytree(source, folder / str(number), ignore_dangling_symlinks=True)
                else:
                    folder.mkdir(exist_ok=True)
                    shutil.copy(source, folder / source.name)
        kept = pathlib.Path(args.keep) if args.keep else scratch
        kept.mkdir(parents=True, exist_ok=True)
        javac, ours, database = kept / "javac.csv", kept / "quarrel.csv", kept / "code.db"
        if args.javac:
            javac = args.javac
        else:
            with open(javac, "wb") as output:
                run(["java", HERE / "JavacView.java", folder], output)
        run([args.quarrel, "extract", folder, "--db", database])
        query = HERE / "bindings.ql"
        run([args.quarrel, "run", query, "--db", database, "--format", "csv", "--output", ours])
        reached, agreeing = compare(read(javac, folder), read(ours, folder), args.show)
        return 0 if (agreeing if args.strict else reached) else 1


if __name__ == "__main__":
    sys.exit(main())
