#!/usr/bin/env python3
"""Runs Quarrel, `ascent` and `datafrog` on equal programs and facts, and prints the table.

    compare.py [--runs N] [--facts FOLDER] [--quarrel PATH] [PROGRAM]...

Builds the peers, makes the facts unless FOLDER has them, and runs whole processes in turn (engine by engine within
each round, so that a machine whose speed drifts is fair to all). Medians; user and system time together (`cpu`), wall
time and peak memory as the operating system counts them. Results must be those of EXPECTED.
"""
import argparse
import math
import os
import statistics
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.normpath(os.path.join(HERE, "..", "..", ".."))
EXPECTED = {
    "tc": "9980481",
    "pt": "654999,3132017",
    "cg": "11922,61399,166105,1544892",
    "dom": "1013602,5591130,383947,217154,188209,100000,12563",
    "obj0": "12583,11779,74027,26437",
    "obj1": "18015,22110,81742,5931",
    "obj2": "25874,81114,236844,21743",
    "alias": "379695,846649,106772",
}
# Programs that share facts, and programs without a plan for `datafrog`.
FACTS = {"obj0": "obj", "obj1": "obj", "obj2": "obj"}
NOT_FOR_DATAFROG = ("obj0", "obj1", "obj2", "alias")


def build(manifest, *options):
    subprocess.run(["cargo", "build", "--release", "--quiet", "--manifest-path", manifest, *options], check=True)


def run(command, expected):
    """Wall seconds, cpu seconds, peak MiB of one process."""
    started = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    output = process.stdout.read().decode().split()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - started
    process.returncode = status
    if status != 0 or not output or output[-1] != expected:
        sys.exit(f"{' '.join(command)}: status {status}, {output[-1:]} instead of {expected}")
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--facts", default=os.path.join(ROOT, "target", "datalog-facts"))
    parser.add_argument("--quarrel", help="the binary; built if not given")
    parser.add_argument("programs", nargs="*", default=[])
    options = parser.parse_args()
    programs = options.programs or list(EXPECTED)
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
    os.environ["CARGO_TARGET_DIR"] = target
    build(os.path.join(HERE, "peers", "Cargo.toml"))
    if options.quarrel is None:
        build(os.path.join(ROOT, "Cargo.toml"), "-p", "quarrel")
    quarrel = options.quarrel or os.path.join(target, "release", "quarrel")
    peers = os.path.join(target, "release", "peers")
    for facts in dict.fromkeys(FACTS.get(program, program) for program in programs):
        if not os.path.exists(os.path.join(options.facts, f"{facts}.db")):
            subprocess.run([sys.executable, os.path.join(HERE, "generate.py"), options.facts, facts], check=True)

    def command(engine, program):
        if engine.startswith("quarrel"):
            query = os.path.join(HERE, "queries", f"{program}.ql")
            database = os.path.join(options.facts, f"{FACTS.get(program, program)}.db")
            return [quarrel, "run", query, "--db", database, "--format", "csv", "--threads", engine[-1]]
        return [peers, engine, program, os.path.join(options.facts, FACTS.get(program, program))]

    def peers_of(program):
        return ["ascent"] if program in NOT_FOR_DATAFROG else ["ascent", "datafrog"]

    table = {}
    for program in programs:
        engines = ["quarrel-1", "quarrel-2", *peers_of(program)]
        measured = {engine: [] for engine in engines}
        for _ in range(options.runs):
            for engine in engines:
                measured[engine].append(run(command(engine, program), EXPECTED[program]))
        for engine, runs in measured.items():
            table[program, engine] = [statistics.median(column) for column in zip(*runs)]

    print(f"{'program':8} {'engine':10} {'wall s':>8} {'cpu s':>8} {'MiB':>7}  cpu/ascent  cpu/datafrog  MiB/datafrog")
    for program in programs:
        peers_here = peers_of(program)
        for engine in ["quarrel-1", "quarrel-2", *peers_here]:
            wall, cpu, memory = table[program, engine]
            ratios = [cpu / table[program, peer][1] for peer in peers_here]
            if "datafrog" in peers_here:
                ratios.append(memory / table[program, "datafrog"][2])
            texts = "".join(f"{ratio:12.2f}" for ratio in ratios)
            print(f"{program:8} {engine:10} {wall:8.2f} {cpu:8.2f} {memory:7.0f}{texts}")
    for peer in ("ascent", "datafrog"):
        for column, name in ((0, "wall"), (1, "cpu")):
            for own in ("quarrel-1", "quarrel-2"):
                logs = [
                    math.log(table[p, own][column] / table[p, peer][column]) for p in programs if peer in peers_of(p)
                ]
                if not logs:
                    continue
                print(f"geometric mean {own} / {peer}, {name}: {math.exp(sum(logs) / len(logs)):.2f}")
    for program in programs:
        print(f"{program}: one thread / two threads, wall: "
              f"{table[program, 'quarrel-1'][0] / table[program, 'quarrel-2'][0]:.2f}")


if __name__ == "__main__":
    main()
