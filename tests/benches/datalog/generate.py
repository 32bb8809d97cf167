#!/usr/bin/env python3
"""Generates the facts of the benchmark programs; each run writes equal files.

    generate.py FOLDER [tc|pt|cg|dom|tri|obj|alias]...

For each program it writes FOLDER/PROGRAM/RELATION.facts (numbers, tab-separated, for other engines) and
FOLDER/PROGRAM.db, a database that describes itself, as `quarrel extract` writes them: the schema under the key
`dbscheme` of `quarrel_meta`, and in `quarrel_relations` where each relation lies. Only `random()` of a seeded
generator is drawn from, which gives the same numbers in every version of Python 3.
"""
import os
import random
import sqlite3
import sys

# The columns of each relation, by program.
SCHEMAS = {
    "tc": {"edge": "x y"},
    "pt": {"alloc": "v o", "assign": "d s", "load": "d b f", "store": "b f s"},
    "cg": {
        "entry": "m", "new": "m v t", "assign": "m d s", "vcall": "m s r sig", "actual": "s i v", "formal": "m i v",
        "ret": "m v", "res": "s v", "receiver": "m v", "dispatch": "t sig m", "vdecl": "v d", "sub": "t d",
    },
    "dom": {"comp": "n c", "entry": "c n", "edge": "a b", "lock": "n", "access": "n"},
    "tri": {"edge": "a b"},
    "obj": {
        "entry": "m", "alloc": "m v h", "heapType": "h t", "assign": "d s", "load": "d b f", "store": "b f s",
        "vcall": "m s r sig", "actual": "s i v", "formal": "m i v", "ret": "m v", "res": "s v", "receiver": "m v",
        "dispatch": "t sig m",
    },
    "alias": {"assign": "d s", "dereference": "p v"},
}


class Source:
    """A random number generator with a fixed seed."""

    def __init__(self, seed):
        self.unit = random.Random(seed).random

    def below(self, limit):
        return int(self.unit() * limit)

    def skewed(self, limit, power):
        """A number below `limit`; small ones are more frequent."""
        return int(limit * self.unit() ** power)


def tc(rows, nodes=4000, edges=8000):
    """A random graph, most of it one strongly connected component."""
    source = Source(11)
    rows["edge"] = [(source.below(nodes), source.below(nodes)) for _ in range(edges)]


def pt(rows, methods=20000, fields=400, local_vars=8):
    """Field-sensitive points-to: mostly local flow, calls of neighbours, some of popular methods."""
    source = Source(22)
    alloc, assign, load, store = (rows[name] for name in ("alloc", "assign", "load", "store"))

    def var(method):
        return method * local_vars + source.below(local_vars)

    def field():
        return source.skewed(fields, 2)

    for method in range(methods):
        for _ in range(1 + source.below(3)):
            alloc.append((var(method), len(alloc)))
        for _ in range(5):
            assign.append((var(method), var(method)))
        for _ in range(2):
            if source.unit() < 0.35:
                callee = source.skewed(methods, 2.2)
            else:
                callee = min(methods - 1, max(0, method + source.below(41) - 20))
            assign.append((var(callee), var(method)))
            if source.unit() < 0.6:
                assign.append((var(method), var(callee)))
        for _ in range(source.below(3)):
            load.append((var(method), var(method), field()))
        for _ in range(source.below(2)):
            store.append((var(method), field(), var(method)))


