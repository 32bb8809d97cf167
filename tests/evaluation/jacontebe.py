#!/usr/bin/env python3
"""Analyses the bugs of JaConTeBe with sources, and prints which are found.

    tests/evaluation/jacontebe.py [--quarrel BINARY] [--keep FOLDER] CLONES [BUG...]

CLONES is a folder with clones of ChopinLi-cp/JaConTeBe_TSVD, apache/derby and apache/groovy, named OWNER+NAME or NAME:
some copies of the first lack the archives of derby's and groovy's sources. `jacontebe.tsv` lists the bugs.
`sources` is an archive of the first repository and a folder in it, or REPOSITORY@COMMIT and folders; several are
analysed together. A bug is found if a finding whose rule matches `rules` has a place (its own or a related one) on
one that matches a pattern of `places` (FILE:PATTERN; several are separated by ` && `, and a finding has to
have a place at each of them). The code is read from the clones; this repository has none of it.
"""
import argparse, collections, csv, io, json, pathlib, re, subprocess, sys, tarfile, tempfile, zipfile

BENCHMARK = "ChopinLi-cp/JaConTeBe_TSVD"
LEVELS = ["default", "low", "missed"]


def clone_of(clones, repository):
    names = [repository.replace("/", "+"), repository.split("/")[1]]
    found = [c for n in names for c in (clones / n / "repo", clones / n) if c.exists()]
    return found[0] if found else sys.exit(f"no clone of {repository} in {clones}: clone https://github.com/{repository} there")


def git(clone, *args):
    done = subprocess.run(["git", "-C", str(clone), *args], capture_output=True)
    return done.stdout if not done.returncode else sys.exit(f"git {' '.join(args)} in {clone}: {done.stderr.decode().strip()}")


def extract(clones, source, to):
    """Writes the Java files of one source, `ARCHIVE!FOLDER` or `REPOSITORY@COMMIT:FOLDER`, below the folder `to`."""
    if "!" in source:
        archive, folder = source.split("!")
        files = zipfile.ZipFile(io.BytesIO(git(clone_of(clones, BENCHMARK), "show", f"HEAD:jacontebe/{archive}")))
        for name in files.namelist():
            if name.startswith(folder) and name.endswith(".java"):
                files.extract(name, to)
    else:
        repository, commit, folder = re.fullmatch(r"(.+)@(.+):(.+)", source).groups()
        archive = git(clone_of(clones, repository), "archive", f"--prefix={folder}/", f"{commit}:{folder}")
        files = tarfile.open(fileobj=io.BytesIO(archive))
        files.extractall(to, [m for m in files.getmembers() if m.name.endswith(".java")], filter="data")


def lines_of(sources, pattern):
    """The places, as pairs of a path and a line, at which `FILE:PATTERN` matches; it has to match somewhere."""
    name, _, regex = pattern.partition(".java:")
    lines = {(str(path.relative_to(sources)), number) for path in sources.rglob("*.java") if re.search("(^|/)" + name + "$", str(path.with_suffix("")))
             for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1) if re.search(regex, line)}
    return lines or sys.exit(f"nothing matches {pattern} in {sources}")


def places(finding):
    related = [r["location"] for r in finding.get("related", []) if r["location"]]
    return [(p["path"], p["startLine"]) for p in [finding["location"], *related]]


def analyze(quarrel, sources):
    run = subprocess.run([quarrel, "analyze", str(sources), "--format", "jsonl", "--min-confidence", "low", "-q"],
                         capture_output=True, text=True)
    if run.returncode > 1:
        sys.exit(f"{sources}: exit code {run.returncode}\n{run.stderr}")
    return [f for f in (json.loads(line) for line in run.stdout.splitlines() if line.startswith("{")) if "rule" in f]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quarrel", default="quarrel")
    parser.add_argument("--keep", type=pathlib.Path, help="keeps sources, and takes them from there the next time")
    parser.add_argument("clones", type=pathlib.Path)
    parser.add_argument("bugs", nargs="*")
    args = parser.parse_args()
    keep = args.keep or pathlib.Path(tempfile.mkdtemp())
    rows = csv.DictReader(open(pathlib.Path(__file__).parent / "jacontebe.tsv"), delimiter="\t", quoting=csv.QUOTE_NONE)
    rows = [row for row in rows if not args.bugs or row["bug"] in args.bugs]
    analyzed, total = {}, collections.Counter()
    for row in rows:
        sources = keep / re.sub(r"\W+", "-", row["sources"])
        if not sources.exists():
            for source in row["sources"].split():
                extract(args.clones, source, sources)
        if sources not in analyzed:
            analyzed[sources] = analyze(args.quarrel, sources)
        wanted = [lines_of(sources, pattern) for pattern in row["places"].split(" && ")]
        found = [f for f in analyzed[sources] if re.fullmatch(row["rules"], f["rule"].removeprefix("java/"))
                 and all(any(p in lines for p in places(f)) for lines in wanted)]
        level = min(("low" if f["confidence"] == "low" else "default" for f in found), default="missed", key=LEVELS.index)
        total[level] += 1
        print(f"{row['bug']}: {level}. {row['what']}")
        for f in sorted(found, key=lambda f: ["high", "medium", "low"].index(f["confidence"]))[:3]:
            path, line = places(f)[0]
            print(f"    {f['confidence']}: {f['rule']} {path}:{line}: {f['message'][:200]}")
    print(f"{len(rows)} bugs: " + ", ".join(f"{level} {total[level]}" for level in LEVELS))


main()
