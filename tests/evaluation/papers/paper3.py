#!/usr/bin/env python3
"""The table of paper 3 (atomicity violations, its figures 11 and 12) on those of its programs whose sources are public.

    tests/evaluation/papers/paper3.py FOLDER [--clones CLONES] [--quarrel BINARY]

Prints the warnings of `java/atomicity-violation`, of the pattern alone (`java/lock-taken-twice`) and of the variant with
two locks, beside the paper's. FOLDER/paper3.tsv gets one line for each warning.
"""
import subjects as s

PAPER = {  # lines, warnings, violations, style, benign, not the pattern, seconds, additional ones of the variant
    "elevator": (523, 0, 0, 0, 0, 0, 1.3, 0), "tsp": (706, 0, 0, 0, 0, 0, 1.6, 0), "sor": (17690, 9, 3, 0, 6, 0, 5.6, 4),
    "arbaro": (13760, 1, 1, 0, 0, 0, 6.6, 0), "tvschedulerpro": (30857, 2, 2, 0, 0, 0, 16.2, 1), "freemind": (65161, 0, 0, 0, 0, 0, 23.1, 0),
    "tuxguitar": (96035, 6, 1, 0, 2, 3, 40.3, 1), "jose": (145993, 5, 0, 4, 0, 1, 48.8, 7), "jfreechart": (217354, 0, 0, 0, 0, 0, 40.9, 0),
}
QUERIES = ["AtomicityViolation", "LockTakenTwice", "TwoLocks", "CheckThenAct"]

chosen = s.arguments(__doc__)
s.heading("program", "lines, paper", "ours", "warnings, paper", "violations + style, paper", "`atomicity-violation`", "`lock-taken-twice`, besides",
          "`two-locks`, besides", "variant besides, paper", "`check-then-act`", "seconds, paper", "ours (processor, everything)")
totals = [0]
with open(chosen.folder / "paper3.tsv", "w") as out:
    for name, (size, warnings, violations, style, benign, other, seconds, variant) in PAPER.items():
        folder = s.bring(chosen, name)
        if not folder:
            s.row(name, size, "no source")
            continue
        found, used = {}, 0
        for query in QUERIES:
            found[query], took, _ = s.findings(chosen, folder, "--query", s.ROOT / f"queries/atomicity/{query}.ql", "--min-confidence", "low")
            used = max(used, took)
            for f in found[query]:
                print(name, query, s.place(f), f["message"].replace("\n", " "), sep="\t", file=out)
        cells = [size, s.lines(folder), warnings, violations + style, *(len(found[q]) for q in QUERIES[:3]), variant, len(found["CheckThenAct"])]
        totals = [a + b for a, b in zip(totals, [*cells, seconds, used])] if totals[0] else [*cells, seconds, used]
        s.row(name, *cells, seconds, f"{used:.1f}")
s.row("together", *totals[:-2], f"{totals[-2]:.1f}", f"{totals[-1]:.1f}")