def cg(rows, types=8000, signatures=600, own_methods=6, local_vars=8):
    """A class hierarchy with virtual calls: call targets depend on the flow of objects, and vice versa."""
    source = Source(33)
    parent = [-1] + [source.skewed(t, 1.2) for t in range(1, types)]
    owner = []
    methods_of = []
    below = [[] for _ in range(types)]
    for t in range(types):
        table = dict(methods_of[parent[t]]) if t else {}
        for _ in range(own_methods):
            table[source.skewed(signatures, 2)] = len(owner)
            owner.append(t)
        methods_of.append(table)
        above = t
        while above >= 0:
            below[above].append(t)
            above = parent[above]
    signatures_of = [list(table) for table in methods_of]
    sites = 0
    for m in range(len(owner)):
        first = m * local_vars
        declared = [owner[m]]
        for _ in range(local_vars - 1):
            declared.append(0 if source.unit() < 0.35 else source.skewed(types, 1.3))
        rows["vdecl"] += [(first + at, t) for at, t in enumerate(declared)]
        rows["receiver"].append((m, first))
        rows["formal"] += [(m, 0, first + 1), (m, 1, first + 2)]
        rows["ret"].append((m, first + 3 + source.below(local_vars - 3)))
        for _ in range(2 + source.below(3)):
            v = 1 + source.below(local_vars - 1)
            candidates = below[declared[v]]
            rows["new"].append((m, first + v, candidates[source.below(len(candidates))]))
        for _ in range(3):
            rows["assign"].append((m, first + source.below(local_vars), first + source.below(local_vars)))
        for _ in range(2 + source.below(4)):
            v = source.below(local_vars)
            known = signatures_of[declared[v]]
            rows["vcall"].append((m, sites, first + v, known[source.below(len(known))]))
            rows["actual"].append((sites, 0, first + source.below(local_vars)))
            if source.unit() < 0.5:
                rows["actual"].append((sites, 1, first + source.below(local_vars)))
            if source.unit() < 0.6:
                rows["res"].append((sites, first + source.below(local_vars)))
            sites += 1
    rows["entry"] = [(source.below(len(owner)),) for _ in range(len(owner) // 6)]
    rows["dispatch"] = [(t, k, m) for t in range(types) for k, m in methods_of[t].items()]
    rows["sub"] = [(t, above) for above in range(types) for t in below[above]]


def dom(rows, components=100000, nodes=1000000):
    """Many small control-flow graphs, few large ones, with nodes that lock and nodes that access."""
    source = Source(44)
    weights = [0.25 + source.unit() ** 6 * 14 for _ in range(components)]
    total = sum(weights)
    first = 0
    for component in range(components):
        size = max(2, int(weights[component] * nodes / total))
        rows["entry"].append((component, first))
        for at in range(size):
            node = first + at
            rows["comp"].append((node, component))
            if at:
                if source.unit() < 0.85:
                    rows["edge"].append((node - 1, node))
                else:
                    rows["edge"].append((first + source.below(at), node))
            if source.unit() < 0.25 and at + 2 < size:
                rows["edge"].append((node, node + 2 + source.below(min(6, size - at - 2))))
            if source.unit() < 0.06 and at:
                rows["edge"].append((node, first + source.below(at)))
            role = source.unit()
            if role < 0.22:
                rows["lock"].append((node,))
            elif role < 0.62:
                rows["access"].append((node,))
        first += size


def tri(rows, spokes=15000, nodes=2000, edges=40000):
    """Two hubs with a pair of edges for any two nodes and hardly any triangle, and a random graph with triangles."""
    source = Source(55)
    for hub in (0, 1):
        first = 2 + nodes + hub * 2 * spokes
        for at in range(spokes):
            rows["edge"] += [(first + at, hub), (hub, first + spokes + at)]
    rows["edge"] += [(2 + source.below(nodes), 2 + source.below(nodes)) for _ in range(edges)]


def obj(rows, packages=1000, classes=12, signatures=8, own_methods=3, local_vars=6, fields=4):
    """Packages of classes whose methods make objects, store them in fields and call each other: for points-to analyses
    with more and less context."""
    source = Source(66)
    methods_of = []
    owner = []
    for t in range(packages * classes):
        first = t - t % classes
        table = dict(methods_of[first + source.below(t - first)]) if t > first else {}
        for _ in range(own_methods):
            table[source.below(signatures)] = len(owner)
            owner.append(t)
        methods_of.append(table)
    sites = 0
    for m, t in enumerate(owner):
        first, package = m * local_vars, t - t % classes

        def var():
            return first + source.below(local_vars)

        def near():
            # A few classes of other packages are used everywhere.
            if source.unit() < 0.03:
                return source.skewed(packages * classes, 4)
            return package + source.below(classes)

        rows["receiver"].append((m, first))
        rows["formal"].append((m, 0, first + 1))
        rows["ret"].append((m, first + 2 + source.below(local_vars - 2)))
        for _ in range(1 + source.below(2)):
            # Objects are numbered from 1; 0 means no receiver.
            h = len(rows["heapType"]) + 1
            rows["alloc"].append((m, first + 1 + source.below(local_vars - 1), h))
            rows["heapType"].append((h, near()))
        rows["assign"] += [(var(), var()) for _ in range(2)]
        if source.unit() < 0.5:
            rows["load"].append((var(), var(), source.below(fields)))
        if source.unit() < 0.5:
            rows["store"].append((var(), source.below(fields), var()))
        for _ in range(1 + source.below(3)):
            rows["vcall"].append((m, sites, var(), source.below(signatures)))
            rows["actual"].append((sites, 0, var()))
            if source.unit() < 0.5:
                rows["res"].append((sites, var()))
            sites += 1
    rows["entry"] = [(m,) for m in range(len(owner)) if source.unit() < 0.2]
    rows["dispatch"] = [(t, k, m) for t, table in enumerate(methods_of) for k, m in table.items()]


def alias(rows, functions=2600, local_vars=14):
    """Assignments and dereferences of a program whose functions were copied into their callers, as Graspan does: many
    small graphs, a few large ones."""
    source = Source(77)
    first = 0
    for _ in range(functions):
        size = local_vars + int(60 * source.unit() ** 9)
        for _ in range(size):
            rows["assign"].append((first + source.below(size), first + source.below(size)))
        for _ in range(size // 3):
            rows["dereference"].append((first + source.below(size), first + source.below(size)))
        first += size


def write_facts(folder, program, rows):
    os.makedirs(os.path.join(folder, program), exist_ok=True)
    for name, all_rows in rows.items():
        with open(os.path.join(folder, program, f"{name}.facts"), "w", encoding="ascii") as file:
            file.writelines("\t".join(map(str, row)) + "\n" for row in all_rows)


def write_database(path, program, rows):
    if os.path.exists(path):
        os.remove(path)
    db = sqlite3.connect(path)
    db.execute("PRAGMA journal_mode = off")
    db.execute("CREATE TABLE quarrel_meta(key text primary key, value) without rowid")
    db.execute("CREATE TABLE quarrel_strings(id integer primary key, text text not null)")
    db.execute("CREATE TABLE quarrel_relations(name text, ord int, source_table text, columns text, filter text, rows int)")
    schema = ""
    for name, all_rows in rows.items():
        columns = SCHEMAS[program][name].split()
        schema += f"{name}({', '.join(f'int {column}: int ref' for column in columns)});\n"
        db.execute(f"CREATE TABLE t_{name}({', '.join(f'{column} int' for column in columns)})")
        db.executemany(f"INSERT INTO t_{name} VALUES({', '.join('?' * len(columns))})", all_rows)
        place = (name, 0, f"t_{name}", ",".join(columns), "", len(all_rows))
        db.execute("INSERT INTO quarrel_relations VALUES(?, ?, ?, ?, ?, ?)", place)
    meta = {"format_version": "1", "schema_name": program, "source_root": "", "dbscheme": schema}
    db.executemany("INSERT INTO quarrel_meta VALUES(?, ?)", meta.items())
    db.commit()
    db.close()


def main():
    folder, programs = sys.argv[1], sys.argv[2:] or list(SCHEMAS)
    for program in programs:
        rows = {name: [] for name in SCHEMAS[program]}
        globals()[program](rows)
        rows = {name: list(dict.fromkeys(all_rows)) for name, all_rows in rows.items()}
        write_facts(folder, program, rows)
        write_database(os.path.join(folder, f"{program}.db"), program, rows)
        for name, all_rows in rows.items():
            print(program, name, len(all_rows))


if __name__ == "__main__":
    main()
