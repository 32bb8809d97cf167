#!/usr/bin/env python3
"""Runs `quarrel confirm` on cases, each a folder with Java, and counts which of the true findings happen.

    cases.py --quarrel BIN CASES [KIND | KIND/NAME]...

CASES is a folder with `cases.tsv` (id, expect, rules, line, args, confidence). Needs a JDK; jars below /usr/share/java are
on the class path. In `report` cases the findings on the line are tried; in `silent` cases all findings, none of which may
be confirmed. Prints the outcome of each case, and the counts.
"""
import argparse, collections, json, pathlib, re, subprocess, sys, tempfile

KINDS = ["locks", "order", "deadlocks", "compound"]


def places(finding):
    for one in [finding] + finding.get("related", []):
        at = one.get("location") or {}
        yield pathlib.PurePath(at.get("path", "")).name, at.get("startLine", 0), at.get("endLine", 0)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--quarrel", required=True)
    parser.add_argument("--deadline", default="40s")
    parser.add_argument("cases")
    parser.add_argument("only", nargs="*", default=KINDS)
    args = parser.parse_args()
    root = pathlib.Path(args.cases)
    jars = [str(jar) for jar in pathlib.Path("/usr/share/java").glob("*.jar") if jar.name in ("lombok.jar", "jsr305.jar")]
    counts = collections.defaultdict(collections.Counter)
    for row in (root / "cases.tsv").read_text().splitlines():
        cells = row.split("\t")
        if len(cells) < 6 or not any(cells[0] == one or cells[0].startswith(one + "/") for one in args.only):
            continue
        name, expect, rules, line, _, _ = cells[:6]
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            outcome = attempt(args, root / name, expect, rules, line, jars, folder)
        counts[name.split("/")[0]][expect + ": " + outcome.split(":")[0]] += 1
        print(f"{name}\t{expect}\t{outcome}", flush=True)
    for kind, count in counts.items():
        print(kind, dict(count))


def attempt(args, case, expect, rules, line, jars, folder):
    sources = [str(file) for file in case.rglob("*.java")]
    classes = folder / "classes"
    javac = ["javac", "-nowarn", "-g", "-d", str(classes), *(["-cp", ":".join(jars)] if jars else []), *sources]
    compiled = subprocess.run(javac, capture_output=True, text=True)
    if compiled.returncode:
        return "not compiled: " + compiled.stderr.strip().split("\n")[0]
    report = folder / "report.jsonl"
    subprocess.run([args.quarrel, "analyze", str(case), "--min-confidence", "low", "--output", str(report)],
                   capture_output=True, check=False)
    wanted = []
    for text in report.read_text().splitlines():
        finding = json.loads(text)
        if "rule" not in finding:
            continue
        fits = rules == "*" or re.fullmatch(rules, finding["rule"].removeprefix("java/"))
        file, _, number = line.rpartition(":") if line != "-" else ("", "", "")
        on = line == "-" or any((not file or file == name) and first <= int(number) <= max(first, last)
                                for name, first, last in places(finding))
        if fits and on:
            wanted.append(text)
    if not wanted:
        return "no finding"
    report.write_text("\n".join(wanted) + "\n")
    out = folder / "out.jsonl"
    subprocess.run([args.quarrel, "confirm", str(report), "--harness", "--classpath", ":".join([str(classes), *jars]),
                    "--deadline", args.deadline, "--output", str(out)], capture_output=True, check=False)
    outcomes = [json.loads(text) for text in out.read_text().splitlines()]
    best = outcomes[0]
    return best["confirmed"]["text"] + " [" + best["rule"].removeprefix("java/") + "]"


if __name__ == "__main__":
    sys.exit(main())
