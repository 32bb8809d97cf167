#!/usr/bin/env python3
"""The tables of paper 4 (locking disciplines, its figures 12 and 13) on those of its programs whose sources are public.

    tests/evaluation/papers/paper4.py FOLDER [--clones CLONES] [--quarrel BINARY]

Prints by program what is written, what of that the code keeps, what is inferred, and how much of what people wrote and
the code keeps is inferred, beside the paper's numbers.
"""
import subjects as s

PAPER = {  # lines, seconds, guards: goal, written, precision and recall by name, by value, inferred by value; callers: goal, written, precision, recall, inferred
    "bitcoinj": (102458, 238, (47, 46, 87, 85, 30, 30, 7), (113, 14, 100, 12, 113)), "daikon": (169710, 1596, (5, 0, "-", 0, "-", 0, 1), (3, 0, "-", 0, 3)),
    "derby-engine": (119594, 4077, (16, 12, 83, 63, 58, 44, 6), (121, 9, 78, 6, 120)), "guava": (118190, 621, (22, 64, 19, 55, 14, 41, 5), (126, 72, 53, 30, 110)),
    "jetty-server": (59611, 109, (1, 0, "-", 0, "-", 0, 1), (4, 0, "-", 0, 4)), "velocity": (54549, 94, (4, 0, "-", 0, "-", 0, 4), (20, 0, "-", 0, 20)),
    "zookeeper": (75475, 118, (5, 0, "-", 0, "-", 0, 5), (16, 0, "-", 0, 16)), "catalina": (121959, 472, (2, 0, "-", 0, "-", 0, 2), (98, 0, "-", 0, 98)),
    "coyote": (71527, 110, (24, 1, 100, 4, 0, 0, 23), (13, 0, "-", 0, 13)), "dbcp": (53181, 84, (20, 16, 88, 70, 56, 45, 6), (18, 0, "-", 0, 18)),
    "jasper": (67380, 105, (7, 0, "-", 0, "-", 0, 7), (2, 0, "-", 0, 2)), "jni": (32682, 49, (1, 0, "-", 0, "-", 0, 1), (1, 0, "-", 0, 1)),
    "util": (42115, 58, (4, 0, "-", 0, "-", 0, 4), (4, 0, "-", 0, 4)), "websocket": (39928, 75, (9, 0, "-", 0, "-", 0, 9), (4, 0, "-", 0, 4)),
}

chosen = s.arguments(__doc__)
s.heading("program", "lines", "what", "goal", "written", "right", "precision", "recall", "inferred", "written, right and inferred",
          "paper: goal, written, precision, recall, inferred", "seconds", "paper")
for name, (size, seconds, guards, callers), folder, database in s.databases(chosen, PAPER):
    rows, took, _ = s.table(chosen, database, s.ROOT / "queries/locking-discipline/GuardedByFigures.ql")
    held, more, _ = s.table(chosen, database, s.ROOT / "queries/locking-discipline/HoldingFigures.ql")
    goal, written, *rates, inferred = guards
    for r in rows:
        by = rates[:2] if r["semantics"] == "name" else rates[2:]
        s.row(name, s.lines(folder), f"guards by {r['semantics']}", *(r.get(c) or "-" for c in ("goal", "written", "correct", "precision", "recall", "inferred", "agreed")),
              f"{goal}, {written}, {by[0]}, {by[1]}, {inferred if r['semantics'] == 'value' else '-'}", f"{took + more:.1f}", seconds)
    for r in held:
        s.row(name, s.lines(folder), "callers", *(r.get(c) or "-" for c in ("goal", "written", "correct", "precision", "recall", "inferred", "agreed")),
              ", ".join(map(str, callers)), "", "")
