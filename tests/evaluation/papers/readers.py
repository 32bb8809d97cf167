#!/usr/bin/env python3
"""Two readers of verdicts.tsv, beside each other: their tables, how far they agree, and where they do not.

    tests/evaluation/papers/readers.py

Needs no run: it counts the rows that both have read.
"""
import collections, csv
import subjects as s

KINDS = ("true", "harmless", "contract", "false", "unsure")
both = [r for r in csv.DictReader(open(s.HERE / "verdicts.tsv"), delimiter="\t") if r["reader2"]]


def agreement(rows, key):
    """Pairs that agree by key, and Cohen's kappa."""
    pairs = [(key(r["reader1"]), key(r["reader2"])) for r in rows]
    same = sum(a == b for a, b in pairs)
    first, second = (collections.Counter(p[i] for p in pairs) for i in (0, 1))
    chance = sum(first[k] * second[k] for k in first) / len(pairs) ** 2
    return same, f"{(same / len(pairs) - chance) / (1 - chance):.2f}"


s.heading("alerts of P3 that both read", "reader", *KINDS)
for who in ("quarrel", "CodeQL's queries"):
    for reader, name in (("reader1", "first"), ("reader2", "second")):
        rows = [r for r in both if r["of"] == who]
        counts = collections.Counter(r[reader] for r in rows)
        s.row(f"{who}: {len(rows)}" if name == "first" else "", name, *(counts[k] for k in KINDS))
print()
s.heading("agree on", "quarrel", "CodeQL's queries", "both", "Cohen's kappa of both")
for label, key in (("the verdict", lambda v: v), ("false or not", lambda v: v == "false"), ("closed (false, contract) or not", lambda v: v in ("false", "contract"))):
    same = [agreement([r for r in both if r["of"] == who], key)[0] for who in ("quarrel", "CodeQL's queries")]
    s.row(label, *same, *agreement(both, key))
print()
s.heading("field", "alert of", "first", "second", "the first's reason", "the second's reason")
for r in both:
    if r["reader1"] != r["reader2"]:
        s.row(f"`{r['path'].rsplit('/', 1)[1].removesuffix('.java')}.{r['field']}`", r["of"], r["reader1"], r["reader2"], r["why"], r["why2"])
