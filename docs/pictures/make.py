#!/usr/bin/env python3
"""Draws the pictures of the README and the docs from what the program says of a tree.

    python3 docs/pictures/make.py --quarrel target/release/quarrel TREE [NAME...]

TREE is a checkout of Apache commons-pool2 2.11.1. Written are `prompt.svg` (questions at the prompt), `race.svg` (the two
threads of the first race), `funnel.svg` (pairs of accesses, stage by stage), and, where there is a Chromium, `page.png` (the
page in a browser); NAMEs choose among them. `flow.svg` is drawn by hand.
"""

import argparse
import datetime
import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
INK, FAINT, LINE, PANEL = "#1c2024", "#5d6670", "#d9dde2", "#f5f6f8"
RED, GREEN, BLUE, BROWN, MARK = "#b3201f", "#1d7a3c", "#0b62c4", "#a4460b", "#fff0b8"


class Picture:
    """An SVG file: shapes flow in, a text flows out."""

    def __init__(self, width, height, about, mono=False):
        family = "ui-monospace, 'DejaVu Sans Mono', monospace" if mono else "system-ui, sans-serif"
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
            f' font-family="{family}" font-size="13" role="img" aria-label="{html.escape(about)}">',
            f'<rect x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="8" fill="#fff" stroke="{LINE}"/>',
        ]

    def rect(self, x, y, width, height, fill=PANEL, stroke=LINE, radius=4):
        self.parts.append(f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius}" fill="{fill}" stroke="{stroke}"/>')

    def text(self, x, y, text, fill=INK, size=None, bold=False, mono=False, anchor=None):
        more = f' font-size="{size}"' if size else ""
        more += ' font-weight="600"' if bold else ""
        more += " font-family=\"ui-monospace, 'DejaVu Sans Mono', monospace\"" if mono else ""
        more += f' text-anchor="{anchor}"' if anchor else ""
        self.parts.append(f'<text x="{x:g}" y="{y:g}" fill="{fill}" xml:space="preserve"{more}>{html.escape(text)}</text>')

    def coloured(self, x, y, parts):
        spans = "".join(f'<tspan fill="{fill}">{html.escape(text)}</tspan>' for text, fill in parts if text)
        self.parts.append(f'<text x="{x:g}" y="{y:g}" xml:space="preserve">{spans}</text>')

    def line(self, x1, y1, x2, y2, stroke, width=3):
        self.parts.append(f'<path d="M{x1:g} {y1:g}L{x2:g} {y2:g}" stroke="{stroke}" stroke-width="{width}"/>')

    def write(self, name):
        (HERE / name).write_text("\n".join(self.parts) + "\n</svg>\n")
        print(f"wrote {HERE / name}")


class Program:
    def __init__(self, binary, tree):
        self.binary, self.tree = os.path.abspath(binary), os.path.abspath(tree)
        self.folder = tempfile.mkdtemp(prefix="quarrel-pictures-")
        os.symlink(self.tree, os.path.join(self.folder, "commons-pool2"))

    def run(self, *args, stdin=None):
        environment = dict(os.environ, NO_COLOR="1", COLUMNS="96", LC_ALL="C.UTF-8")
        done = subprocess.run([self.binary, *args], cwd=self.folder, input=stdin, text=True, capture_output=True, env=environment)
        if done.returncode not in (0, 1):
            sys.exit(f"{' '.join(args)}: {done.stderr}")
        return done.stdout

    def findings(self):
        """All findings, whether they come as one document or as lines."""
        text = self.run("analyze", "commons-pool2", "--format", "json", "-q")
        return json.loads(text) if text.startswith("[") else [json.loads(line) for line in text.splitlines()]


QUESTIONS = [
    'from FieldAccess a where a.getField().hasName("taskMap") and not isLocked(a) select a, a.getEnclosingCallable()',
]
DEFINITION = "predicate isLocked(Expr e) { e.getEnclosingStmt().getParent*() instanceof SynchronizedStmt or e.getEnclosingCallable().isSynchronized() }"


def prompt(program):
    """What is typed, with colours as the prompt has them, and what it prints."""
    said = [DEFINITION, *QUESTIONS]
    printed = program.run("repl", "commons-pool2", stdin="\n".join(said) + "\n").splitlines()
    lines = []
    rest = iter(printed)
    for typed in said:
        lines += [("quarrel> " if at == 0 else "       > ") + part for at, part in enumerate(wrapped(typed, 84))]
        for line in rest:
            lines.append(line)
            if re.match(r"(defined|\d+ rows?)\b", line):
                break
    # How long it took says nothing here.
    lines = [re.sub(r" in [\d.]+ m?s$", "", line) for line in lines]
    width, high = 24 + 7.85 * max(map(len, lines)), 18
    picture = Picture(round(width), 24 + high * len(lines), "Questions at the prompt of quarrel repl", mono=True)
    words = re.compile(r'(\b(?:from|where|select|predicate|not|or|and|instanceof)\b)|("[^"]*")|(\b[A-Z]\w*)')
    for number, line in enumerate(lines):
        y = 24 + high * number
        if not re.match(r"(quarrel|       )> ", line):
            picture.text(12, y, line)
            continue
        parts, at = [(line[:9], BLUE)], 9
        for match in words.finditer(line, 9):
            fill = "#8425a8" if match[1] else "#1f6f37" if match[2] else "#8a5a00"
            parts += [(line[at : match.start()], INK), (match[0], fill)]
            at = match.end()
        picture.coloured(12, y, [*parts, (line[at:], INK)])
    picture.write("prompt.svg")


