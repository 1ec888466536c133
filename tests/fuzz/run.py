"""Runs the fuzzers of `make fuzz`, each from its corpus, and prints a table of the results.

    python3 tests/fuzz/run.py [--time S] [--quiet S] [--jobs N] [--merge] BUILD TARGET...

A fuzzer runs for --time seconds of wall-clock time, or, with --quiet, until it has spent --quiet
seconds of CPU time without a new edge. New inputs go to BUILD/fuzz/TARGET.new, from which the next
run continues; failing inputs go to BUILD/fuzz/TARGET.found.

The corpus of a target is the archive tests/fuzz/corpus/TARGET.tar.gz. --merge fuzzes nothing: it
rewrites each archive with the fewest inputs of the archive and of TARGET.new that reach all edges.

An edge is a branch of the code that libFuzzer counts ("cov"). Columns of the table: executions, CPU
seconds, edges of the corpus, edges at the end, and CPU seconds since the last new edge.
"""
import argparse
import gzip
import os
import re
import shutil
import subprocess
import sys
import tarfile
import threading
from concurrent.futures import ThreadPoolExecutor
from glob import glob

# The folders of a reader's sources; their keywords are libFuzzer's dictionary.
NATIVE = ["grid/format/native", "grid/format/course"]
OPTIONS = ["router/cli/options", "router/cli/batch"]
LEFDEF = ["grid/format/lefdef"]
SOURCES = {
    "lef": ["grid/format/lef", *LEFDEF], "def": ["grid/format/def", *LEFDEF],
    "layout": ["grid/format/layout"], "wires": ["grid/format/layout"],
    "grid": [*NATIVE, "grid/format/movingai"], "netlist": [*NATIVE, "grid/format/movingai"],
    "course": [*NATIVE, "grid/format/movingai"], "routes": NATIVE,
    "matrix": ["grid/format/matrixmarket"],
    "ini": OPTIONS, "batch": OPTIONS, "options": OPTIONS, "record": OPTIONS}
LIMITS = ["-max_len=4096", "-timeout=60", "-rss_limit_mb=4096", "-malloc_limit_mb=4096"]
ROW = "{:<11} {:>12} {:>8} {:>6} {:>6} {:>8}  {}"


def words_of(target):
    """The short strings in the sources of a target's reader."""
    files = glob("grid/format/guides.c") if target == "guides" else []
    for folder in SOURCES.get(target, []):
        files += glob(folder + "/**/*.c", recursive=True)
    words = set()
    for path in files:
        words.update(re.findall(r'"[^"\\%\n]{2,24}"', open(path).read()))
    return sorted(word for word in words if not word.endswith('.h"'))


def processor_time(pid):
    """The CPU time of a running process, in seconds."""
    fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def archive_of(target):
    return f"tests/fuzz/corpus/{target}.tar.gz"


def unpack(target, folder):
    """Makes folder hold the inputs of the target's archive and nothing else."""
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    with tarfile.open(archive_of(target)) as archive:
        archive.extractall(folder)


def pack(target, folder):
    """Writes the target's archive from folder: the same inputs give the same bytes."""
    with open(archive_of(target), "wb") as out, \
            gzip.GzipFile("", "wb", 9, out, mtime=0) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name in sorted(os.listdir(folder)):
            entry = tarfile.TarInfo(name)
            entry.size = os.path.getsize(f"{folder}/{name}")
            with open(f"{folder}/{name}", "rb") as file:
                archive.addfile(entry, file)


