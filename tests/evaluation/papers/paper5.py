#!/usr/bin/env python3
"""The table of paper 5 (race types, its figure 4) on WebL and on classes of the JDK.

    tests/evaluation/papers/paper5.py FOLDER [--clones CLONES] [--quarrel BINARY]

Prints how many annotations the sources have and how many are inferred, in all and for a thousand lines, the verdicts on
the classes, and what is reported, beside the paper's. FOLDER/paper5.tsv gets one line for each warning.
"""
import subjects as s

PAPER = {  # lines, hours of annotating, annotations, races
    "jdk-hashtable": (440, 0.5, 60, 0), "jdk-vector": (430, 0.5, 10, 1), "jdk-io": (16000, 16.0, 139, 4), "webl": (20000, 12.0, 358, 5),
}

chosen = s.arguments(__doc__)
s.heading("program", "lines", "paper", "annotations written", "inferred", "paper", "for a thousand lines: inferred", "paper", "classes", "race-free", "under assumptions", "not typable",
          "racy fields", "with a lock that some uses hold", "races, paper", "seconds", "hours of annotating, paper")
with open(chosen.folder / "paper5.tsv", "w") as out:
    for name, (size, hours, annotations, races), folder, database in s.databases(chosen, PAPER):
        rows, took, _ = s.table(chosen, database, s.ROOT / "queries/race-types/RaceTypeFigures.ql")
        group, what, number = list(rows[0])[:3]
        value = {(r[group], r[what]): int(r[number]) for r in rows}
        inferred = sum(n for (group, what), n in value.items() if group == "inferred annotations")
        for f in s.findings(chosen, folder, "--query", "java/race-type", "--min-confidence", "low")[0]:
            print(name, f["confidence"], s.place(f), f["message"].replace("\n", " "), sep="\t", file=out, flush=True)
        s.row(name, s.lines(folder), size, value.get(("written annotations", "all"), 0), inferred, annotations, f"{1000 * inferred / s.lines(folder):.0f}", f"{1000 * annotations / size:.0f}", value.get(("size", "classes"), 0),
              *(value.get(("verdicts", v), 0) for v in ("race-free", "race-free under assumptions", "not typable")),
              value.get(("racy fields", "all"), 0), value.get(("racy fields", "with a lock that some uses hold"), 0), races, f"{took:.1f}", hours)
