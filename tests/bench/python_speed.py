#!/usr/bin/env python3
"""python_speed: the extra cost of a call through Python.

    python3 tests/bench/python_speed.py LEEWAY BENCH_API [NETS [ROUNDS [THREADS...]]]

LEEWAY is the program, BENCH_API the compiled bench_api.c. `make bench-python` runs it.

Measures two things, each in turn with its comparison:

    many  NETS two-pin nets (10^6) in windows of 64 x 64 in one call of find_paths, as time per net
          divided by that of `leeway bench batch`, whose searches are prepared and whose engine is
          open. Medians of ROUNDS rounds (5), for each of THREADS (1 and 2). One thread is measured
          in processor time; several by the wall clock, so nothing else should run.
    one   a call with one net on 64 x 64 cells, compared with the same call from C, in processor
          time.

The status is 1 if many takes more than 1.2 times as long, or one more than 20 us longer.
"""

import re
import statistics
import subprocess
import sys
import time

import numpy as np

import leeway

SIDE, WINDOW, BLOCKED = 2048, 64, 0.2
MOST_RATIO, MOST_EXTRA = 1.2, 20


def bench(program, nets, threads):
    """Microseconds per net of the first case of `leeway bench batch`, with wave auto."""
    command = [program, "bench", "batch", "--engine", "cpu", "--wave", "auto", "--csv", "none"]
    command += ["-o", "none", "--nets", str(nets), "--threads", str(threads)]
    command += ["--time-limit", "3"]  # until then the slow reference has enough answers
    quiet = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True}
    with subprocess.Popen(command, **quiet) as run:
        for line in run.stdout:
            found = re.match(r"64\^2 windows +cpu/auto +(\d+) +([0-9.]+) ", line)
            if found:
                run.terminate()  # the other windows are not wanted
                if int(found[1]) < nets // 20:
                    raise SystemExit(f"only {found[1]} nets were measured: the machine is too busy")
                return 1000 * float(found[2])
    raise SystemExit(f"{' '.join(command)}: no row of 64^2 windows")


def workload(nets):
    """A grid, and pairs of free cells in random windows."""
    random = np.random.default_rng(seed=1)
    grid = leeway.Grid(SIDE, SIDE, blocked=random.random((1, SIDE, SIDE)) < BLOCKED)
    corner = random.integers(0, SIDE - WINDOW, (nets, 2), dtype=np.uint32)
    ends = np.zeros((2, nets, 3), dtype=np.uint32)
    for end in ends:
        left = np.arange(nets)  # those that still need a free cell
        while left.size:
            cell = corner[left] + random.integers(0, WINDOW, (left.size, 2), dtype=np.uint32)
            end[left, :2] = cell
            left = left[grid.blocked[0, cell[:, 1], cell[:, 0]] != 0]
    return grid, np.hstack([ends[0], ends[1]]), np.hstack([corner, corner + WINDOW - 1])


def many(program, nets, rounds, threads_tried):
    grid, pairs, windows = workload(nets)
    good = True
    for threads in threads_tried:
        clock = time.process_time if threads == 1 else time.perf_counter
        with_python, without = [], []
        for _ in range(rounds):
            without.append(bench(program, nets, threads))
            start = clock()
            leeway.find_paths(grid, pairs, windows, engine="cpu", threads=threads)
            with_python.append((clock() - start) / nets * 1e6)
        ratio = statistics.median(with_python) / statistics.median(without)
        good &= ratio <= MOST_RATIO
        print(
            f"many, threads {threads}: {statistics.median(with_python):.3f} us a net, "
            f"bench batch {statistics.median(without):.3f} us: {ratio:.2f} times",
            flush=True,
        )
    return good


def one(bench_api, calls=20000, repeats=9):
    text = subprocess.run([bench_api], stdout=subprocess.PIPE, text=True, check=True).stdout
    grid = leeway.Grid(WINDOW, WINDOW)
    nets = leeway.Netlist(grid).add("n", [(0, 0), (WINDOW - 1, WINDOW - 1)])
    pair = np.array([[0, 0, 0, WINDOW - 1, WINDOW - 1, 0]], dtype=np.uint32)
    good = True
    for name, call in (
        ("route", lambda: leeway.route(nets)),
        ("find_paths", lambda: leeway.find_paths(nets, pair)),
    ):
        times = []
        for _ in range(repeats):
            start = time.thread_time()
            for _ in range(calls):
                call()
            times.append((time.thread_time() - start) / calls * 1e6)
        mine, its = statistics.median(times), float(re.search(rf"^{name} (.*)", text, re.M)[1])
        good &= mine - its <= MOST_EXTRA
        print(f"one, {name}: {mine:.1f} us, from C {its:.1f} us: {mine - its:.1f} us more")
    return good


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    nets = int(sys.argv[3]) if len(sys.argv) > 3 else 1_000_000
    rounds = int(sys.argv[4]) if len(sys.argv) > 4 else 5
    threads_tried = [int(word) for word in sys.argv[5:]] or [1, 2]
    fine = [one(sys.argv[2]), many(sys.argv[1], nets, rounds, threads_tried)]
    sys.exit(0 if all(fine) else 1)
