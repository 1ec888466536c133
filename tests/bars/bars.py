#!/usr/bin/env python3
"""Runs the commands of runs.txt with one binary and prints a table, or with two and compares.

Each run has a fresh folder with links to its inputs, so file names in outputs are the same for
every binary. Two results are the same if all files that the commands wrote are the same, byte by
byte, and all exit statuses are; what `comparable` drops (times, memory, texts) does not count.
`make help` and NOTES.md list the variables.
"""
import argparse
import concurrent.futures
import datetime
import fnmatch
import hashlib
import json
import os
import pathlib
import platform
import re
import shlex
import shutil
import struct
import subprocess
import sys
import threading
import time
import zlib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
STATUS = "status.txt"  # each run's exit statuses, compared like an output
RECORD = ".record.json"  # each run's times and numbers, never compared
LOG = ".log"
LINKS = ("netlists", "data")


class Run:
    """One block of runs.txt: a name, whether it is slow, and commands."""

    def __init__(self, name, slow):
        self.name = name
        self.slow = slow
        self.commands = []
        self.files = {}  # small inputs that the block itself holds: name -> lines

    def data_files(self):
        text = " ".join(self.commands + [line for lines in self.files.values() for line in lines])
        return sorted(set(re.findall(r"\bdata/\S+", text)))

    def missing(self, data):
        """The first input of DATA that is not there, or None."""
        for file in self.data_files():
            if data is None or not (data / file[len("data/"):]).exists():
                return file
        return None


def read_runs(path):
    runs = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        words = line.split()
        if not words or line.startswith("#"):
            continue
        if not line[0].isspace():
            runs.append(Run(words[0], words[1:] == ["slow"]))
        elif not runs:
            sys.exit(f"{path}:{number}: expected the name of a run")
        elif words[0] == "file":
            name, text = line.strip().split(None, 2)[1:]
            runs[-1].files.setdefault(name, []).append(text)
        else:
            runs[-1].commands.append(line.strip())
    return runs


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def arguments(command, step, threads):
    """The words of a command; `route` also gets its threads and a summary."""
    words = [word.replace("THREADS", str(threads)) for word in shlex.split(command)]
    if words[0] == "route":
        words += ["--threads", str(threads)]
        if "--json" not in words:
            words += ["--json", f"summary{step}.json"]
    return words


def execute(binary, words, folder, log):
    """Runs one command; returns its exit status and what it took."""
    environment = dict(os.environ, LC_ALL="C")
    if not os.environ.get("GPU"):
        environment["CUDA_VISIBLE_DEVICES"] = ""
    begin = time.monotonic()
    child = subprocess.Popen([binary, *words], cwd=folder, stdin=subprocess.DEVNULL, stdout=log,
                             stderr=log, env=environment)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return {"status": child.returncode, "wall": time.monotonic() - begin,
            "cpu": usage.ru_utime + usage.ru_stime}


def numbers(folder):
    """Length, vias, cost and open nets of the last summary that a run wrote, of all its jobs."""
    files = [file for name, file in outputs(folder).items() if name.endswith(".json")]
    files.sort(key=lambda file: (file.stat().st_mtime_ns, file.name))
    for file in reversed(files):
        try:
            summary = json.loads(file.read_text())
        except ValueError:
            continue
        jobs = summary.get("jobs", [summary])
        jobs = [job.get("result", job) if isinstance(job.get("result"), dict) else job
                for job in jobs]
        jobs = [job for job in jobs if "routed" in job and "nets" in job]
        if jobs:
            costs = [job["cost"] for job in jobs if "cost" in job]
            return {"length": sum(job.get("length", job.get("length_um", 0)) for job in jobs),
                    "vias": sum(job.get("vias", 0) for job in jobs),
                    "cost": sum(costs) if costs else None,
                    "open": sum(job["nets"] - job["routed"] for job in jobs)}
    return {}


