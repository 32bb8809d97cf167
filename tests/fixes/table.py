#!/usr/bin/env python3
"""Makes the table of labels from the output of `mine.py`.

    table.py --out labels.csv.gz --mirrors FOLDER FILE.jsonl...

A commit that several files have is taken from the first. Findings that are still there after a fix weigh more if the
newest commit still has their line and the file was edited often since; FOLDER has the histories to look that up in.
"""
import argparse
import csv
import gzip
import io
import json
import math
import os
import re
import subprocess

# The weights of labels: maintainers fixed what was worth it; most findings that they did not fix they never saw.
FIXED = 1.0       # divided among the findings that one commit fixes: n of them together weigh the root of n
KEPT = 0.25       # in a file that a concurrency fix edits
KEPT_LONG = 0.5   # and its line is still there, though the file was edited at least so often since:
EDITS = 5
OTHER = 0.05      # elsewhere in a tree with a fix
COLUMNS = ['repository', 'commit', 'rule', 'file', 'line', 'evidence', 'label', 'weight']


def git(repository, *arguments):
    command = ['git', '--git-dir=' + repository, *arguments]
    return subprocess.run(command, capture_output=True, text=True, errors='replace').stdout


class History:
    def __init__(self, folder, name):
        base = os.path.join(folder, name.replace('/', '+'))
        self.git = base + '/repo' if os.path.isdir(base + '/repo') else base + '.git'
        self.texts, self.edits = {}, {}

    def text(self, commit, path):
        if (commit, path) not in self.texts:
            self.texts[commit, path] = git(self.git, 'show', f'{commit}:{path}').splitlines()
        return self.texts[commit, path]

    def is_long_kept(self, commit, path, line):
        newest = self.text('HEAD', path)
        if not newest:
            return False
        old = self.text(commit + '^', path)
        code = old[line - 1].strip() if line <= len(old) else ''
        if not re.search(r'\w', code) or code not in {one.strip() for one in newest}:
            return False
        if (commit, path) not in self.edits:
            self.edits[commit, path] = int(git(self.git, 'rev-list', '--count', f'{commit}..HEAD', '--', path) or 0)
        return self.edits[commit, path] >= EDITS


def evidence(row):
    found = row['evidence'] if isinstance(row['evidence'], dict) else dict.fromkeys(row['evidence'], 1)
    # A text instead of an id belongs to no row.
    known = {id: count for id, count in found.items() if re.fullmatch(r'[\w-]+', id)}
    return ' '.join(id if count == 1 else f'{id}:{count}' for id, count in sorted(known.items()))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--out', required=True)
    parser.add_argument('--mirrors', required=True)
    parser.add_argument('found', nargs='+')
    options = parser.parse_args()
    commits = {}
    for file in options.found:
        for one in map(json.loads, open(file)):
            commits.setdefault((one['repository'], one['commit']), one)
    histories, rows = {}, []
    for (repository, commit), one in sorted(commits.items()):
        history = histories.setdefault(repository, History(options.mirrors, repository))
        fixes = sum(row['label'] == 'fixed' for row in one['rows'])
        for row in one['rows']:
            label = row['label'] if row['label'] in ('fixed', 'kept') else 'unsure' if row['label'] else 'other'
            if label in ('unsure', 'other') and not fixes:
                continue
            weight = 0.0
            if label == 'fixed':
                weight = FIXED / math.sqrt(fixes)
            elif label == 'kept':
                weight = KEPT_LONG if history.is_long_kept(commit, row['file'], row['line']) else KEPT
            elif label == 'other':
                weight = OTHER
            # There are many others, and their places are not needed.
            place = ('', '') if label == 'other' else (row['file'].rsplit('/', 1)[-1], row['line'])
            rows.append([repository, commit[:12], row['rule'].removeprefix('java/'), *place, evidence(row), label, f'{weight:.3g}'])
    text = io.StringIO()
    writer = csv.writer(text, lineterminator='\n')
    writer.writerow(COLUMNS)
    writer.writerows(rows)
    with open(options.out, 'wb') as out:
        # Without a time and a name, equal labels are equal bytes.
        with gzip.GzipFile(filename='', mode='wb', fileobj=out, mtime=0, compresslevel=9) as packed:
            packed.write(text.getvalue().encode())
    count = {label: sum(row[6] == label for row in rows) for label in ('fixed', 'kept', 'unsure', 'other')}
    print(f'{len(histories)} repositories, {len(commits)} commits, {count}, {os.path.getsize(options.out)} bytes')


main()
