#!/usr/bin/env python3
"""Runs the tests of CodeQL's library and queries for Java, and prints how many pass, by folder.

    tests/peers/codeql-tests.py CHECKOUT [--quarrel BINARY] [--logs FOLDER] [--only TEXT] [--jobs N]

CHECKOUT is a checkout of github.com/github/codeql. Each folder with tests is given to `quarrel test` by itself.
FOLDER gets the differences of each folder in a file, and `results.tsv`. Left out: Kotlin, `library-tests/frameworks`,
and the query tests about concurrency, which this project's own queries must not know.
The table is in the form of docs/codeql.md.
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

# Folders of java/ql/test/query-tests whose tests are about concurrency.
CONCURRENCY = {
    "BusyWait", "CallsToRunnableRun", "DoubleCheckedLocking", "Escaping", "LazyInitStaticField",
    "NonSynchronizedOverride", "NotifyWithoutSynch", "SafePublication", "ScheduledThreadPoolExecutorZeroThread",
    "StartInConstructor", "SynchSetUnsynchGet", "ThreadSafe", "UnreleasedLock",
    "security/CWE-367", "security/CWE-833",
}
SUMMARY = re.compile(r"(\d+) passed, (\d+) failed")


def folders(tests, kind):
    """The folders below `tests/kind` that have tests, without those inside another such folder."""
    root = tests / kind
    found = []
    for folder, below, files in os.walk(root):
        path = pathlib.Path(folder).relative_to(root).as_posix()
        if path in CONCURRENCY or (kind == "library-tests" and path == "frameworks"):
            below.clear()
            continue
        below.sort()
        if any(file.endswith((".ql", ".qlref")) for file in files):
            found.append(pathlib.Path(folder))
            below.clear()
    return found


def tests_in(folder):
    """How many tests a folder has: a query with a reference of its name beside it is one."""
    queries = [path for path in folder.rglob("*") if path.suffix in (".ql", ".qlref")]
    return len({path.with_suffix("") for path in queries})


def run(folder, checkout, options):
    command = [options.quarrel, "test", folder, "--search-path", checkout, "--threads", "1", "--timeout", options.timeout]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    count = SUMMARY.search(done.stderr)
    passed = int(count[1]) if count else 0
    return passed, tests_in(folder), done.stdout + done.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=pathlib.Path)
    parser.add_argument("--quarrel", default="quarrel", help="the binary to run")
    parser.add_argument("--logs", type=pathlib.Path, help="where the differences go")
    parser.add_argument("--only", default="", help="only folders with this text in their path")
    parser.add_argument("--jobs", type=int, default=1, help="folders run at once")
    parser.add_argument("--timeout", default="10m", help="for each folder")
    options = parser.parse_args()
    tests = options.checkout / "java/ql/test"
    if options.logs:
        options.logs.mkdir(parents=True, exist_ok=True)
    results = []
    for kind in ("library-tests", "query-tests"):
        chosen = [folder for folder in folders(tests, kind) if options.only in folder.as_posix()]
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            outcomes = pool.map(lambda folder: run(folder, options.checkout, options), chosen)
            for folder, (passed, total, log) in zip(chosen, outcomes):
                name = folder.relative_to(tests / kind).as_posix()
                results.append((kind, name, passed, total))
                print(f"{kind}/{name}: {passed} of {total}", file=sys.stderr)
                if options.logs:
                    (options.logs / f"{kind}-{name.replace('/', '-')}.log").write_text(log)
    if options.logs:
        lines = ("\t".join(map(str, row)) + "\n" for row in results)
        (options.logs / "results.tsv").write_text("".join(lines))
    report(results)


def report(results):
    for kind in ("library-tests", "query-tests"):
        by_folder = collections.defaultdict(lambda: [0, 0])
        # docs/codeql.md counts the tests of data flow by themselves.
        all_tests = collections.defaultdict(lambda: [0, 0])
        for of, name, passed, total in results:
            if of != kind:
                continue
            top = name.split("/")[0]
            group = f"{kind}/dataflow" if kind == "library-tests" and top == "dataflow" else kind
            for counts in (by_folder[top], all_tests[group]):
                counts[0] += passed
                counts[1] += total
        print(f"\n| Folder of `{kind}` | Passed |\n| --- | --- |")
        rest = [0, 0, 0]
        for folder, (passed, total) in sorted(by_folder.items()):
            if passed == total:
                rest = [rest[0] + 1, rest[1] + passed, rest[2] + total]
            else:
                print(f"| `{folder}` | {passed} of {total} |")
        print(f"| {rest[0]} others | {rest[1]} of {rest[2]} |")
        for group, (passed, total) in all_tests.items():
            print(f"\n{group}: {passed} of {total} tests pass ({100 * passed / total:.0f} %).")


if __name__ == "__main__":
    main()
