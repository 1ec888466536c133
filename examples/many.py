#!/usr/bin/env python3
"""many: a hundred thousand short queries in one call, as flat arrays.

    python3 examples/many.py [COUNT]

Each query is a pair of free cells in a window of 64 x 64 cells of a grid of 2048 x 2048 cells; a
fifth of the cells is blocked. Needs NumPy.
"""

import sys
import time

import numpy as np

import leeway

SIDE, WINDOW = 2048, 64
count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
random = np.random.default_rng(seed=1)

grid = leeway.Grid(SIDE, SIDE, blocked=random.random((1, SIDE, SIDE)) < 0.2)
corner = random.integers(0, SIDE - WINDOW, (count, 2), dtype=np.uint32)
ends = np.zeros((2, count, 3), dtype=np.uint32)
for end in ends:
    left = np.arange(count)  # queries that still need a free cell
    while left.size:
        cell = corner[left] + random.integers(0, WINDOW, (left.size, 2), dtype=np.uint32)
        end[left, :2] = cell
        left = left[grid.blocked[0, cell[:, 1], cell[:, 0]] != 0]
pairs = np.hstack([ends[0], ends[1]])
windows = np.hstack([corner, corner + WINDOW - 1])

start = time.perf_counter()
paths = leeway.find_paths(grid, pairs, windows)
seconds = time.perf_counter() - start

found = paths.costs != leeway.NO_COST
print(
    f"{count} windows of {WINDOW} x {WINDOW}: {np.count_nonzero(found)} paths, mean length "
    f"{paths.costs[found].mean():.1f}, {seconds:.3f} s, {count / seconds:.3g} per second"
)
