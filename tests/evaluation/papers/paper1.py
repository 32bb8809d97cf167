#!/usr/bin/env python3
"""The tables of paper 1 (annotated classes) on the repositories of thread-safe.tsv, beside CodeQL's own three queries.

    tests/evaluation/papers/paper1.py FOLDER [--clones CLONES] [--codeql CHECKOUT] [--quarrel BINARY] [--plot FILE.svg]

Brings the Java files of each repository into FOLDER, runs `quarrel multi` with the pack thread-safety on the annotated
classes only, and with the queries of a checkout of github/codeql, and prints the tables. An interrupted run continues.
FOLDER/only.tsv gets what only one of the two reports, FOLDER/sample.tsv a sample of a hundred alerts of each.
"""
import collections, csv, gzip, hashlib, math, pathlib, re, sqlite3, subprocess
import subjects as s

PAPER = {"java/escaping": ("P1", 125, 20), "java/safe-publication": ("P2", 559, 34), "java/not-threadsafe": ("P3", 3209, 45)}  # alerts, repositories
QUOTED = re.compile(r"'(?:[^'.]*\.)?(\w+)'")
OURS, THEIRS = "quarrel", "CodeQL's queries"


def archive_of(chosen, row):
    """The archive of the Java files of a repository, or None."""
    to = chosen.folder / "archives" / f"{row['repository'].replace('/', '+')}.tar.gz"
    if not to.exists():
        to.parent.mkdir(exist_ok=True)
        try:
            git = s.git_folder(chosen, row["repository"], row["commit"])
        except subprocess.CalledProcessError:
            print(f"{row['repository']}: cannot be had here")
            return None
        text = subprocess.run(["git", "--git-dir", git, "archive", row["commit"], "--", "*.java"], capture_output=True).stdout
        to.write_bytes(gzip.compress(text, 1, mtime=0))
    return to


def multi(chosen, name, *options):
    subprocess.run([chosen.quarrel, "multi", chosen.folder / "list.tsv", "--results", chosen.folder / f"{name}.db", "--jobs", "1", "--memory", "9G",
                    "--timeout", "10m", "-q", *options], check=True)


def fields_of(db, theirs):
    """The alerts, by repository, file, rule and field: lists of rows."""
    found = collections.defaultdict(list)
    for f in db.execute("SELECT repository, rule, path, line, \"column\", end_line, end_column, message, code, code_line, class, fingerprint FROM findings WHERE silenced IS NULL"):
        repository, rule, path, line, column, end, last, message, code, first, around, fingerprint = f
        if rule not in PAPER:
            continue
        text = (code or "").splitlines()
        at = text[line - first][column - 1:last if end == line else None] if text and 0 <= line - first < len(text) else ""
        if theirs:
            names = (re.findall(r"\w+", at) or ["?"])[-1:]
        else:  # a finding stands for all fields that race for its cause, and names the first few
            same = re.search(r"The same goes for (.*?)\. ", message)
            names = QUOTED.findall(message)[:1] + (QUOTED.findall(same[1]) + (["*"] if " more" in same[1] else []) if same else [])
        for field in names:
            found[repository, path, rule, field].append((line, message, fingerprint, around))
    return found


