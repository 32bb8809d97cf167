#!/usr/bin/env python3
"""The tables of paper 2 (races, its figures 10 and 11) on those of its programs whose sources are public.

    tests/evaluation/papers/paper2.py FOLDER [--clones CLONES] [--quarrel BINARY] [--sensitivity K]...

Prints the sizes, the pairs of accesses after each stage with each sensitivity, the races reported, and whether the bugs
that the paper names are among them. FOLDER/paper2.tsv gets one line for each race.
"""
import re
import subjects as s

PAPER = {  # seconds, pairs original to unlocked, harmful, benign, false, bugs
    "tsp": (63, 6398784, 1115, 475, 363, 19, 7, 0, 12, 1), "hedc": (70, 6417868, 3052, 1492, 958, 19, 4, 2, 13, 1),
    "ftp": (77, 6662532, 712, 349, 268, 71, 45, 3, 23, 12), "jdbm": (93, 11189853, 33443, 7511, 2756, 91, 91, 0, 0, 2),
    "jdbf": (102, 12632041, 95410, 6849, 307, 130, 130, 0, 0, 18), "pool": (329, 9741876, 959, 776, 705, 115, 105, 10, 0, 17),
    "jtds": (203, 28773219, 386241, 26506, 8430, 48, 34, 14, 0, 16), "derby": (1563, 57681326, 847236, 83817, 80662, 1018, 1018, 0, 0, 319),
}
NAMED = {"tsp": "MinTourLen", "jdbf": "(isUsed|used) of ConnectionSource"}
ALL = ["insensitive", "1-object", "2-object", "3-object"]

chosen = s.arguments(__doc__, ("--sensitivity", dict(action="append", choices=ALL)), ("--only", dict(action="append")))
s.heading("program", "lines", "sensitivity", "original", "reachable", "aliasing", "escaping", "unlocked", "not ordered", "unlocked, paper",
          "seconds", "paper", "MiB", "races", "of these shown by default", "harmful + benign + false, paper", "named in the paper")
with open(chosen.folder / "paper2.tsv", "a" if chosen.only else "w") as out:
    for name, (seconds, *pairs, unlocked, harmful, benign, false, bugs) in PAPER.items():
        folder = s.bring(chosen, name) if not chosen.only or name in chosen.only else None
        if not folder:
            continue
        database = chosen.folder / f"{name}.db"
        s.run(chosen, "extract", folder, "--db", database, "-q")
        for k in chosen.sensitivity or ALL:
            stages, took, memory = s.table(chosen, database, s.ROOT / "queries/races/RaceStages.ql", "--sensitivity", k)
            if not stages:
                s.row(name, s.lines(folder), k, "did not end")
                continue
            left = {r["stage"]: int(r["pairs"]) for r in stages}
            last = k == (chosen.sensitivity or ALL)[-1] or k == "1-object"
            found = s.findings(chosen, folder, "--query", "java/race", "--min-confidence", "low", "--sensitivity", k)[0] if last else []
            for f in found:
                print(name, k, f["confidence"], s.place(f), f["message"].replace("\n", " "), sep="\t", file=out, flush=True)
            named = [f for f in found if name in NAMED and re.search(NAMED[name], f["message"])]
            s.row(name, s.lines(folder), k, *(left.get(x) for x in ("original", "reachable", "aliasing", "escaping", "unlocked", "not ordered")), unlocked,
                  f"{took:.1f}", seconds, round(memory), len(found) if last else "", sum(f["confidence"] != "low" for f in found) if last else "",
                  f"{harmful} + {benign} + {false}", (s.place(named[0]) if named else "missed") if name in NAMED and last else "")