def wrapped(text, most):
    lines = [""]
    for word in text.split(" "):
        if len(lines[-1]) + len(word) + 1 > most:
            lines.append("")
        lines[-1] += ("" if lines[-1] == "" else " ") + word
    return lines


def race(program):
    """The two threads of the first race side by side, as they get to it."""
    first = next(one for one in program.findings() if one.get("rule") == "java/race")
    lanes = first["paths"][0]
    wide, row = 455, 46
    height = 84 + row * (max(map(len, lanes)) + 1)
    picture = Picture(2 * wide + 40, height, "A race as two lanes: " + first["message"])
    y_of_end = 72 + row * (max(map(len, lanes)) - 1)
    for number, (lane, color) in enumerate(zip(lanes, (BLUE, BROWN))):
        x = 20 + number * wide
        begins = lane[0]["text"].split(" begins with ")
        picture.text(x, 30, f"Thread {number + 1}", color, bold=True, size=14)
        picture.text(x + 78, 30, begins[0], color)
        for at, step in enumerate(lane):
            y = y_of_end if at == len(lane) - 1 else 58 + row * at
            text = step["text"] if at else f"begins with {begins[-1]}"
            place = step["location"]
            where = f"{place['path'].split('/')[-1]}:{place['startLine']}" if isinstance(place, dict) and "startLine" in place else ""
            meets = at == len(lane) - 1
            picture.rect(x, y - 16, wide - 20, row - 8, MARK if meets else PANEL, RED if meets else LINE)
            picture.line(x + 1.5, y - 16, x + 1.5, y + row - 24, color)
            picture.text(x + 12, y + 1, text if len(text) < 60 else text[:58] + "\u2026")
            picture.text(x + 12, y + 15, where, FAINT, 11, mono=True)
    picture.text(20, height - 40, "Both at the same time: they hold no lock in common, so neither waits for the other.", RED, bold=True)
    picture.text(20, height - 18, f"{first['rule']}, drawn by docs/pictures/make.py from what `quarrel analyze --format json` says", FAINT, 11)
    picture.write("race.svg")


STAGES = {
    "original": "two accesses of one field, one of them a change",
    "reachable": "by threads that may run at the same time",
    "aliasing": "which may be on one object",
    "escaping": "that more than one thread can know",
    "unlocked": "no lock protects both on every way",
    "known to others": "when others know the object already",
    "not ordered": "no start, end, latch or volatile orders them",
    "reported": "one for each field and cause, likely ones only",
}


def funnel(program):
    """How many pairs of accesses each stage of the race analysis leaves."""
    program.run("extract", "commons-pool2", "--db", "code.db")
    rows = program.run("run", os.path.join(repository(), "queries/races/RaceStages.ql"), "--db", "code.db", "--format", "csv").splitlines()
    head, *rows = [line.split(",") for line in rows]
    name, pairs = head.index("stage"), head.index("pairs")
    stages = [(row[name], int(row[pairs])) for row in rows]
    found = sum(1 for one in program.findings() if one.get("rule") == "java/race")
    stages.append(("reported", found))
    most = max(number for _, number in stages)
    picture = Picture(880, 74 + 34 * len(stages), "From pairs of accesses to findings: " + ", ".join(f"{text} {number}" for text, number in stages))
    picture.text(20, 28, "From pairs of accesses to findings, commons-pool2 2.11.1", bold=True, size=14)
    for at, (text, number) in enumerate(stages):
        y = 46 + 34 * at
        # A share that is seen: the logarithm of so many.
        wide = 4 + 296 * (len(str(number)) - 1 + number / 10 ** len(str(number))) / (len(str(most)) - 1 + most / 10 ** len(str(most)))
        picture.rect(230 - wide / 2, y, wide, 24, "#dcecff" if at < len(stages) - 1 else MARK, BLUE if at < len(stages) - 1 else RED)
        picture.text(230, y + 17, f"{number:,}", anchor="middle")
        picture.text(400, y + 17, text, bold=True)
        picture.text(530, y + 17, STAGES.get(text, ""))
    picture.text(20, 62 + 34 * len(stages), f"widths by magnitude; java/race-stages and quarrel analyze on {datetime.date.today()}, drawn by docs/pictures/make.py", FAINT, 11)
    picture.write("funnel.svg")


def repository():
    return str(HERE.parent.parent.resolve())


def page(program):
    """The page in a browser, with the first race open."""
    browser = next((found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None)
    if browser is None:
        print("no chromium: page.png stays as it is")
        return
    program.run("analyze", "commons-pool2", "--output", "report.html", "-q")
    file = os.path.join(program.folder, "report.html")
    text = pathlib.Path(file).read_text()
    open_first = '<script>document.querySelector("#worst button").click();const lanes=document.querySelector("article .lanes");lanes.style.margin="0 1.2rem";lanes.querySelectorAll(".steps button")[2].click();document.querySelector("#columns").before(lanes);document.querySelector("#columns").remove();window.scrollTo(0,0)</script>'
    pathlib.Path(file).write_text(text.replace("</body>", open_first + "</body>"))
    subprocess.run(
        [browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=1000,760", "--virtual-time-budget=4000",
         f"--user-data-dir={program.folder}/profile", f"--screenshot={HERE / 'page.png'}", f"file://{file}"],
        check=True, capture_output=True,
    )
    print(f"wrote {HERE / 'page.png'}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quarrel", default="quarrel")
    parser.add_argument("tree")
    parser.add_argument("names", nargs="*")
    asked = parser.parse_args()
    program = Program(asked.quarrel, asked.tree)
    for draw in (prompt, race, funnel, page):
        if not asked.names or draw.__name__ in asked.names:
            draw(program)
    shutil.rmtree(program.folder)


main()