def plot(points, file):
    """A scatter of seconds by lines, both logarithmic."""
    x = lambda lines: 60 + 130 * (math.log10(max(lines, 100)) - 2)
    y = lambda seconds: 330 - 90 * (math.log10(max(seconds, 0.1)) + 1)
    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 680 380" font-family="sans-serif" font-size="12">', '<rect width="680" height="380" fill="white"/>']
    for power in range(2, 7):
        out.append(f'<line x1="{x(10 ** power)}" y1="40" x2="{x(10 ** power)}" y2="330" stroke="#ddd"/><text x="{x(10 ** power)}" y="348" text-anchor="middle">{10 ** power:,}</text>')
    for power in range(-1, 3):
        out.append(f'<line x1="60" y1="{y(10 ** power)}" x2="600" y2="{y(10 ** power)}" stroke="#ddd"/><text x="54" y="{y(10 ** power) + 4}" text-anchor="end">{10 ** power:g} s</text>')
    out.append(f'<line x1="60" y1="{y(120)}" x2="600" y2="{y(120)}" stroke="#c00" stroke-dasharray="4"/><text x="64" y="{y(120) - 4}" fill="#c00">two minutes</text>')
    for who, colour in ((THEIRS, "#e69f00"), (OURS, "#0072b2")):
        out += [f'<circle cx="{x(lines):.1f}" cy="{y(seconds):.1f}" r="2.5" fill="{colour}" fill-opacity="0.7"/>' for lines, seconds in points[who]]
    out.append(f'<circle cx="70" cy="22" r="4" fill="#0072b2"/><text x="80" y="26">{OURS}</text><circle cx="170" cy="22" r="4" fill="#e69f00"/><text x="180" y="26">{THEIRS}, run by quarrel</text>')
    out.append('<text x="330" y="368" text-anchor="middle">lines of Java</text></svg>')
    pathlib.Path(file).write_text("\n".join(out) + "\n")


chosen = s.arguments(__doc__, ("--codeql", dict(type=pathlib.Path)), ("--plot", {}), ("--report-only", dict(action="store_true")))
listed = {row["repository"]: row for row in csv.DictReader(open(s.HERE / "thread-safe.tsv"), delimiter="\t")}
if not chosen.report_only:
    with open(chosen.folder / "list.tsv", "w") as out:
        for name, row in listed.items():
            if (archive := archive_of(chosen, row)):
                print(name, archive.relative_to(chosen.folder), sep="\t", file=out)
    multi(chosen, "ours", "--pack", "thread-safety", "--assume-thread-safe", "none", "--min-confidence", "low")
    if chosen.codeql:
        queries = [chosen.codeql / "java/ql/src/Likely Bugs/Concurrency" / f"{q}.ql" for q in ("ThreadSafe", "Escaping", "SafePublication")]
        multi(chosen, "theirs", *(o for q in queries for o in ("--query", q)), "--search-path", chosen.codeql)

dbs = {OURS: sqlite3.connect(chosen.folder / "ours.db"), THEIRS: sqlite3.connect(chosen.folder / "theirs.db")}
kinds = collections.Counter(row["kind"] for row in listed.values())
done = {who: {r[0] for r in db.execute("SELECT repository FROM repositories WHERE status IN ('done', 'partial')")} & set(listed) for who, db in dbs.items()}
both = done[OURS] & done[THEIRS]
print(f"\n{len(listed)} repositories ({', '.join(f'{n} {k}s' for k, n in sorted(kinds.items()))}); {len(done[OURS])} analysed by {OURS}, {len(done[THEIRS])} with {THEIRS}, {len(both)} by both\n")

s.heading("", "repositories", "files", "lines", "classes", "annotated classes, by their text")
for kind in sorted(kinds, reverse=True):
    names = [n for n in both if listed[n]["kind"] == kind]
    totals = [sum(r[i] for r in dbs[OURS].execute("SELECT repository, files, lines, classes FROM repositories") if r[0] in names) for i in (1, 2, 3)]
    s.row(f"{kind}s", len(names), *totals, sum(int(listed[n]["classes"]) for n in names))
print()

alerts = {who: {k: v for k, v in fields_of(db, who == THEIRS).items() if k[0] in both} for who, db in dbs.items()}
s.heading("", "of", "in", "alerts", "fields", "repositories", "paper: alerts", "repositories")
for rule, (label, number, repositories, *_) in PAPER.items():
    for kind in sorted(kinds, reverse=True):
        for who in dbs:
            mine = {k: v for k, v in alerts[who].items() if k[2] == rule and listed[k[0]]["kind"] == kind}
            found = len({(k[0], row[2]) for k, rows in mine.items() for row in rows})
            s.row(f"{label} `{rule}`", who, f"{kind}s", found, sum(k[3] != "*" for k in mine), len({k[0] for k in mine}),
                  *((number, repositories) if kind == "project" and who == OURS else ("", "")))