def perform(run, binary, threads, folder, data):
    """All commands of a run in a fresh folder; returns its record, which it also leaves there."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "netlists").symlink_to(ROOT / "netlists")
    if data is not None:
        (folder / "data").symlink_to(data)
    for name, lines in run.files.items():
        (folder / name).write_text("\n".join(lines).replace("THREADS", str(threads)) + "\n")
    record = {"statuses": [], "wall": 0, "cpu": 0}
    with open(folder / LOG, "w") as log:
        for step, command in enumerate(run.commands, 1):
            took = execute(binary, arguments(command, step, threads), folder, log)
            record["statuses"].append(took["status"])
            if not command.startswith("generate"):
                record["wall"] += took["wall"]
                record["cpu"] += took["cpu"]
    record.update(numbers(folder))
    (folder / STATUS).write_text("".join(f"{status}\n" for status in record["statuses"]))
    for link in LINKS:
        (folder / link).unlink(missing_ok=True)
    (folder / RECORD).write_text(json.dumps(record))
    return record


def cached(run, binary, threads, cache, data):
    """The folder and record of a run of the base, from an earlier comparison where there is one."""
    key = hashlib.sha256(repr((run.commands, sorted(run.files.items()))).encode())
    for file in sorted((ROOT / "netlists").iterdir()):
        key.update(file.read_bytes())
    for file in run.data_files():
        key.update((data / file[len("data/"):]).read_bytes())
    folder = cache / f"base-{digest(binary)}" / f"{run.name}-{threads}-{key.hexdigest()[:16]}"
    if not (folder / RECORD).exists():
        fresh = folder.with_name(f".{folder.name}.{os.getpid()}")
        perform(run, binary, threads, fresh, data)
        try:
            fresh.rename(folder)
        except OSError:  # another comparison has put it there
            shutil.rmtree(fresh)
    return folder, json.loads((folder / RECORD).read_text())


def comparable(file, across_threads):
    """The bytes of a file without times, memory and texts; searches depend on the threads."""
    content = file.read_bytes()
    if file.suffix == ".json":
        value = rb'(\{[^{}]*\}|"(\\.|[^"\\])*"|[^,}\]\s]+)'
        names = rb"seconds|peak_bytes|error" + (rb"|searches" if across_threads else b"")
        content = re.sub(rb'"(' + names + rb')":\s*' + value, b"", content)
    elif file.suffix == ".csv" and across_threads:
        content = re.sub(rb"(?m),\d+$", b"", content)
    elif file.suffix == ".svg":
        content = re.sub(rb"(?s)<(title|text)\b.*?</\1>|\binkscape:label=\"[^\"]*\"", b"", content)
    elif file.suffix == ".html":  # the data, without the texts about nets and frames
        content = b"".join(re.findall(rb'(?s)<script id="data".*?</script>', content))
        content = re.sub(rb'"(notes|captions)":\[("(\\.|[^"\\])*",?)*\]', b"", content)
    return content


def outputs(folder):
    """What a run wrote, by name, but hidden files: the log, the record, the state of a batch."""
    files = {str(file.relative_to(folder)): file for file in folder.rglob("*") if file.is_file()}
    return {name: file for name, file in files.items() if "/." not in "/" + name}


def png_rows(file):
    """The rows of pixels of a PNG, as bytes; None for other files and interlaced ones."""
    content = file.read_bytes()
    if not content.startswith(b"\x89PNG") or content[28]:
        return None
    packed, at = b"", 8
    while at < len(content):
        length, kind = struct.unpack(">I4s", content[at:at + 8])
        packed += content[at + 8:at + 8 + length] if kind == b"IDAT" else b""
        at += length + 12
    width, height, depth, colours = struct.unpack(">IIBB", content[16:26])
    bits = depth * {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colours]
    pixel, size = max(1, bits // 8), (width * bits + 7) // 8
    plain, rows, above = zlib.decompress(packed), [], bytes(size)
    for y in range(height):
        method, row = plain[y * (size + 1)], bytearray(plain[y * (size + 1) + 1:][:size])
        for x in range(size if method else 0):
            left, up = row[x - pixel] if x >= pixel else 0, above[x]
            corner = above[x - pixel] if x >= pixel else 0
            paeth = min((left, up, corner), key=lambda value: abs(left + up - corner - value))
            row[x] = row[x] + (0, left, up, (left + up) // 2, paeth)[method] & 255
        rows.append(bytes(row))
        above = row
    return rows


def where(base, new):
    """In which rows two PNGs of one size differ: a title or a legend stands outside the design."""
    ours, theirs = png_rows(base), png_rows(new)
    if not ours or not theirs or len(ours) != len(theirs):
        return ""
    rows = [y for y, (row, other) in enumerate(zip(ours, theirs)) if row != other]
    return f" in rows {rows[0]} to {rows[-1]} of {len(ours)}" if rows else ", not its pixels"


def differences(base, new, across_threads=False):
    """A line for each file in which two folders differ."""
    ours, theirs = outputs(base), outputs(new)
    lines = [f"{name} is missing" for name in sorted(ours.keys() - theirs.keys())]
    lines += [f"{name} is new" for name in sorted(theirs.keys() - ours.keys())]
    for name in sorted(ours.keys() & theirs.keys()):
        if across_threads and name.startswith(("film.", "job.ini")):
            continue  # a film has the steps that the threads took
        if comparable(ours[name], across_threads) == comparable(theirs[name], across_threads):
            continue
        lines.append(f"{name} differs{where(ours[name], theirs[name])}: "
                     f"{ours[name]} {theirs[name]}")
        if name == STATUS:
            lines[-1] = (f"statuses were {ours[name].read_text().split()}, are "
                         f"{theirs[name].read_text().split()}: {new / LOG}")
    return lines


def cell(record, name):
    value = record.get(name)
    return "-" if value is None else f"{value:.1f}" if isinstance(value, float) else str(value)


def table(rows, skipped, binary):
    commit = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short", "HEAD"], text=True,
                            capture_output=True).stdout.strip() or "no commit"
    cpu = platform.machine()
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines() \
            if pathlib.Path("/proc/cpuinfo").exists() else []:
        if line.startswith("model name"):
            cpu = line.split(":", 1)[1].strip()
            break
    lines = [f"`{binary.name}` at {commit}, {datetime.date.today()}, {cpu}. Made by `make bars`; "
             "runs.txt has the commands.",
             "Seconds are of the CPU, summed over threads, without `generate`. Lengths are in cells,",
             "of layouts in um. Numbers are of the last summary of a run, statuses of all its commands.",
             "",
             "| run | length | vias | cost | open nets | statuses | seconds |",
             "|---|--:|--:|--:|--:|---|--:|"]
    for label, record in rows:
        columns = [cell(record, name) for name in ("length", "vias", "cost", "open")]
        statuses = " ".join(map(str, record["statuses"]))
        lines.append(f"| {label} | {' | '.join(columns)} | {statuses} | {record['cpu']:.2f} |")
    lines += [""] + [f"Skipped: {name} ({reason})" for name, reason in skipped]
    return "\n".join(lines).rstrip() + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("binary", type=pathlib.Path)
    parser.add_argument("--base", type=pathlib.Path, help="compare with this binary")
    parser.add_argument("--data", type=pathlib.Path, help="folder of real inputs")
    parser.add_argument("--threads", type=int, nargs="+", default=[1])
    parser.add_argument("--only", nargs="+", default=["*"], help="names or patterns")
    parser.add_argument("--quick", action="store_true", help="leave the slow runs out")
    parser.add_argument("--jobs", type=int, default=1, help="runs at a time")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "out/bars")
    parser.add_argument("--cache", type=pathlib.Path, help="where results of the base are kept")
    options = parser.parse_args()
    binary, base = options.binary.resolve(), options.base and options.base.resolve()
    for program in filter(None, (binary, base)):
        if not os.access(program, os.X_OK):
            sys.exit(f"bars: {program} is not a program")
    data = options.data and options.data.resolve()
    cache = (options.cache or options.out).resolve()

    skipped, chosen = [], []
    for run in read_runs(HERE / "runs.txt"):
        named = any(fnmatch.fnmatch(run.name, pattern) for pattern in options.only)
        if not named or options.quick and run.slow:
            continue
        missing = run.missing(data)
        if missing:
            skipped.append((run.name, f"needs DATA with {missing}"))
        else:
            chosen += [(run, threads) for threads in options.threads]

    one_line = threading.Lock()

    def work(item):
        run, threads = item
        label = run.name if len(options.threads) == 1 else f"{run.name}, {threads} threads"
        folder = options.out.resolve() / "new" / f"{run.name}-{threads}"
        record = perform(run, binary, threads, folder, data)
        line, differs = f"{label:32} {record['cpu']:8.2f} s", []
        if base:
            base_folder, base_record = cached(run, base, threads, cache, data)
            differs = differences(base_folder, folder)
            ratio = record["cpu"] / max(base_record["cpu"], 1e-9)
            line += f" {base_record['cpu']:8.2f} s of the base {ratio:6.2f}  "
            line += "DIFFERS" if differs else "same"
        with one_line:
            print(line, *differs, sep="\n    ", flush=True)
        return label, record, differs, base and base_record

    with concurrent.futures.ThreadPoolExecutor(max(1, options.jobs)) as pool:
        results = list(pool.map(work, chosen))
    for name, reason in skipped:
        print(f"skipped: {name}: {reason}")
    text = table([result[:2] for result in results], skipped, binary)
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / "table.md").write_text(text)
    total = sum(result[1]["cpu"] for result in results)
    print(f"{len(results)} runs, {total:.1f} s; {options.out / 'table.md'}")
    wrong = {result[0] for result in results if result[2]}
    for at, (run, threads) in enumerate(chosen):  # threads may not change a result
        folder = options.out.resolve() / "new"
        lines = differences(folder / f"{run.name}-{options.threads[0]}",
                            folder / f"{run.name}-{threads}", across_threads=True)
        if lines:
            print(f"{run.name}: {threads} threads give another result", *lines, sep="\n    ")
            wrong.add(results[at][0])
    if base:
        times = sum(result[3]["cpu"] for result in results)
        print(f"base: {times:.1f} s; " + (f"{len(wrong)} of {len(results)} differ"
                                          if wrong else "all the same"))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
