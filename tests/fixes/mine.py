#!/usr/bin/env python3
"""Mines git histories for commits that fix concurrency bugs, runs the packs on the sources before and after, and labels
what they find before.

    mine.py --quarrel PROGRAM --out FILE.jsonl [options] REPOSITORY...

A REPOSITORY is a git directory; its name is what stands before the last `/repo` or `.git`, with `+` for `/`. Each line of
FILE.jsonl is a commit; commits that it has already are not done again, so that a run that was ended goes on where it was.
README.md beside this file says what the labels are and how `table.py` makes the table of them.
"""
import argparse
import collections
import json
import os
import re
import subprocess
import tempfile
import time

# Histories that are held out to evaluate the ranks.
KEPT_APART = ('tomcat', 'kafka', 'grpc-java', 'commons-pool', 'bookkeeper', 'airlift', 'curator', 'redisson')

MESSAGE = (r'race condition|data race|\brac(e|y|ing)\b|thread.?safe|deadlock|dead.lock|'
           r'concurren(t|cy) (issue|bug|problem|mod|access)|concurrentmodification|synchroni[sz]|volatile|'
           r'double.?checked|visibility|not atomic|atomic(ally|ity)|lost update|threading')
ADDS = re.compile(r'^\+.*(synchronized|volatile|\bfinal\b|Atomic|Concurrent|CopyOnWrite|computeIfAbsent|putIfAbsent|'
                  r'[lL]ock\b|\.lock\(|[lL]ock\(\)|compareAndSet|ThreadLocal|notifyAll)')
TAKES = re.compile(r'^-.*(synchronized|[lL]ock\b|\.lock\()')
NOT_MAIN = re.compile(r'/(tests?|testing|examples?|demos?|samples?|benchmarks?|jmh|it|generated)/|test[^/]*\.java$|tests\.java$')
ROOTS = ('/src/main/java/', '/src/java/', '/src/main/', '/src/', '/java/', '/source/')

MOST_FILES = 4        # main files that a fix edits
MOST_EDITED = 250     # their lines that it edits
NEAR = 3              # lines around an edited one that count as edited
BYTES_OF_LINE = 38    # about so many bytes are a line
TIME_LIMIT = 150      # seconds of an analysis


def git(repository, *arguments):
    command = ['git', '--git-dir=' + repository, *arguments]
    return subprocess.run(command, capture_output=True, text=True, errors='replace').stdout


def is_main(path):
    return path.endswith('.java') and not NOT_MAIN.search('/' + path.lower())


def candidates(repository, only):
    """The commits that may fix concurrency bugs, with their edited files and diffs."""
    commits = only if only is not None else git(
        repository, 'log', '--no-merges', '-i', '-E', '--grep=' + MESSAGE, '--format=%H').split()
    for commit in commits:
        stat = git(repository, 'show', '--numstat', '--format=', commit).splitlines()
        files = [line.split('\t') for line in stat if '\t' in line]
        main = [f[2] for f in files if is_main(f[2]) and '=>' not in f[2]]
        if not 1 <= len(main) <= MOST_FILES or len(files) > 15:
            continue
        if sum(int(f[0]) + int(f[1]) for f in files if f[2] in main) > MOST_EDITED:
            continue
        diff = git(repository, 'show', '-U0', '--format=', commit, '--', *main)
        if any(ADDS.match(line) or TAKES.match(line) for line in diff.splitlines()):
            yield commit, main, diff


def edited_lines(diff):
    """The lines of the parent that a diff without context removes or adjoins, and lines near them, by path."""
    edited, path = collections.defaultdict(set), None
    for line in diff.splitlines():
        if line.startswith('--- '):
            path = line[6:] if line.startswith('--- a/') else None
        hunk = re.match(r'@@ -(\d+)(?:,(\d+))? ', line)
        if hunk and path:
            first, count = int(hunk[1]), int(hunk[2] or 1)
            edited[path].update(range(first - NEAR, first + max(count, 1) + NEAR))
    return edited