print()

s.heading("fields with an alert", "in", "of both", f"of {OURS} only", f"of {THEIRS} only", "of these, in a file with a finding that joins more fields than it names")
for rule, (label, *_) in PAPER.items():
    for kind in sorted(kinds, reverse=True):
        mine, other = ({k for k in alerts[who] if k[2] == rule and listed[k[0]]["kind"] == kind} for who in dbs)
        s.row(f"{label} `{rule}`", f"{kind}s", len(mine & other), len({k for k in mine - other if k[3] != "*"}), len(other - mine),
              len({k for k in other - mine if (*k[:3], "*") in mine}))
print()

for name, chosen_keys in (("only", lambda who, other: sorted(k for k in alerts[who] if k not in alerts[other] and (*k[:3], "*") not in alerts[other])), ("sample", lambda who, other: sorted(alerts[who]))):
    with open(chosen.folder / f"{name}.tsv", "w") as out:
        print("of", "kind", "repository", "path", "line", "rule", "field", "message", sep="\t", file=out)
        for who, other in ((OURS, THEIRS), (THEIRS, OURS)):
            keys = [k for k in chosen_keys(who, other) if listed[k[0]]["kind"] == "project" and k[3] != "*"]
            by_hash = lambda k: hashlib.sha256("\0".join((who, *k)).encode()).digest()  # so that further repositories change little
            drawn, of = [], collections.Counter()
            for k in sorted(keys, key=by_hash):  # at most five of a repository
                of[k[0]] += 1
                drawn += [k] if of[k[0]] <= 5 else []
            for k in sorted(drawn[:30 if name == "only" else 100]):
                line, message, *_ = alerts[who][k][0]
                print(who, listed[k[0]]["kind"], k[0], k[1], line, k[2], k[3], message.replace("\n", " "), sep="\t", file=out)

points = {who: [(lines, seconds) for name, lines, seconds in db.execute("SELECT repository, lines, user_seconds + system_seconds FROM repositories JOIN times USING (repository) WHERE lines > 0") if name in both]
          for who, db in dbs.items()}
s.heading("lines", "repositories", *(f"{who}: {what}" for who in dbs for what in ("median seconds", "slowest", "over two minutes")))
for low, high in ((0, 10_000), (10_000, 50_000), (50_000, 200_000), (200_000, 1_000_000), (1_000_000, 10**9)):
    cells = []
    for who in dbs:
        seconds = sorted(t for lines, t in points[who] if low <= lines < high)
        cells += [f"{seconds[len(seconds) // 2]:.1f}", f"{seconds[-1]:.1f}", sum(t > 120 for t in seconds)] if seconds else ["", "", ""]
    s.row(f"{low:,} to {high:,}" if high < 10**9 else f"over {low:,}", sum(low <= lines < high for lines, _ in points[OURS]), *cells)
if chosen.plot:
    plot(points, chosen.plot)

verdicts = {(r["of"], r["repository"], r["path"], r["rule"], r["field"]): r for r in csv.DictReader(open(s.HERE / "verdicts.tsv"), delimiter="\t")}
drawn = [(r["of"], r["repository"], r["path"], r["rule"], r["field"]) for r in csv.DictReader(open(chosen.folder / "sample.tsv"), delimiter="\t")]
print()
s.heading("of the sample, first reader", *("true", "harmless", "contract", "false", "unsure", "not read"), "also read by a second reader", "who agrees")
for who in dbs:
    for rule, (label, *_) in PAPER.items():
        mine = [verdicts.get(k) for k in drawn if k[0] == who and k[3] == rule]
        counts = collections.Counter(v["reader1"] if v else "not read" for v in mine)
        second = [v for v in mine if v and v["reader2"]]
        s.row(f"{who}, {label}", *(counts[v] for v in ("true", "harmless", "contract", "false", "unsure", "not read")), len(second), sum(v["reader1"] == v["reader2"] for v in second))
