"""Brings the subjects of the papers, and runs quarrel on them.

`subjects.tsv` says where each is: a repository of GitHub with a commit and folders in it (or a ZIP and a folder in that,
`ARCHIVE!FOLDER`), a source package of Debian 12, or its package of a JDK's sources. A repository is read from a clone below --clones, named OWNER+NAME or
NAME, if there is one; otherwise the commit is fetched from github.com. Only Java files are unpacked, and nothing is built.
"""
import argparse, csv, io, json, os, pathlib, shutil, subprocess, sys, tarfile, tempfile, zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent.parent
SUBJECTS = {row["name"]: row for row in csv.DictReader(open(HERE / "subjects.tsv"), delimiter="\t")}


def arguments(text, *more):
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, help="where sources and results go")
    parser.add_argument("--clones", type=pathlib.Path, help="folder with clones, named OWNER+NAME or NAME")
    parser.add_argument("--quarrel", default="quarrel", help="the program")
    for name, options in more:
        parser.add_argument(name, **options)
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    return chosen


def git_folder(chosen, repository, commit):
    """A git folder that has the commit: a clone below --clones, or what is fetched from GitHub."""
    for name in (repository.replace("/", "+"), repository.split("/")[1]) if chosen.clones else ():
        for clone in (chosen.clones / name / "repo" / ".git", chosen.clones / name / "repo", chosen.clones / name / ".git", chosen.clones / name):
            if (clone / "HEAD").exists():
                return clone
    own = chosen.folder / "git" / repository.replace("/", "+")
    subprocess.run(["git", "init", "-q", "--bare", own], check=True)
    subprocess.run(["git", "--git-dir", own, "fetch", "-q", "--depth", "1", f"https://github.com/{repository}", commit], check=True)
    return own


def java_files(archive, to, below=""):
    for member in archive.getmembers():
        if member.isfile() and member.name.endswith(".java") and member.name.startswith(below):
            archive.extract(member, to, filter="data")


def bring(chosen, name):
    """The folder with the sources of a subject, or None, after saying why, if they cannot be had."""
    row, to = SUBJECTS[name], chosen.folder / "sources" / name
    if to.exists():
        return to
    part = to.with_suffix(".part")
    part.mkdir(parents=True, exist_ok=True)
    try:
        if row["source"].startswith("debian:"):
            package, packages = row["source"].removeprefix("debian:"), chosen.folder / "packages"
            packages.mkdir(exist_ok=True)
            subprocess.run(["apt-get", "source", "-qq", "--download-only", package], cwd=packages, capture_output=True)
            for tar in sorted(packages.glob(f"{package}_*.orig.tar.*")):
                java_files(tarfile.open(tar), part)
            tops = [p for path in row["paths"].split() for p in [*part.glob(path), *part.glob(f"*/{path}")]]
            if not tops:
                raise OSError(f"no archive of the package {package} has {row['paths']}")
            part, whole = tops[0], part
        elif row["source"] == "jdk":
            packages = chosen.folder / "packages"
            packages.mkdir(exist_ok=True)
            if not list(packages.glob("**/src.zip")):
                subprocess.run(["apt-get", "download", "-qq", f"openjdk-{row['commit']}-source"], cwd=packages, capture_output=True)
                for deb in packages.glob("openjdk-*-source_*.deb"):
                    subprocess.run(["dpkg-deb", "-x", deb, packages / "jdk"], check=True)
            archives = [p for p in packages.glob("**/src.zip") if p.is_file()]
            if not archives:
                raise OSError(f"the package openjdk-{row['commit']}-source has no src.zip here")
            files = zipfile.ZipFile(archives[0])
            files.extractall(part, [f for f in files.namelist() if pathlib.PurePath(f).match(row["paths"])])
        elif "!" in row["paths"]:
            zipped, below = row["paths"].split("!")
            text = subprocess.run(["git", "--git-dir", git_folder(chosen, row["source"], row["commit"]), "show", f"{row['commit']}:{zipped}"],
                                  capture_output=True, check=True).stdout
            files = zipfile.ZipFile(io.BytesIO(text))
            files.extractall(part, [f for f in files.namelist() if f.startswith(below) and f.endswith(".java")])
        else:
            paths = [f":(glob){p}/**/*.java" for p in row["paths"].split()]
            text = subprocess.run(["git", "--git-dir", git_folder(chosen, row["source"], row["commit"]), "archive", row["commit"], "--", *paths],
                                  capture_output=True).stdout  # a snapshot may lack large files, which are no Java files
            java_files(tarfile.open(fileobj=io.BytesIO(text)), part)
    except (OSError, subprocess.CalledProcessError, tarfile.TarError) as why:
        print(f"{name}: cannot be had here: {why}", file=sys.stderr)
        return None
    if part.is_file():
        to.mkdir()
        part.rename(to / part.name)
    else:
        part.rename(to)
        if row["source"].startswith("debian:"):
            shutil.rmtree(whole, ignore_errors=True)
    return to


def run(chosen, *command):
    """Runs quarrel: what it prints, its seconds of processor time, and its peak memory in MiB."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        child = subprocess.Popen([chosen.quarrel, *map(str, command)], stdout=out, stderr=err)
        _, status, used = os.wait4(child.pid, 0)
        out.seek(0), err.seek(0)
        if status:
            print(f"quarrel {' '.join(map(str, command))}: {err.read().strip()[-300:]}", file=sys.stderr)
            return "", err.read(), 0, 0
        return out.read(), err.read(), used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def findings(chosen, folder, *options):
    """The findings of `quarrel analyze`, and its seconds of processor time."""
    out, _, seconds, memory = run(chosen, "analyze", folder, "--format", "jsonl", "-q", "--no-cache", *options)
    return [json.loads(line) for line in out.splitlines()], seconds, memory


def table(chosen, database, query, *options):
    """The rows of a query that prints a table, and its seconds of processor time."""
    out, _, seconds, memory = run(chosen, "run", query, "--db", database, "--format", "csv", "--no-cache", *options)
    return list(csv.DictReader(io.StringIO(out))), seconds, memory


def databases(chosen, paper):
    """For each subject of a paper whose sources can be had: its name, the paper's numbers, its folder and its database."""
    for name, numbers in paper.items():
        folder = bring(chosen, name)
        if not folder:
            row(name, "no source")
            continue
        database = chosen.folder / f"{name}.db"
        run(chosen, "extract", folder, "--db", database, "-q")
        yield name, numbers, folder, database


def lines(folder):
    return sum(f.read_bytes().count(b"\n") for f in folder.rglob("*.java"))


def place(finding):
    return f"{finding['location']['path']}:{finding['location']['startLine']}"


def row(*cells):
    print("| " + " | ".join("" if c is None else f"{c:,}" if isinstance(c, int) else str(c) for c in cells) + " |", flush=True)


def heading(*cells):
    row(*cells), row(*["---"] * len(cells))
