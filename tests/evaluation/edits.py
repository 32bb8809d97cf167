#!/usr/bin/env python3
"""How long an update takes after real edits: replays commits of a history.

    tests/evaluation/edits.py GIT_FOLDER [--commits 50] [--quarrel BINARY]

For each of the last commits that change Java files, extracts its sources into the database of the commit before, and
anew into another one. Prints the distribution of processor times, and fails if the two databases have other counts.
"""

import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile


def git(folder, *args):
    return subprocess.run(["git", "-C", folder, *args], check=True, capture_output=True, text=True).stdout


def seconds(command, env):
    """Runs a command; returns its processor time and what it said."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=env)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stderr


def counts(text):
    """The numbers of a summary that do not depend on the way."""
    return re.findall(r"^\d+ files.*?unresolved", text, re.MULTILINE)


def quantiles(values):
    values = sorted(values)
    at = lambda part: values[min(len(values) - 1, int(part * len(values)))]
    return "  ".join(f"{name} {at(part):.2f}" for name, part in
                     [("least", 0), ("quarter", 0.25), ("median", 0.5), ("three quarters", 0.75), ("most", 1)])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("git_folder")
    parser.add_argument("--commits", type=int, default=50)
    parser.add_argument("--quarrel", default="quarrel")
    args = parser.parse_args()
    log = git(args.git_folder, "log", "--no-merges", "--first-parent", "--format=%H", f"-{args.commits}", "--", "*.java")
    commits = log.split()[::-1]
    updates, fresh, ratios, kept = [], [], [], 0
    with tempfile.TemporaryDirectory() as folder:
        tree, index = os.path.join(folder, "tree"), os.path.join(folder, "index")
        os.mkdir(tree)
        env = {**os.environ, "XDG_CACHE_HOME": os.path.join(folder, "cache")}
        git_env = {**os.environ, "GIT_INDEX_FILE": index}
        for number, commit in enumerate([commits[0] + "^"] + commits):
            reset = ["git", f"--git-dir={args.git_folder}", f"--work-tree={tree}", "read-tree", "-u", "--reset", commit]
            subprocess.run(reset, check=True, env=git_env)
            command = [args.quarrel, "extract", tree, "--db"]
            updated, said = seconds([*command, os.path.join(folder, "updated.db")], env)
            if number == 0:
                continue
            anew, said_anew = seconds([*command, os.path.join(folder, "fresh.db"), "--fresh"], env)
            if counts(said) != counts(said_anew):
                sys.exit(f"{commit}: {counts(said)} is not {counts(said_anew)}")
            kept += "brought up to date" in said
            updates.append(updated)
            fresh.append(anew)
            ratios.append(updated / anew)
            print(f"{commit[:10]}  {updated:.2f} s  {anew:.2f} s", file=sys.stderr)
    print(f"{len(updates)} commits, {kept} of them brought up to date without extracting everything")
    print(f"update, s  {quantiles(updates)}")
    print(f"fresh, s   {quantiles(fresh)}")
    print(f"ratio      {quantiles(ratios)}")


if __name__ == "__main__":
    main()
