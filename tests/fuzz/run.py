"""Runs the fuzzers of `make fuzz`, each from its corpus, and says what each did.

    python3 tests/fuzz/run.py [--time S] [--quiet S] [--jobs N] BUILD TARGET...

A fuzzer runs for --time seconds of the clock, or, with --quiet, until it has spent so many seconds
of processor time without a new edge, however long that takes. What it finds goes to
BUILD/fuzz/TARGET.new, which the next run goes on from; what it fails on to BUILD/fuzz/TARGET.found.

An edge is a branch of the code that libFuzzer counts ("cov"). Each line of the table: executions,
their seconds of processor time, edges of the corpus and at the end, and the seconds of processor
time since the last new edge.
"""
import argparse
import os
import re
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from glob import glob

# The folders of a reader's sources, whose words are libFuzzer's dictionary: it finds them sooner.
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
    """The short texts in the sources that a target reads with."""
    files = glob("grid/format/guides.c") if target == "guides" else []
    for folder in SOURCES.get(target, []):
        files += glob(folder + "/**/*.c", recursive=True)
    words = set()
    for path in files:
        words.update(re.findall(r'"[^"\\%\n]{2,24}"', open(path).read()))
    return sorted(word for word in words if not word.endswith('.h"'))


def processor_time(pid):
    """Of a process that runs, in seconds."""
    fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Fuzzer:
    """One program of libFuzzer and what its messages tell."""

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
        return [*command, program + ".new", "tests/fuzz/corpus/" + self.target]

    def heed(self, line):
        """Takes what a line of libFuzzer tells, such as "#512 NEW cov: 218 ft: 225"."""
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
    parser.add_argument("--time", type=int, default=60, help="seconds of the clock for each")
    parser.add_argument("--quiet", type=int, default=0,
                        help="instead: seconds of processor time without a new edge")
    parser.add_argument("--jobs", type=int, default=1, help="fuzzers side by side")
    parser.add_argument("build")
    parser.add_argument("targets", nargs="+")
    options = parser.parse_args()
    print(ROW.format("target", "executions", "seconds", "first", "edges", "since", "result"))
    with ThreadPoolExecutor(max(options.jobs, 1)) as pool:
        fine = list(pool.map(lambda target: Fuzzer(target, options).run(), options.targets))
    sys.exit(0 if all(fine) else 1)


if __name__ == "__main__":
    main()