def merge(target, build):
    """Rewrites the archive with the fewest inputs that reach all edges (greedy set cover)."""
    program = f"{build}/fuzz/{target}"
    unpack(target, program + ".corpus")
    shutil.rmtree(program + ".merged", ignore_errors=True)
    for kind in ("new", "merged"):
        os.makedirs(f"{program}.{kind}", exist_ok=True)
    before = len(os.listdir(program + ".corpus"))
    result = subprocess.run([program, *LIMITS, "-use_counters=0", "-set_cover_merge=1",
                             program + ".merged", program + ".corpus", program + ".new"],
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if result.returncode == 0:
        pack(target, program + ".merged")
        print(f"{target}: {before} inputs before, {len(os.listdir(program + '.merged'))} now")
    return result.returncode == 0


class Fuzzer:
    """One program of libFuzzer and the counts in its messages."""

    def __init__(self, target, options):
        self.target, self.options = target, options
        self.executions = self.first = self.edges = 0
        self.spent = self.at_last_edge = 0.0
        self.enough = False

    def command(self):
        """The program with its arguments; makes the folders that it needs."""
        program = f"{self.options.build}/fuzz/{self.target}"
        for kind in ("new", "found"):
            os.makedirs(f"{program}.{kind}", exist_ok=True)
        command = [program, *LIMITS, f"-artifact_prefix={program}.found/"]
        words = words_of(self.target)
        if words:
            with open(program + ".dict", "w") as out:
                out.write("\n".join(words) + "\n")
            command.append(f"-dict={program}.dict")
        if not self.options.quiet:
            command.append(f"-max_total_time={self.options.time}")
        unpack(self.target, program + ".corpus")
        return [*command, program + ".new", program + ".corpus"]

    def heed(self, line):
        """Reads the counts of a line of libFuzzer, such as "#512 NEW cov: 218 ft: 225"."""
        counts = re.match(r"#(\d+)\s+(\w+)\s+cov: (\d+)", line)
        if not counts:
            return
        self.executions, edges = int(counts[1]), int(counts[3])
        if counts[2] == "INITED":
            self.first = edges
        if edges > self.edges:
            self.edges, self.at_last_edge = edges, self.spent

    def watch(self, process, over):
        """Ends a fuzzer that has found no new edge for long enough."""
        while not over.wait(1):
            try:
                self.spent = processor_time(process.pid)
            except (OSError, IndexError):
                return
            if self.options.quiet and self.spent - self.at_last_edge >= self.options.quiet:
                self.enough = True
                process.terminate()
                return

    def run(self):
        """Prints the target's line of the table; True where nothing failed."""
        log, over = f"{self.options.build}/fuzz/{self.target}.log", threading.Event()
        with open(log, "w", buffering=1) as out, subprocess.Popen(
                self.command(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                errors="replace") as process:
            watcher = threading.Thread(target=self.watch, args=(process, over))
            watcher.start()
            for line in process.stderr:
                out.write(line)
                self.heed(line)
            process.wait()
            over.set()
            watcher.join()
        fine = self.enough or process.returncode == 0
        print(ROW.format(self.target, self.executions, round(self.spent), self.first, self.edges,
                         round(self.spent - self.at_last_edge), "ok" if fine else f"see {log}"),
              flush=True)
        return fine


def main():
    parser = argparse.ArgumentParser(description="run fuzzers over their corpora")
    parser.add_argument("--time", type=int, default=60, help="wall-clock seconds for each")
    parser.add_argument("--quiet", type=int, default=0,
                        help="instead: CPU seconds without a new edge")
    parser.add_argument("--jobs", type=int, default=1, help="fuzzers side by side")
    parser.add_argument("--merge", action="store_true", help="rewrite the corpora, do not fuzz")
    parser.add_argument("build")
    parser.add_argument("targets", nargs="+")
    options = parser.parse_args()
    if options.merge:
        sys.exit(0 if all([merge(target, options.build) for target in options.targets]) else 1)
    print(ROW.format("target", "executions", "seconds", "first", "edges", "since", "result"))
    with ThreadPoolExecutor(max(options.jobs, 1)) as pool:
        fine = list(pool.map(lambda target: Fuzzer(target, options).run(), options.targets))
    sys.exit(0 if all(fine) else 1)


if __name__ == "__main__":
    main()
