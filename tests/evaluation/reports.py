#!/usr/bin/env python3
"""Analyses publicly reported bugs in the sources before their fix, and prints the findings near the fix.

    tests/evaluation/reports.py [--quarrel BINARY] [--keep FOLDER] CLONES [ID...]

`reports.tsv` lists the bugs: the repository, the report, the commit that fixes the bug, the folder of sources to analyse.
CLONES is a folder with a clone of each repository, named OWNER+NAME or NAME. The folder of the commit before the fix is
analysed by `quarrel analyze --min-confidence low`; findings with a place or a related place near a changed line are
printed. A reader decides whether they are the bug: the verdicts are in docs/evaluation/public-reports.md.
With --keep sources and findings are saved, and the sources are used again the next time.
"""
import argparse, csv, json, pathlib, re, subprocess, sys, tempfile

NEAR = 3  # lines


def git(clone, *args):
    return subprocess.run(["git", "-C", str(clone), *args], capture_output=True, text=True, check=True).stdout


def changed(clone, fix, folder):
    """The ranges of lines that a commit changes, by file below the folder, with line numbers before the commit."""
    ranges, file = {}, None
    for line in git(clone, "diff", "-U0", f"{fix}^", fix, "--", folder).splitlines():
        if line.startswith("--- "):
            file = line[6:].removeprefix(folder).lstrip("/") if line.startswith("--- a/") else None
        hunk = re.match(r"@@ -(\d+)(?:,(\d+))?", line)
        if hunk and file:
            start, count = int(hunk[1]), int(hunk[2] or 1)
            ranges.setdefault(file, []).append((start - NEAR, start + max(count - 1, 0) + NEAR))
    return ranges


def near(place, ranges):
    return any(low <= place["startLine"] <= high for low, high in ranges.get(place["path"], []))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quarrel", default="quarrel")
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("clones", type=pathlib.Path)
    parser.add_argument("ids", nargs="*")
    args = parser.parse_args()
    keep = args.keep or pathlib.Path(tempfile.mkdtemp())
    rows = csv.DictReader(open(pathlib.Path(__file__).parent / "reports.tsv"), delimiter="\t", quoting=csv.QUOTE_NONE)
    for row in rows:
        if args.ids and row["id"] not in args.ids:
            continue
        names = [row["repository"].replace("/", "+"), row["repository"].split("/")[1]]
        clones = [c for n in names for c in (args.clones / n / "repo", args.clones / n) if c.exists()]
        if not clones:
            sys.exit(f"{row['id']}: no clone of {row['repository']} in {args.clones}")
        sources = keep / row["id"]
        if not sources.exists():
            sources.mkdir(parents=True)
            archive = subprocess.run(["git", "-C", str(clones[0]), "archive", f"{row['fix']}^:{row['folder']}"],
                                     capture_output=True, check=True)
            subprocess.run(["tar", "x", "-C", str(sources)], input=archive.stdout, check=True)
        run = subprocess.run([args.quarrel, "analyze", str(sources), "--format", "jsonl", "--min-confidence", "low", "-q"],
                             capture_output=True, text=True)
        if run.returncode > 1:
            sys.exit(f"{row['id']}: exit code {run.returncode}\n{run.stderr}")
        (keep / f"{row['id']}.jsonl").write_text(run.stdout)
        ranges = changed(clones[0], row["fix"], row["folder"])
        findings = [json.loads(line) for line in run.stdout.splitlines() if line.startswith("{")]
        findings = [f for f in findings if "rule" in f]
        here = [f for f in findings if any(near(p, ranges) for p in [f["location"], *(r["location"] for r in f.get("related", []) if r["location"])])]
        print(f"{row['id']}: {len(here)} of {len(findings)} findings are near the fix. {row['what']}")
        for f in sorted(here, key=lambda f: ["high", "medium", "low"].index(f["confidence"])):
            print(f"    {f['confidence']}: {f['rule']} {f['location']['path']}:{f['location']['startLine']}: {f['message']}")


main()
