#!/usr/bin/env python3
"""How long `quarrel watch` takes after real edits: replays a history, one changed file at a time.

    tests/evaluation/watch.py GIT_FOLDER [--files 50] [--threads 2] [--quarrel BINARY]

Prints the distribution of processor and elapsed times beside those of an analysis from scratch, and fails if the two
find something else: other rules, files or severities.
"""

import argparse
import collections
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import threading
import time

from edits import git, quantiles

# Longer than the pause after which `watch` takes a change to be complete.
PAUSE = 0.6


class Watch:
    """A running `quarrel watch`, and the findings that it has shown."""

    def __init__(self, quarrel, tree, threads, env):
        command = [quarrel, "watch", tree, "--threads", threads]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env)
        self.findings, self.done, self.ready = collections.Counter(), 0, threading.Event()
        threading.Thread(target=self.read_findings, daemon=True).start()
        threading.Thread(target=self.read_notes, daemon=True).start()
        self.ready.wait()
        self.settle(0)

    def read_findings(self):
        for line in self.process.stdout:
            found = re.match(r"([+-]) (.*?):\d+:\d+: (\w+)\[([^]]+)\]", line)
            self.findings[found.group(2, 3, 4)] += 1 if found.group(1) == "+" else -1

    def read_notes(self):
        for line in self.process.stderr:
            if re.match(r"\d+ new, ", line):
                self.done += 1
            elif line.startswith("watching "):
                self.ready.set()
            elif line.startswith("error"):
                print(line, end="", file=sys.stderr)
        self.done = sys.maxsize

    def seconds(self):
        fields = open(f"/proc/{self.process.pid}/stat").read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def settle(self, after):
        """Waits until more than `after` analyses are done, and nothing happens any more; returns when the last ended."""
        while self.done <= after:
            time.sleep(0.005)
        ended, spent = time.monotonic(), self.seconds()
        while True:
            time.sleep(PAUSE)
            now = self.seconds()
            if now - spent < 0.05:
                return ended
            spent, ended = now, time.monotonic()


def fresh(quarrel, tree, threads, env):
    """The processor and elapsed time of an analysis from scratch, and what it finds."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    command = [quarrel, "analyze", tree, "--no-cache", "--quiet", "--threads", threads, "--format", "jsonl"]
    done = subprocess.run(command, capture_output=True, text=True, env=env)
    after, elapsed = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic() - start
    found = collections.Counter()
    for line in done.stdout.splitlines():
        one = json.loads(line)
        if "rule" in one and not one.get("suppressed"):
            found[(one["location"]["path"], one["severity"], one["rule"])] += 1
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, elapsed, found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("git_folder")
    parser.add_argument("--files", type=int, default=50)
    parser.add_argument("--threads", default="2")
    parser.add_argument("--check-each", type=int, default=1, help="compare with an analysis from scratch after so many files")
    parser.add_argument("--quarrel", default="quarrel")
    args = parser.parse_args()
    log = ["log", "--no-merges", "--first-parent", "--no-renames", "--format=%H", "--name-only", f"-{args.files}"]
    steps, commit = [], None
    for line in git(args.git_folder, *log, "--", "*.java").splitlines():
        if re.fullmatch(r"[0-9a-f]{40}", line):
            commit = line
        elif line:
            steps.append((commit, line))
    steps = steps[: args.files][::-1]
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        tree = os.path.join(folder, "tree")
        os.mkdir(tree)
        env = {**os.environ, "XDG_CACHE_HOME": os.path.join(folder, "cache")}
        git_env = {**os.environ, "GIT_INDEX_FILE": os.path.join(folder, "index")}
        reset = ["git", f"--git-dir={args.git_folder}", f"--work-tree={tree}", "read-tree", "-u", "--reset"]
        subprocess.run([*reset, steps[0][0] + "^"], check=True, env=git_env)
        watch = Watch(args.quarrel, tree, args.threads, env)
        for number, (commit, path) in enumerate(steps):
            done, spent, start = watch.done, watch.seconds(), time.monotonic()
            place = os.path.join(tree, path)
            text = subprocess.run(["git", "-C", args.git_folder, "show", f"{commit}:{path}"], capture_output=True)
            if text.returncode == 0:
                os.makedirs(os.path.dirname(place), exist_ok=True)
                old = open(place, "rb").read() if os.path.exists(place) else None
                if old == text.stdout:
                    continue
                open(place, "wb").write(text.stdout)
            elif os.path.exists(place):
                os.remove(place)
            else:
                continue
            elapsed = watch.settle(done) - start
            processor = watch.seconds() - spent
            if (number + 1) % args.check_each:
                continue
            anew, anew_elapsed, found = fresh(args.quarrel, tree, args.threads, env)
            if found != +watch.findings:
                sys.exit(f"{commit} {path}: {found - watch.findings} are missing, {watch.findings - found} are too many")
            rows.append((processor, elapsed, anew, anew_elapsed))
            print(f"{commit[:10]} {path.rsplit('/', 1)[-1]}  {processor:.2f} of {anew:.2f} s, "
                  f"elapsed {elapsed:.2f} of {anew_elapsed:.2f} s", file=sys.stderr)
        watch.process.kill()
    print(f"{len(rows)} changed files")
    for name, at in [("update", 0), ("fresh", 2)]:
        print(f"{name}, processor s  {quantiles([row[at] for row in rows])}")
        print(f"{name}, elapsed s    {quantiles([row[at + 1] for row in rows])}")
    print(f"ratio, processor     {quantiles([row[0] / row[2] for row in rows])}")
    print(f"ratio, elapsed       {quantiles([row[1] / row[3] for row in rows])}")


if __name__ == "__main__":
    main()
