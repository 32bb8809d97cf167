#!/usr/bin/env python3
"""Counts what `quarrel analyze` reports on real trees, and writes the tables of counts in docs/evaluation.

    tests/evaluation/counts.py [--quarrel BINARY] [--keep FOLDER] TREES [NAME...]

TREES is a folder with one folder for each tree; NAMEs choose among them. Each tree is analysed once, by
`quarrel analyze TREE --min-confidence low --format jsonl`; with --keep the output is saved and used again the next time.
A table is between `<!-- counts: PACK... -->` and `<!-- end of counts -->`; its cells have the number of findings by
default, and the number with --min-confidence low. A pack that did not run on a tree has no number there.
"""
import argparse, collections, datetime, json, pathlib, re, subprocess, sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# Packs that by default run only on small trees; on others a note says that they did not run.
WHOLE_PROGRAM = {"races", "deadlocks"}


def queries(pack):
    """The ids of the queries of a pack that report something."""
    ids = []
    for file in sorted((ROOT / "queries" / pack).rglob("*.ql")):
        text = file.read_text()
        id = re.search(r"@id (\S+)", text)
        kind = re.search(r"@kind (\S+)", text)
        if id and kind and kind[1] in ("problem", "path-problem"):
            ids.append(id[1])
    return ids


def analyse(quarrel, tree, keep):
    """Runs `quarrel analyze` on a tree: its findings, its summary, whether whole-program packs ran."""
    kept = keep / f"{tree.name}.txt" if keep else None
    if kept and kept.exists():
        out, err = kept.read_text().split("\0")
    else:
        command = [quarrel, "analyze", str(tree), "--min-confidence", "low", "--format", "jsonl"]
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode:
            sys.exit(f"{' '.join(command)}: exit code {run.returncode}\n{run.stderr}")
        out, err = run.stdout, run.stderr
        if kept:
            kept.write_text(out + "\0" + err)
    shown, all_of_them = collections.Counter(), collections.Counter()
    # One document, or a line for each finding.
    found = json.loads(out) if out.startswith("[") else map(json.loads, out.splitlines())
    for finding in found:
        if "rule" in finding:
            all_of_them[finding["rule"]] += 1
            shown[finding["rule"]] += finding["confidence"] != "low"
    lines = re.search(r"([\d,]+) lines", err)
    if not lines:
        sys.exit(f"{tree}: the summary does not say how many lines there are:\n{err}")
    return shown, all_of_them, int(lines[1].replace(",", "")), "did not run: they take minutes" not in err


def table(packs, results):
    """The rows of a table: queries by trees."""
    rows = []
    for pack in packs:
        for id in queries(pack):
            cells = []
            for shown, all_of_them, _, whole in results.values():
                ran = whole or pack not in WHOLE_PROGRAM
                cells.append(f"{shown[id]} / {all_of_them[id]}" if ran else "")
            if any(cell not in ("0 / 0", "") for cell in cells):
                rows.append([f"`{id}`", *["" if cell == "0 / 0" else cell for cell in cells]])
    rows.sort()
    totals = []
    ids = [id for pack in packs for id in queries(pack)]
    for shown, all_of_them, _, whole in results.values():
        ran = whole or not WHOLE_PROGRAM.issuperset(packs)
        sums = (sum(counted[id] for id in ids) for counted in (shown, all_of_them))
        totals.append("{} / {}".format(*sums) if ran else "")
    lines = ["lines"] + [f"{lines:,}" for _, _, lines, _ in results.values()]
    head = ["query", *results]
    text = [head, ["---"] * len(head), lines, *rows, ["all", *totals]]
    return "\n".join("| " + " | ".join(row) + " |" for row in text) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quarrel", default="quarrel")
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("trees", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
    names = options.names or sorted(path.name for path in options.trees.iterdir() if path.is_dir())
    results = {}
    for name in names:
        results[name] = analyse(options.quarrel, options.trees / name, options.keep)
        print(f"{name}: {sum(results[name][0].values())} / {sum(results[name][1].values())}", flush=True)
    today = datetime.date.today().isoformat()
    version = subprocess.run([options.quarrel, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    for page in sorted((ROOT / "docs" / "evaluation").glob("*.md")):
        text = page.read_text()

        def made(match):
            packs = match[1].split()
            return (
                f"<!-- counts: {match[1]} -->\n"
                f"Counted on {today} with {version} by `tests/evaluation/counts.py TREES`, which runs `quarrel analyze TREE --min-confidence low`: what the default shows / all. Empty cells: nothing, or the pack does not run by default on so large a tree.\n\n"
                + table(packs, results)
                + "<!-- end of counts -->"
            )

        new = re.sub(r"<!-- counts: ([^>]*?) -->\n.*?<!-- end of counts -->", made, text, flags=re.S)
        if new != text:
            page.write_text(new)
            print(f"wrote {page.relative_to(ROOT)}")


main()