def module(main):
    """The source folder of the module with all files of `main`."""
    common = os.path.commonpath([os.path.dirname(path) for path in main])
    for root in ROOTS:
        at = ('/' + common + '/').find(root)
        if at >= 0:
            return (('/' + common + '/')[:at] + root).strip('/')
    return '/'.join(common.split('/')[:2]) or '.'


def bytes_of(repository, commit, folder):
    """The size of the Java files below `folder` of a commit."""
    tree = git(repository, 'ls-tree', '-r', '-l', commit, '--', *([folder + '/'] if folder != '.' else [])).splitlines()
    return sum(int(line.split()[3]) for line in tree if line.endswith('.java') and line.split()[3].isdigit())


def unpack(repository, commit, folder, into):
    """Unpacks the Java files below `folder` of a commit, and gets the number of their lines."""
    os.mkdir(into)
    archive = subprocess.Popen(['git', '--git-dir=' + repository, 'archive', commit, *([folder] if folder != '.' else [])],
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    subprocess.run(['tar', 'x', '-C', into, '--wildcards', '*.java'], stdin=archive.stdout, stderr=subprocess.DEVNULL)
    archive.stdout.close()
    archive.wait()
    paths = [os.path.join(where, file) for where, _, files in os.walk(into) for file in files]
    return sum(open(path, errors='replace').read().count('\n') for path in paths if path.endswith('.java'))


def analyze(program, folder):
    command = [*program, 'analyze', folder, '--format', 'jsonl', '--min-confidence', 'low', '-q', '--threads', '1']
    done = subprocess.run(command, capture_output=True, text=True, timeout=TIME_LIMIT)
    if done.returncode > 1:
        raise RuntimeError(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else 'failed')
    found = [json.loads(line) for line in done.stdout.splitlines() if line.startswith('{')]
    return [f for f in found if 'rule' in f and f.get('location')]


def named(finding):
    """The first quoted names in a message: fields, methods, locks."""
    return tuple(sorted(set(re.findall(r"'([\w.$\[\]() ]+)'", finding['message'])))[:3])


def key(finding):
    return finding['rule'], finding.get('class'), finding['location']['path'], named(finding)


def around(finding):
    return finding['rule'], finding.get('class'), finding.get('callable')


def subject(finding):
    return finding.get('class'), finding['location']['path'], named(finding)


def is_touched(finding, edited):
    """Whether some place of the finding is on an edited line."""
    places = [finding['location'], *(r['location'] for r in finding.get('related', []) if r.get('location')),
              *(way[-1]['location'] for ways in finding.get('paths', []) for way in ways if way)]
    return any(line in edited.get(p['path'], ()) for p in places for line in range(p['startLine'], p['endLine'] + 1))


def has_class(folder, finding):
    """Whether the file of the finding still has its class, by its simple name."""
    path = os.path.join(folder, finding['location']['path'])
    name = re.split(r'[.$]', finding.get('class') or '')[-1].split('<')[0]
    return os.path.exists(path) and re.search(r'\b%s\b' % re.escape(name), open(path, errors='replace').read()) is not None


def points_of_rows(path):
    """The points in rows of `evidencePoints`, by id."""
    text = open(path).read() if path else ''
    part = text[text.find('extensible: evidencePoints'):text.find('extensible: evidenceText')]
    return {row[0]: int(row[1]) for row in re.findall(r'^\s*- \["([\w-]+)", (-?\d+)', part, re.M)}


def evidence(finding, rows):
    """The evidence by id, each with how often it counts."""
    count = {}
    for one in finding['evidence']:
        row = rows.get(one['id'])
        count[one['id']] = round(one['points'] / row) if row else 1
    return count


def labels(before, after, main, edited, folder_after, rows):
    """The findings before the fix with their labels; None if the fix does not show a label."""
    left, near = collections.Counter(map(key, after)), collections.Counter(map(around, after))
    was = collections.Counter(map(around, before))
    came = {subject(f) for f in after if key(f) not in set(map(key, before))}
    for place, finding in enumerate(before, 1):
        path = finding['location']['path']
        gone = left[key(finding)] == 0 and near[around(finding)] < was[around(finding)]
        label = None
        if gone and is_touched(finding, edited):
            label = 'fixed' if has_class(folder_after, finding) and subject(finding) not in came else 'unsure'
        elif path in main:
            label = 'unsure' if gone else 'kept'
        yield {'rule': finding['rule'], 'place': place, 'rank': finding['rank'], 'level': finding['confidence'],
               'file': path, 'line': finding['location']['startLine'], 'class': finding.get('class'),
               'evidence': evidence(finding, rows), 'label': label}


def mine(repository, commit, main, diff, folder, options, rows):
    """The state of a commit and its rows."""
    with tempfile.TemporaryDirectory(dir=options.work) as work:
        before, after = work + '/before', work + '/after'
        if bytes_of(repository, commit + '^', folder) > options.lines * BYTES_OF_LINE:
            return 'large', []
        lines = unpack(repository, commit + '^', folder, before)
        if lines == 0:
            return 'no sources', []
        unpack(repository, commit, folder, after)
        found = analyze(options.program, before)
        # Without a finding in edited files there is no label.
        edited = edited_lines(diff)
        if not any(f['location']['path'] in main or is_touched(f, edited) for f in found):
            return 'done', []
        every = list(labels(found, analyze(options.program, after), main, edited, after, rows))
    # Keep all findings of trees with a fix, to compute ranks.
    fixes = any(row['label'] == 'fixed' for row in every)
    return 'done', [row for row in every if fixes or row['label']]


def name_of(repository):
    parts = repository.rstrip('/').split('/')
    return parts[-2 if parts[-1] in ('repo', '.git') else -1].removesuffix('.git').replace('+', '/')


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--quarrel', required=True, help='the program, with options of its own if need be')
    parser.add_argument('--out', required=True)
    parser.add_argument('--rows', help="confidence.yml, to tell how often each kind of evidence counts")
    parser.add_argument('--limit', type=int, default=40, help='commits of a repository that are tried')
    parser.add_argument('--lines', type=int, default=150_000, help='lines of the largest module that is analysed')
    parser.add_argument('--only', help='a text with the only commits to try: REPOSITORY COMMIT a line')
    parser.add_argument('--work', help='where sources are unpacked')
    parser.add_argument('repositories', nargs='+')
    options = parser.parse_args()
    options.program = options.quarrel.split()
    rows = points_of_rows(options.rows)
    for repository in options.repositories:
        if any(apart in repository.lower() for apart in KEPT_APART):
            parser.error(f'{repository} is kept apart, to judge the ranks by')
    done = set()
    if os.path.exists(options.out):
        done = {(row['repository'], row['commit']) for row in map(json.loads, open(options.out))}
    only = collections.defaultdict(list)
    if options.only:
        for line in open(options.only):
            only[line.split()[0]].append(line.split()[1])
    queues = {r: candidates(r, only[name_of(r)] if name_of(r) in only else None) for r in options.repositories}
    tried = collections.Counter()
    with open(options.out, 'a') as out:
        while queues:
            for repository in list(queues):
                found = next(queues[repository], None) if tried[repository] < options.limit else None
                if found is None:
                    del queues[repository]
                    continue
                commit, files, diff = found
                tried[repository] += 1
                if (name_of(repository), commit) in done:
                    continue
                folder, started = module(files), time.time()
                try:
                    state, labelled = mine(repository, commit, files, diff, folder, options, rows)
                except subprocess.TimeoutExpired:
                    state, labelled = 'timeout', []
                except (OSError, RuntimeError) as error:
                    state, labelled = f'error: {error}'[:100], []
                line = {'repository': name_of(repository), 'commit': commit, 'folder': folder, 'state': state,
                        'seconds': round(time.time() - started, 1), 'files': files, 'rows': labelled}
                out.write(json.dumps(line) + '\n')
                out.flush()


main()
